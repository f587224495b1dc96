import { readFileSync } from 'node:fs'
import path from 'node:path'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { playableVideo } from '../../test/video-element.ts'
import type { Stream } from '../lib/calls/stream.ts'
import { Player } from './player.tsx'

const range = { start_time: 4, end_time_exclusive: 7 }
const video = (): HTMLVideoElement => screen.getByLabelText('Lane.mp4')
const stream = (url: string, state: Partial<Stream> = {}): Stream => ({
  ...{ url, playback: 'READY', playback_error: null, light_url: null, prepare: null },
  ...state,
})
const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name })

beforeEach(() => playableVideo(20))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('play', () => {
  test('Space and the button toggle it, K stops it, and the button says what the video does', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
    key(' ')
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined()
    key('k')
    fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    expect(video().paused).toBe(false)
  })

  test('a person who types is not interrupted', () => {
    render(
      <>
        <textarea aria-label="Comment" />
        <Player id="a" src="/a.mp4" label="Lane.mp4" />
      </>,
    )
    key(' ', screen.getByLabelText('Comment'))
    expect(video().paused).toBe(true)
  })

  test('the buttons skip ten seconds and stay inside the video', () => {
    const skip = (name: string) => fireEvent.click(screen.getByRole('button', { name: `${name} 10 seconds` }))
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
    skip('Forward')
    expect(video().currentTime).toBe(10)
    skip('Forward')
    skip('Forward')
    expect(video().currentTime).toBe(20)
    skip('Rewind')
    expect(video().currentTime).toBe(10)
  })

  test('comma and period step by frames of the video', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" frame_rate={{ num: 25, den: 1 }} />)
    key('.')
    expect(video().currentTime).toBeCloseTo(0.06)
    key(',')
    expect(video().currentTime).toBeCloseTo(0.02)
  })
})

describe('a range', () => {
  test('playback starts at its beginning and returns there at its end', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" loop_range={range} />)
    expect(video().currentTime).toBe(4)
    video().currentTime = 6.9
    video().currentTime = 7.05
    expect(video().currentTime).toBe(4)
  })

  test('playback continues past its end when the loop is off', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" loop_range={range} />)
    fireEvent.click(screen.getByRole('button', { name: 'Loop 0:04 – 0:07' }))
    video().currentTime = 6.9
    video().currentTime = 7.05
    expect(video().currentTime).toBe(7.05)
  })
})

describe('the address', () => {
  test('of a reloaded list does not interrupt playback', () => {
    const { rerender } = render(<Player id="a" src="/a.mp4?signed=1" label="Lane.mp4" />)
    rerender(<Player id="a" src="/a.mp4?signed=2" label="Lane.mp4" />)
    expect(video().getAttribute('src')).toBe('/a.mp4?signed=1')
    rerender(<Player id="b" src="/b.mp4" label="Lane.mp4" />)
    expect(video().getAttribute('src')).toBe('/b.mp4')
  })

  test('of the copy with a watermark is that of another file, and playback goes on in it', () => {
    const film = (src: string, marked: boolean) => <Player id="a" src={src} label="Lane.mp4" marked={marked} />
    const { rerender } = render(film('/a.mp4?signed=1', false))
    rerender(film('/marked.mp4?signed=1', true))
    expect(video().getAttribute('src')).toBe('/marked.mp4?signed=1')
    rerender(film('/marked.mp4?signed=2', true))
    expect(video().getAttribute('src')).toBe('/marked.mp4?signed=1')
    rerender(film('/a.mp4?signed=2', false))
    expect(video().getAttribute('src')).toBe('/a.mp4?signed=2')
  })

  test('is renewed once after it expires, and playback continues where it stopped', async () => {
    const refreshSource = vi.fn().mockResolvedValue(stream('/a.mp4?signed=2'))
    render(<Player id="a" src="/a.mp4?signed=1" label="Lane.mp4" refreshSource={refreshSource} />)
    key(' ')
    video().currentTime = 12
    await act(async () => void fireEvent.error(video()))
    expect(video().getAttribute('src')).toBe('/a.mp4?signed=2')
    video().pause()
    video().currentTime = 0
    fireEvent(video(), new Event('loadedmetadata'))
    expect(video().currentTime).toBe(12)
    expect(video().paused).toBe(false)
    await act(async () => void fireEvent.error(video()))
    expect(refreshSource).toHaveBeenCalledTimes(1)
    expect(screen.getByRole('alert').textContent).toContain('This video cannot be played right now.')
  })
})

test('while the server prepares a video the player says so, and plays it as soon as it is ready', async () => {
  vi.useFakeTimers()
  const refreshSource = vi.fn().mockResolvedValue(stream('/a.avi', { playback: 'PREPARING' }))
  render(<Player id="a" src="/a.avi" label="Lane.mp4" refreshSource={refreshSource} />)
  await act(async () => void fireEvent.error(video()))
  await act(async () => void fireEvent.error(video()))
  expect(screen.getByRole('status').textContent).toContain('This video is being prepared for playing.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(video().getAttribute('src')).toBe('/a.avi')
  refreshSource.mockResolvedValue(stream('/a.mp4'))
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(video().getAttribute('src')).toBe('/a.mp4')
  expect(screen.queryByText(/being prepared/)).toBeNull()
})

test('when preparing a video fails the player says why, and its owner can retry', async () => {
  const prepare = vi.fn().mockResolvedValue(undefined)
  const playback_error = 'This video could not be prepared for playing. The file is damaged. Upload another copy of it.'
  const refreshSource = vi.fn().mockResolvedValue(stream('/a.avi', { playback: 'FAILED', playback_error, prepare }))
  render(<Player id="a" src="/a.avi" label="Lane.mp4" refreshSource={refreshSource} />)
  await act(async () => void fireEvent.error(video()))
  await act(async () => void fireEvent.error(video()))
  expect(screen.getByRole('alert').textContent).toContain(playback_error)
  refreshSource.mockResolvedValue(stream('/a.avi', { playback: 'PREPARING' }))
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })))
  await act(async () => void fireEvent.error(video()))
  expect(prepare).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('status').textContent).toContain('This video is being prepared for playing.')
})

test('an unused address that expired is renewed at the next use, and playback starts at the chosen position', async () => {
  const signed = (minutes: number) => `/a.mp4?expires=${Math.floor(Date.now() / 1000) + minutes * 60}`
  const refreshSource = vi.fn(async () => stream(signed(15)))
  const first = signed(15)
  render(<Player id="a" src={first} label="Lane.mp4" refreshSource={refreshSource} />)
  video().currentTime = 3
  key(' ')
  key(' ')
  expect(refreshSource).not.toHaveBeenCalled()
  const later = Date.now() + 16 * 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => later)
  fireEvent.click(screen.getByRole('button', { name: 'Forward 10 seconds' }))
  await act(async () => void fireEvent(video(), new Event('seeking')))
  expect(refreshSource).toHaveBeenCalledTimes(1)
  expect(video().getAttribute('src')).not.toBe(first)
  video().currentTime = 0
  fireEvent(video(), new Event('loadedmetadata'))
  expect([video().currentTime, video().paused]).toEqual([13, true])
})

test('controls hide after three seconds of play without movement, and a movement shows them again', () => {
  vi.useFakeTimers()
  render(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
  const deck = () => screen.getByRole('slider', { name: 'Timeline' }).closest('.deck')
  key(' ')
  act(() => void vi.advanceTimersByTime(2_900))
  expect(deck()?.hasAttribute('data-hidden')).toBe(false)
  act(() => void vi.advanceTimersByTime(200))
  expect(deck()?.hasAttribute('data-hidden')).toBe(true)
  fireEvent.pointerMove(video())
  expect(deck()?.hasAttribute('data-hidden')).toBe(false)
})

test('hidden controls cannot be pressed; a tap on their place shows them, and so does the keyboard', () => {
  vi.useFakeTimers()
  const style = document.createElement('style')
  style.textContent = readFileSync(path.join(import.meta.dirname, 'player.css'), 'utf8')
  document.head.append(style)
  onTestFinished(() => style.remove())
  render(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
  const timeline = screen.getByRole('slider', { name: 'Timeline' })
  const deck = timeline.closest('.deck') as Element
  const picture = document.querySelector('.tap-surface') as Element
  const presses = () => getComputedStyle(deck).pointerEvents
  key(' ')
  act(() => void vi.advanceTimersByTime(3_100))
  expect(presses()).toBe('none')
  fireEvent.pointerDown(picture, { pointerType: 'touch' })
  expect(presses()).toBe('none')
  // jsdom has no layout, so every position below 0 is in the lowest fifth of the picture.
  fireEvent.click(picture, { clientY: 1 })
  expect(presses()).not.toBe('none')
  act(() => void vi.advanceTimersByTime(3_100))
  expect(presses()).toBe('none')
  act(() => timeline.focus())
  expect(presses()).not.toBe('none')
})

describe('over the picture', () => {
  /** jsdom has no layout, so sizes change only with the picture's own shape. */
  class Unmeasured {
    observe = () => undefined
    disconnect = () => undefined
  }

  /** Gives every element this box, and the video a picture of this shape. */
  function shape(box: { width: number; height: number }, picture: { width: number; height: number }) {
    vi.stubGlobal('ResizeObserver', Unmeasured)
    onTestFinished(() => void vi.unstubAllGlobals())
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, box.width, box.height))
    vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(picture.width)
    vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(picture.height)
  }
  const place = () => {
    const { left, top, width, height } = (screen.getByText(/^frame/).parentElement as HTMLElement).style
    return [left, top, width, height]
  }

  test('the owner draws exactly on the picture, and follows it', () => {
    shape({ width: 800, height: 400 }, { width: 640, height: 480 })
    const layer = vi.fn((_box, { frame, playing }) => <p>{`frame ${frame} ${playing ? 'plays' : 'stays'}`}</p>)
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" frame_rate={{ num: 25, den: 1 }} layer={layer} />)
    expect(place()).toEqual(['133.333px', '0px', '533.333px', '400px'])
    shape({ width: 400, height: 800 }, { width: 640, height: 480 })
    fireEvent(video(), new Event('resize'))
    expect(place()).toEqual(['0px', '250px', '400px', '300px'])
    expect(screen.getByText('frame 0 stays')).toBeDefined()
    key('.')
    key(' ')
    expect(screen.getByText('frame 1 plays')).toBeDefined()
  })

  test('while somebody works there, keys, presses and controls leave the video alone', () => {
    const film = (busy: boolean) => (
      <Player id="a" src="/a.mp4" label="Lane.mp4" tools={<p>Tools</p>} busy={busy} keyboard="page" />
    )
    const { rerender } = render(film(true))
    const overlay = document.querySelector('.picture-overlay')
    for (const name of [' ', '.', 'ArrowRight', '5']) key(name)
    expect([video().paused, video().currentTime]).toEqual([true, 0])
    expect(overlay?.hasAttribute('data-busy')).toBe(true)
    expect(screen.getByRole('slider', { name: 'Timeline', hidden: true }).closest('[inert]')).not.toBeNull()
    expect(screen.getByText('Tools').closest('[inert]')).toBeNull()
    rerender(film(false))
    key('ArrowRight')
    expect(video().currentTime).toBe(1)
    expect(overlay?.hasAttribute('data-busy')).toBe(false)
  })
})

// The last test, because its choices stay.
test('volume, mute, speed and subtitles stay as chosen when another video plays', async () => {
  const film = (id: string) => (
    <Player key={id} id={id} src={`/${id}.mp4`} label="Lane.mp4" subtitle_url={`/${id}.vtt`} />
  )
  const subtitles = () => screen.getByRole('button', { name: 'Subtitles' }).getAttribute('aria-pressed')
  const settings = () => [video().volume, video().muted, video().playbackRate, video().defaultPlaybackRate, subtitles()]
  const choose = async (speed: string) => {
    fireEvent.keyDown(screen.getByRole('button', { name: /^Settings/ }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitemradio', { name: speed }))
  }
  const { rerender } = render(film('a'))
  expect(settings()).toEqual([1, false, 1, 1, 'true'])
  key('ArrowDown')
  key('m')
  key('c')
  await choose('1.5×')
  const chosen = [0.95, true, 1.5, 1.5, 'false']
  expect(settings()).toEqual(chosen)
  rerender(film('b'))
  expect(settings()).toEqual(chosen)
})

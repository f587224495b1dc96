import { readFileSync } from 'node:fs'
import path from 'node:path'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { playableVideo } from '../../test/video-element.ts'
import { Player } from './player.tsx'

const range = { start: 4, end: 7 }
const video = (): HTMLVideoElement => screen.getByLabelText('Lane.mp4')
const key = (name: string, target: Element = document.body) => fireEvent.keyDown(target, { key: name })

beforeEach(() => playableVideo(20))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('play', () => {
  test('Space, K and the button toggle it, and the button says what the video does', () => {
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

  test('J and L skip ten seconds and stay inside the video', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
    key('l')
    expect(video().currentTime).toBe(10)
    key('l')
    key('l')
    expect(video().currentTime).toBe(20)
    key('j')
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
  test('play begins at its start and goes back there when its end is reached', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" loop_range={range} />)
    expect(video().currentTime).toBe(4)
    video().currentTime = 6.9
    video().currentTime = 7.05
    expect(video().currentTime).toBe(4)
  })

  test('with the loop turned off play goes on', () => {
    render(<Player id="a" src="/a.mp4" label="Lane.mp4" loop_range={range} />)
    fireEvent.click(screen.getByRole('button', { name: 'Loop 0:04 – 0:07' }))
    video().currentTime = 6.9
    video().currentTime = 7.05
    expect(video().currentTime).toBe(7.05)
  })
})

describe('the address', () => {
  test('a list that was read again and names it anew does not interrupt play', () => {
    const { rerender } = render(<Player id="a" src="/a.mp4?signed=1" label="Lane.mp4" />)
    rerender(<Player id="a" src="/a.mp4?signed=2" label="Lane.mp4" />)
    expect(video().getAttribute('src')).toBe('/a.mp4?signed=1')
    rerender(<Player id="b" src="/b.mp4" label="Lane.mp4" />)
    expect(video().getAttribute('src')).toBe('/b.mp4')
  })

  test('when it has ended a new one is asked for once, and play goes on where it stopped', async () => {
    const refreshSource = vi.fn().mockResolvedValue('/a.mp4?signed=2')
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

test('controls hide after three seconds of play without movement, and a movement brings them back', () => {
  vi.useFakeTimers()
  render(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
  const deck = () => screen.getByRole('slider', { name: 'Timeline' }).closest('.deck')
  key('k')
  act(() => void vi.advanceTimersByTime(2_900))
  expect(deck()?.hasAttribute('data-hidden')).toBe(false)
  act(() => void vi.advanceTimersByTime(200))
  expect(deck()?.hasAttribute('data-hidden')).toBe(true)
  fireEvent.pointerMove(video())
  expect(deck()?.hasAttribute('data-hidden')).toBe(false)
})

test('controls that are hidden cannot be pressed; a tap where they are brings them back, and so does the keyboard', () => {
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
  key('k')
  act(() => void vi.advanceTimersByTime(3_100))
  expect(presses()).toBe('none')
  fireEvent.pointerDown(picture, { pointerType: 'touch' })
  expect(presses()).toBe('none')
  // Nothing is laid out here, so every place below 0 is the lowest fifth of the picture.
  fireEvent.click(picture, { clientY: 1 })
  expect(presses()).not.toBe('none')
  act(() => void vi.advanceTimersByTime(3_100))
  expect(presses()).toBe('none')
  act(() => timeline.focus())
  expect(presses()).not.toBe('none')
})

// The last one: what it chooses stays.
test('volume, mute, speed and subtitles stay as they were chosen when another video plays', () => {
  const film = (id: string) => (
    <Player key={id} id={id} src={`/${id}.mp4`} label="Lane.mp4" subtitle_url={`/${id}.vtt`} />
  )
  const subtitles = () => screen.getByRole('button', { name: 'Subtitles' }).getAttribute('aria-pressed')
  const settings = () => [video().volume, video().muted, video().playbackRate, video().defaultPlaybackRate, subtitles()]
  const choose = (speed: string) => {
    fireEvent.keyDown(screen.getByRole('button', { name: /^Settings/ }), { key: 'Enter' })
    fireEvent.click(screen.getByRole('menuitemradio', { name: speed }))
  }
  const { rerender } = render(film('a'))
  expect(settings()).toEqual([1, false, 1, 1, 'true'])
  key('ArrowDown')
  key('m')
  key('c')
  choose('1.5×')
  const chosen = [0.95, true, 1.5, 1.5, 'false']
  expect(settings()).toEqual(chosen)
  rerender(film('b'))
  expect(settings()).toEqual(chosen)
})

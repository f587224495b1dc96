import type { LightCopy, Rendition } from '@footnote/contract/nouns/library/videos.ts'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Player } from '../player.tsx'
import type { VideoFiles } from './video-files.ts'

const FULL: Rendition = { id: 'full', url: '/full.mp4', width: 3840, height: 2160, bit_rate: 60_000_000 }
const LIGHT: Rendition = { id: 'light', url: '/light.mp4', width: 1280, height: 720, bit_rate: 2_100_000 }
const video = () => screen.getByLabelText<HTMLVideoElement>('Lane.mp4')
const source = () => video().getAttribute('src')
const plays = (address: string) => waitFor(() => expect(source()).toBe(address))

beforeEach(() => {
  playableVideo(20)
  localStorage.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refresh = vi.fn(async () => undefined)
const files = (light_copy: LightCopy, ...renditions: Rendition[]): VideoFiles => ({
  ...{ renditions, light_copy, refresh },
  access: { share_token: 'token' },
})
const player = (of: VideoFiles, id = 'a') => (
  <Player id={id} src="/full.mp4" label="Lane.mp4" frame_rate={{ num: 25, den: 1 }} files={of} />
)
const BOTH = files('READY', FULL, LIGHT)

async function menu() {
  fireEvent.keyDown(screen.getByRole('button', { name: /^Settings/ }), { key: 'Enter' })
  return within(await screen.findByRole('menu'))
}
const choose = async (name: RegExp) => fireEvent.click(await (await menu()).findByRole('menuitemradio', { name }))
/** The element shows the frame at which it begins. */
const begin = () => act(() => void video().dispatchEvent(new Event('seeked')))
/** The element has read the header of another file. */
const load = () => act(() => void video().dispatchEvent(new Event('loadedmetadata')))

test('the menu offers each quality with its size, and this browser remembers the choice', async () => {
  localStorage.setItem('player_quality', 'full')
  const { unmount } = render(player(BOTH))
  const shown = await menu()
  await shown.findByText('Quality')
  const words = shown.getAllByRole('menuitemradio').map(({ textContent }) => textContent)
  expect(words.slice(0, 3)).toEqual(['Auto plays the full one', 'Full 2160p, 60.0 Mb/s', 'Light 720p, 2.1 Mb/s'])
  fireEvent.click(shown.getByRole('menuitemradio', { name: /^Light/ }))
  await plays('/light.mp4')
  expect(localStorage.getItem('player_quality')).toBe('light')
  unmount()
  render(player(BOTH))
  await plays('/light.mp4')
})

test('a switch keeps the frame, the playing state, the speed and the volume', async () => {
  localStorage.setItem('player_quality', 'full')
  render(player(BOTH))
  begin()
  await act(() => video().play())
  Object.assign(video(), { currentTime: 7.0301, playbackRate: 1.5, volume: 0.4 })
  await choose(/^Light/)
  await plays('/light.mp4')
  // An element with another address begins at 0, at its default speed, and waits.
  act(() => video().pause())
  Object.assign(video(), { currentTime: 0, playbackRate: 1 })
  load()
  const { currentTime, playbackRate, volume, paused } = video()
  expect({ currentTime, playbackRate, volume, paused }).toEqual({
    currentTime: expect.closeTo(7.02, 6),
    playbackRate: 1.5,
    volume: 0.4,
    paused: false,
  })
})

test('a second switch before the first has loaded leads to the same frame', async () => {
  localStorage.setItem('player_quality', 'full')
  render(player(BOTH))
  begin()
  video().currentTime = 12.31
  await choose(/^Light/)
  await plays('/light.mp4')
  video().currentTime = 0
  await choose(/^Full/)
  await plays('/full.mp4')
  load()
  expect(video().currentTime).toBeCloseTo(12.3, 6)
})

test('a video that has no light copy and needs none has nothing to choose', async () => {
  render(player(files('NONE', FULL)))
  const shown = await menu()
  await shown.findByText('Playback speed')
  expect(shown.queryByText('Quality')).toBeNull()
})

/** Answers calls; the last answer is repeated. */
function answering(...states: LightCopy[]) {
  const calls = vi.fn(async (_path: string, _call: RequestInit) => {
    const light_copy = states.length > 1 ? states.shift() : states[0]
    return new Response(JSON.stringify({ light_copy }), { headers: { 'content-type': 'application/json' } })
  })
  vi.stubGlobal('fetch', calls)
  return calls
}

test('somebody who chooses a light copy that nobody made asks for it, watches the full file, and then the copy', async () => {
  localStorage.setItem('player_quality', 'full')
  const calls = answering('READY')
  const { rerender } = render(player(files('ON_REQUEST', FULL)))
  await choose(/made when you choose it/)
  await waitFor(() => expect(refresh).toHaveBeenCalled())
  const [path, { method, headers }] = calls.mock.calls[0] as [string, RequestInit]
  expect([path, method]).toEqual(['/api/quick-review/light-copy/a', 'POST'])
  expect(new Headers(headers).get('x-share-token')).toBe('token')
  expect(source()).toBe('/full.mp4')
  rerender(player(BOTH))
  await plays('/light.mp4')
})

test('a light copy that could not be made is made again for somebody who chooses it', async () => {
  localStorage.setItem('player_quality', 'full')
  const calls = answering('PREPARING')
  render(player(files('FAILED', FULL)))
  await choose(/could not be made/)
  await waitFor(() => expect(calls).toHaveBeenCalled())
})

/** A line of so many bits per second: the file ends after what it brings in 100 ms. */
async function playOn(rate: number) {
  vi.resetModules()
  const { Player: Fresh } = await import('../player.tsx')
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    expect(new Headers(headers).get('range')).toBe('bytes=0-1999999')
    const pull = (stream: ReadableStreamDefaultController) => {
      now += 100
      stream.enqueue(new Uint8Array(rate / 80))
      stream.close()
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    return new Response(body, { status: 206 })
  })
  render(<Fresh id="a" src="/full.mp4" label="Lane.mp4" files={BOTH} />)
}

test('Auto begins with the light copy, and goes on with the full file on a line that carries it', async () => {
  await playOn(120_000_000)
  await plays('/light.mp4')
  await plays('/full.mp4')
})

test('Auto stays with the light copy on a line that the full file would fill', async () => {
  await playOn(70_000_000)
  const shown = await menu()
  await shown.findByText('Auto')
  await waitFor(() => expect(performance.now()).toBe(100))
  await act(async () => undefined)
  expect(source()).toBe('/light.mp4')
})

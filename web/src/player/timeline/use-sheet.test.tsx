import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Player } from '../player.tsx'

/** A film of two hours: a picture each 72 s, and 15 sheets with one each 5 s. */
const DURATION = 7_200
const WIDTH = 720
const board: Storyboard = {
  ...{ url: '/film.webp', columns: 10, count: 100, interval: 72, tile_width: 160, tile_height: 90 },
  sheets: { interval: 5, count: 1_440, columns: 10, tiles: 100 },
}

/** Images that load when a test says so. */
class Loading {
  static all: Loading[] = []
  onload?: () => void
  onerror?: () => void
  complete = false
  src: string | null = null
  constructor() {
    Loading.all.push(this)
  }
  removeAttribute() {
    this.src = null
  }
}
const requested = () => Loading.all.map(({ src }) => src)
const answer = (event: 'onload' | 'onerror') =>
  act(async () => {
    const image = Loading.all.at(-1)
    if (image) image.complete = true
    image?.[event]?.()
  })
const calls = vi.fn(async (_path: string, _call: RequestInit) => {
  const sheets = Array.from({ length: 15 }, (_, number) => ({ number, url: `/${number}.webp` }))
  return new Response(JSON.stringify({ sheets }), { headers: { 'content-type': 'application/json' } })
})

beforeEach(() => {
  playableVideo(DURATION)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('Image', Loading)
  vi.stubGlobal('fetch', calls)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ left: 0, width: WIDTH } as DOMRect)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  calls.mockClear()
  Loading.all = []
})

const player = (id: string, storyboard: Storyboard = board) => (
  <Player id={id} src="/a.mp4" label="Lane.mp4" duration={DURATION} storyboard={storyboard} />
)
const strip = () => screen.getByRole('slider', { name: 'Timeline' })
const point = (seconds: number) => fireEvent.pointerMove(strip(), { clientX: (seconds / DURATION) * WIDTH })
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
/** The code of the preview comes by itself, and takes as long as it takes. */
const rest = async (seconds: number) => {
  point(seconds)
  await act(() => vi.dynamicImportSettled())
  await wait(150)
}
const preview = () => strip().querySelector<HTMLElement>('.preview-picture')
const shown = () => strip().querySelector<HTMLElement>('.preview-tile')?.style.backgroundImage
const loading = () => preview()?.dataset.loading !== undefined

test('a picture of its five seconds replaces the one from further away as soon as its sheet is there', async () => {
  render(player('a'))
  await rest(1_300)
  expect(shown()).toBe('url("/film.webp")')
  expect(loading()).toBe(true)
  expect(requested()).toEqual(['/2.webp'])
  await answer('onload')
  expect(shown()).toBe('url("/2.webp")')
  expect(loading()).toBe(false)
  // Pictures of the same sheet need nothing more.
  await rest(1_499)
  expect(requested()).toEqual(['/2.webp'])
  expect(shown()).toBe('url("/2.webp")')
})

test('a pointer that passes over two hours loads one sheet, where it rests, and its addresses once', async () => {
  render(player('b'))
  for (let seconds = 0; seconds < DURATION; seconds += 250) {
    point(seconds)
    await wait(20)
  }
  expect(calls).not.toHaveBeenCalled()
  await rest(7_000)
  expect(requested()).toEqual(['/14.webp'])
  await answer('onload')
  await rest(100)
  await rest(7_100)
  expect(calls.mock.calls.map(([path]) => path)).toEqual(['/api/quick-review/storyboard/b'])
})

test('a sheet that the pointer has left stops loading, and only three are kept', async () => {
  render(player('c'))
  await rest(100)
  await rest(600)
  expect(requested()).toEqual([null, '/1.webp'])
  await answer('onload')
  for (const seconds of [1_100, 1_600, 2_100]) {
    await rest(seconds)
    await answer('onload')
  }
  await rest(600)
  expect(requested().filter((url) => url === '/1.webp')).toHaveLength(2)
  await rest(2_100)
  expect(requested().filter((url) => url === '/4.webp')).toHaveLength(1)
  fireEvent.pointerLeave(strip())
  expect(preview()).toBeNull()
})

test('where a sheet cannot be loaded, the picture from further away stays, and new addresses are read for the next', async () => {
  render(player('d'))
  await rest(100)
  await answer('onerror')
  expect(shown()).toBe('url("/film.webp")')
  expect(loading()).toBe(false)
  await rest(600)
  expect(calls).toHaveBeenCalledTimes(2)
})

test('a guest reads the addresses by the link, and a film without sheets reads none', async () => {
  const files = { renditions: [], light_copy: 'NONE' as const, refresh: vi.fn() }
  const { rerender } = render(
    <Player
      {...{ id: 'e', src: '/a.mp4', label: 'Lane.mp4', duration: DURATION, storyboard: board }}
      files={{ ...files, access: { share_token: 'token' } }}
    />,
  )
  await rest(100)
  expect(new Headers(calls.mock.calls[0]?.[1].headers).get('x-share-token')).toBe('token')
  calls.mockClear()
  rerender(player('f', { ...board, sheets: null }))
  await rest(700)
  expect(calls).not.toHaveBeenCalled()
  expect(loading()).toBe(false)
  expect(shown()).toBe('url("/film.webp")')
})

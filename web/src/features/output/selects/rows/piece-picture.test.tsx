import type { Storyboard } from '@footnote/contract/nouns/library/videos.ts'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PiecePicture } from './piece-picture.tsx'

afterEach(() => void vi.unstubAllGlobals())

const storyboard: Storyboard = {
  ...{ url: '/film.webp', columns: 10, count: 100, interval: 72, tile_width: 160, tile_height: 90 },
  sheets: { interval: 5, count: 1_440, columns: 10, tiles: 100 },
}

/** Says whether the row is seen. Nobody hears it before the row watches its place. */
let see: (seen: boolean) => void

beforeEach(() => {
  see = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: IntersectionObserverCallback
      constructor(callback: IntersectionObserverCallback) {
        this.#callback = callback
      }
      observe() {
        see = (isIntersecting) =>
          act(() => this.#callback([{ isIntersecting } as IntersectionObserverEntry], this as never))
      }
      disconnect() {}
    },
  )
})

const sheets = [{ number: 1, url: '/1.webp' }]
const piece = { thumbnail_url: '/poster.jpg', storyboard, sheets, start_time: 600, end_time: 604 }

test('a row loads the sheet of its piece while it is seen, and nothing before and after', () => {
  const { container } = render(<PiecePicture {...piece} dim={false} />)
  const tile = () => container.querySelector<HTMLElement>('.piece-tile')?.style
  expect(container.querySelector('img')).toBeNull()
  expect(tile()?.backgroundImage).toBe('')
  see(true)
  expect(tile()?.backgroundImage).toBe('url("/1.webp")')
  see(false)
  expect(tile()?.backgroundImage).toBe('')
})

test('a row shows the piece of a video that got its storyboard while the page was open', () => {
  const { container, rerender } = render(<PiecePicture {...piece} storyboard={null} dim={false} />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/poster.jpg')
  rerender(<PiecePicture {...piece} dim={false} />)
  see(true)
  expect(container.querySelector<HTMLElement>('.piece-tile')?.style.backgroundImage).toBe('url("/1.webp")')
})

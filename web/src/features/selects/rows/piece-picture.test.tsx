import type { Storyboard } from '@footnote/contract/nouns/videos.ts'
import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { PiecePicture } from './piece-picture.tsx'

afterEach(() => void vi.unstubAllGlobals())

const storyboard: Storyboard = {
  ...{ url: '/film.webp', columns: 10, count: 100, interval: 72, tile_width: 160, tile_height: 90 },
  sheets: { interval: 5, count: 1_440, columns: 10, tiles: 100 },
}

test('a row loads the sheet of its piece while it is seen, and nothing before and after', () => {
  let see: (seen: boolean) => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        see = (isIntersecting) => act(() => callback([{ isIntersecting } as IntersectionObserverEntry], this as never))
      }
      observe() {}
      disconnect() {}
    },
  )
  const sheets = [{ number: 1, url: '/1.webp' }]
  const piece = { thumbnail_url: '/poster.jpg', storyboard, sheets, start_time: 600, end_time: 604 }
  const { container } = render(<PiecePicture {...piece} dim={false} />)
  const tile = () => container.querySelector<HTMLElement>('.piece-tile')?.style
  expect(container.querySelector('img')).toBeNull()
  expect(tile()?.backgroundImage).toBe('')
  see(true)
  expect(tile()?.backgroundImage).toBe('url("/1.webp")')
  see(false)
  expect(tile()?.backgroundImage).toBe('')
})

import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePreparing } from './prepare-match.ts'

let films: HTMLVideoElement[]
beforeEach(() => {
  vi.useFakeTimers()
  films = []
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  const create = Document.prototype.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name)
    if (element instanceof HTMLVideoElement) films.push(element)
    return element
  })
})
afterEach(() => vi.useRealTimers())

function Card() {
  return <button type="button" {...usePreparing({ stream_url: '/lane/stream', start_time: 12.5 })} />
}

test('resting on a match loads its film at that moment, and keeps it for a player', () => {
  render(<Card />)
  const card = screen.getByRole('button')
  fireEvent.pointerEnter(card)
  vi.advanceTimersByTime(100)
  expect(films.map((film) => [film.getAttribute('src'), film.currentTime, film.muted])).toEqual([
    ['/lane/stream', 12.5, true],
  ])
  fireEvent.pointerLeave(card)
  vi.advanceTimersByTime(1_000)
  expect(films[0]?.getAttribute('src')).toBe('/lane/stream')
  vi.advanceTimersByTime(5_000)
  expect(films[0]?.getAttribute('src')).toBeNull()
})

test('by keyboard, too; and passing over a match loads nothing', () => {
  const { unmount } = render(<Card />)
  const card = screen.getByRole('button')
  fireEvent.pointerEnter(card)
  fireEvent.pointerLeave(card)
  vi.advanceTimersByTime(10_000)
  expect(films).toEqual([])
  fireEvent.focus(card)
  vi.advanceTimersByTime(100)
  expect(films).toHaveLength(1)
  unmount()
  expect(films[0]?.getAttribute('src')).toBeNull()
})

import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Player } from '../player.tsx'
import type { Marker, PlayerTime } from '../player-props.ts'

const MARKERS: Marker[] = [
  { id: 'c', number: '3', start_time: 10.1, end_time_inclusive: null, label: 'Ines: push in' },
  { id: 'a', number: '1', start_time: 2, end_time_inclusive: 4, label: 'Jun: hold this' },
  { id: 'b', number: '2', start_time: 10, end_time_inclusive: null, label: 'Ada: too loud' },
  { id: 'd', number: '4', start_time: 16, end_time_inclusive: null, label: 'Mara: warmer' },
]

function Reviewed({ onSelect }: { onSelect?: (id: string) => void }) {
  const [selected, setSelected] = useState<string | null>(null)
  const select = (id: string) => {
    setSelected(id)
    onSelect?.(id)
  }
  return (
    <Player id="a" src="/a.mp4" label="Lane.mp4" markers={MARKERS} selected_marker={selected} onMarkerSelect={select} />
  )
}

const row = () => within(screen.getByRole('toolbar', { name: 'Markers' }))
const names = () =>
  row()
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))
const focused = () => document.activeElement?.getAttribute('aria-label')
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

beforeEach(() => {
  playableVideo(20)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly tell: ResizeObserverCallback
      constructor(tell: ResizeObserverCallback) {
        this.tell = tell
      }
      observe() {
        const entry = { contentRect: { width: 640, height: 44 } } as ResizeObserverEntry
        this.tell([entry], this as unknown as ResizeObserver)
      }
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('markers are in time order with their time and text, close ones joined', () => {
  render(<Reviewed />)
  expect(names()).toEqual([
    'Marker 1, 0:02 – 0:04: Jun: hold this',
    'Comments 2–3, 0:10 – 0:10',
    'Marker 4, 0:16: Mara: warmer',
  ])
})

test('joined markers fan out under the pointer and close when it leaves', () => {
  render(<Reviewed />)
  const joined = row().getByRole('button', { name: /^Comments 2–3/ })
  fireEvent.pointerEnter(joined, { pointerType: 'mouse' })
  expect(names()).toContain('Marker 3, 0:10: Ines: push in')
  fireEvent.pointerLeave(joined.parentElement as Element)
  expect(names()).not.toContain('Marker 3, 0:10: Ines: push in')
})

test('with Ctrl, Alt or the command key arrow keys are the browser’s', () => {
  render(<Reviewed />)
  act(() =>
    row()
      .getByRole('button', { name: /^Marker 1/ })
      .focus(),
  )
  for (const more of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowRight', ...more })).toBe(true)
  expect(focused()).toBe('Marker 1, 0:02 – 0:04: Jun: hold this')
})

test('Tab leads to one of them, arrow keys to the others, and a press selects', () => {
  const onSelect = vi.fn()
  render(<Reviewed onSelect={onSelect} />)
  const stops = row()
    .getAllByRole('button')
    .filter((button) => button.tabIndex === 0)
  expect(stops.map((button) => button.getAttribute('aria-label'))).toEqual(['Marker 1, 0:02 – 0:04: Jun: hold this'])
  act(() => stops[0]?.focus())
  press('ArrowRight')
  expect(focused()).toBe('Marker 2, 0:10: Ada: too loud')
  press('ArrowRight')
  expect(focused()).toBe('Marker 3, 0:10: Ines: push in')
  press('End')
  expect(focused()).toBe('Marker 4, 0:16: Mara: warmer')
  press('ArrowRight')
  expect(focused()).toBe('Marker 4, 0:16: Mara: warmer')
  press('ArrowLeft')
  fireEvent.click(document.activeElement as Element)
  expect(onSelect).toHaveBeenCalledWith('c')
  expect(document.activeElement?.getAttribute('aria-current')).toBe('true')
  // The markers used the arrow keys themselves, so the video did not move.
  expect((screen.getByLabelText('Lane.mp4') as HTMLVideoElement).currentTime).toBe(0)
})

test('the owner gets the player’s position, once for each change', () => {
  const told: PlayerTime[] = []
  render(
    <Player
      id="a"
      src="/a.mp4"
      label="Lane.mp4"
      frame_rate={{ num: 25, den: 1 }}
      start_time={4.01}
      onTime={(time) => told.push(time)}
    />,
  )
  fireEvent.keyDown(document.body, { key: '.' })
  expect(told).toEqual([
    { seconds: 4, frame: 100 },
    { seconds: 4.04, frame: 101 },
  ])
})

test('the owner gets the position that the clock shows while the video still seeks to it', () => {
  vi.spyOn(HTMLMediaElement.prototype, 'seeking', 'get').mockReturnValue(true)
  const told: PlayerTime[] = []
  const frame_rate = { num: 25, den: 1 }
  render(
    <Player
      id="a"
      src="/a.mp4"
      label="Lane.mp4"
      frame_rate={frame_rate}
      start_time={4}
      onTime={(time) => told.push(time)}
    />,
  )
  fireEvent.keyDown(document.body, { key: '.' })
  expect(told.at(-1)).toEqual({ seconds: 4.04, frame: 101 })
})

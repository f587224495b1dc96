import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Player } from '../player.tsx'

/** jsdom has no layout: every element, and so the picture, is 200 by 100 px. */
class UnmeasuredObserver {
  observe = () => undefined
  disconnect = () => undefined
}

const find = vi.fn()
beforeEach(() => {
  playableVideo(20)
  vi.stubGlobal('ResizeObserver', UnmeasuredObserver)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100))
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(200)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(100)
  Element.prototype.setPointerCapture = () => undefined
  find.mockReset()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const player = () => <Player id="a" src="/a.mp4" label="Lane.mp4" onFindSimilar={find} autoPlay />
const video = (): HTMLVideoElement => screen.getByLabelText('Lane.mp4')
const board = () => screen.findByRole('application')
const box = () => screen.getByRole('img', { name: /^Box on the frame/ }).getAttribute('aria-label')
const press = (name: string, shiftKey = false) => fireEvent.keyDown(document.activeElement!, { key: name, shiftKey })

async function open() {
  fireEvent.keyDown(document.body, { key: 'b' })
  return await board()
}

test('B pauses the video, and arrows, Shift and Enter search for a part of its frame', async () => {
  render(player())
  await video().play()
  video().currentTime = 7.0314
  const area = await open()
  expect(video().paused).toBe(true)
  expect(document.activeElement).toBe(area)
  expect(box()).toBe('Box on the frame, middle: 40 by 40 per cent')
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp']) press(key)
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown']) press(key, true)
  press('Enter')
  expect(find.mock.calls).toEqual([[7.031, '0.26,0.28,0.42,0.44']])
})

test('keys of the player and of the page wait until the box is away', async () => {
  const others = vi.fn()
  document.addEventListener('keydown', others)
  render(player())
  video().currentTime = 7
  await open()
  for (const key of ['l', 's', 'g', '5', '.']) press(key)
  expect([video().paused, video().currentTime, find.mock.calls]).toEqual([true, 7, []])
  expect(others.mock.calls.filter(([{ key }]) => key !== 'b')).toEqual([])
  document.removeEventListener('keydown', others)
  press('Escape')
  expect(screen.queryByRole('application')).toBeNull()
  press('s')
  expect(find.mock.calls).toEqual([[7]])
})

test('Escape puts the box away, not the dialog around the player, and the focus returns', async () => {
  const close = vi.fn()
  render(
    <Dialog open onClose={close} title="Lane">
      {player()}
    </Dialog>,
  )
  const control = await screen.findByRole('button', { name: 'Search for a part' })
  control.focus()
  fireEvent.click(control)
  press('Escape')
  await waitFor(() => expect(screen.queryByRole('application')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(control))
  press('Escape')
  expect(close).toHaveBeenCalledOnce()
})

test('a pointer draws a box, moves it, and moves its corners; a tap leaves it', async () => {
  render(player())
  const area = await open()
  const drag = (on: Element, from: [number, number], to: [number, number]) => {
    const at = ([clientX, clientY]: [number, number]) => ({ pointerId: 1, button: 0, clientX, clientY })
    fireEvent.pointerDown(on, at(from))
    fireEvent.pointerMove(area, at(to))
    fireEvent.pointerUp(area, at(to))
  }
  const search = () => fireEvent.click(screen.getByRole('button', { name: 'Search for this part' }))
  drag(area, [20, 10], [100, 60])
  search()
  drag(screen.getByRole('img', { name: /^Box/ }), [60, 30], [80, 20])
  search()
  drag(document.querySelector('[data-corner="se"]')!, [120, 50], [160, 90])
  search()
  drag(area, [1, 1], [2, 1.5])
  search()
  expect(find.mock.calls.map(([, region]) => region)).toEqual([
    '0.1,0.1,0.4,0.5',
    '0.2,0,0.4,0.5',
    '0.2,0,0.6,0.9',
    '0.2,0,0.6,0.9',
  ])
})

test('the whole frame can be searched instead, and without a search there is no button', async () => {
  const { rerender } = render(player())
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Whole frame' }))
  expect(find.mock.calls).toEqual([[0]])
  press('Escape')
  rerender(<Player id="a" src="/a.mp4" label="Lane.mp4" />)
  expect(screen.queryByRole('button', { name: 'Search for a part' })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'b' })
  expect(screen.queryByRole('application')).toBeNull()
})

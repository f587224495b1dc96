import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { Player } from '../player.tsx'

const video = (): HTMLVideoElement => screen.getByLabelText('Lane.mp4')
const press = (...keys: string[]) => {
  for (const key of keys) {
    fireEvent.keyDown(document.body, { key })
    fireEvent.keyUp(document.body, { key })
  }
}
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const shown = () => document.querySelector('.player-shuttle')?.textContent

beforeEach(() => {
  playableVideo(60)
  vi.useFakeTimers()
  render(<Player id="a" src="/a.mp4" label="Lane.mp4" frame_rate={{ num: 25, den: 1 }} keyboard="page" />)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('L plays and then goes faster with each press, K stops at the normal speed', () => {
  press('l')
  expect([video().paused, video().playbackRate, shown()]).toEqual([false, 1, ''])
  press('l', 'l')
  expect([video().playbackRate, shown()]).toEqual([4, '4×'])
  press('l', 'l')
  expect([video().playbackRate, shown()]).toEqual([8, '8×'])
  press('k')
  expect([video().paused, video().playbackRate, shown()]).toEqual([true, 1, ''])
  press('k')
  expect(video().paused).toBe(true)
})

test('L doubles the speed of a playing video, and Space pauses it at the normal speed', () => {
  press(' ', 'l')
  expect([video().playbackRate, shown()]).toEqual([2, '2×'])
  press(' ')
  expect([video().paused, video().playbackRate, shown()]).toEqual([true, 1, ''])
})

test('J goes back, faster with each press, until K or the beginning', async () => {
  press('5')
  press('j')
  await pass(2_000)
  expect(video().currentTime).toBeCloseTo(28, 0)
  expect([video().paused, shown()]).toEqual([true, '−1×'])
  press('j', 'j')
  await pass(2_000)
  expect(video().currentTime).toBeCloseTo(20, 0)
  expect(shown()).toBe('−4×')
  press('k')
  const stopped = video().currentTime
  await pass(1_000)
  expect([video().currentTime, shown()]).toEqual([stopped, ''])
  press('j', 'j', 'j', 'j')
  await pass(10_000)
  expect([video().currentTime, shown()]).toEqual([0.02, ''])
})

test('the other direction begins at the normal speed, and Space stops a video that goes back', async () => {
  press('5', 'l', 'l', 'j')
  expect([video().paused, video().playbackRate, shown()]).toEqual([true, 1, '−1×'])
  press('l')
  expect([video().paused, video().playbackRate, shown()]).toEqual([false, 1, ''])
  press('j', ' ')
  expect([video().paused, shown()]).toEqual([true, ''])
  const stopped = video().currentTime
  await pass(1_000)
  expect(video().currentTime).toBe(stopped)
})

test('after a seek it goes back from the new position', async () => {
  press('9', 'j')
  await pass(500)
  press('2')
  await pass(1_000)
  expect(video().currentTime).toBeGreaterThan(10)
  expect(video().currentTime).toBeLessThan(12)
})

test('while K is held down J and L step by a frame', () => {
  press('5')
  fireEvent.keyDown(document.body, { key: 'k' })
  press('l', 'l')
  expect(video().currentTime).toBe(30.1)
  press('j')
  expect([video().currentTime, video().paused]).toEqual([30.06, true])
  fireEvent.keyUp(document.body, { key: 'k' })
  press('l')
  expect(video().paused).toBe(false)
})

test('letters stay letters in a text field', () => {
  const field = document.createElement('textarea')
  document.body.append(field)
  for (const key of ['j', 'k', 'l', ' ']) expect(fireEvent.keyDown(field, { key })).toBe(true)
  expect([video().paused, shown()]).toEqual([true, ''])
  field.remove()
})

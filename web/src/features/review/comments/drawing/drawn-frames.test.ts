import type { CommentRange, FrameTiming } from '@footnote/contract/shared/frames.ts'
import { expect, test } from 'vitest'
import { isOnPicture } from './drawn-frames.ts'

const film: FrameTiming = { rate: { num: 30_000, den: 1001 }, times: null }
const second = (frame: number) => (frame * 1001) / 30_000
const shown = (place: CommentRange, playing: boolean) =>
  Array.from({ length: 200 }, (_, frame) => frame).filter((frame) => isOnPicture(place, { frame, playing }, film))

test('a stopped video shows the drawing of a moment on one frame only', () => {
  expect(shown({ start_time: second(100), end_time_inclusive: null }, false)).toEqual([100])
  expect(shown({ start_time: second(100), end_time_inclusive: second(100) }, false)).toEqual([100])
})

test('a range has its drawing on each frame, the last one included, whether it plays or not', () => {
  const frames = [100, 101, 102, 103]
  for (const playing of [true, false])
    expect(shown({ start_time: second(100), end_time_inclusive: second(103) }, playing)).toEqual(frames)
})

test('while the video plays, the drawing of a moment stays for a second', () => {
  expect(shown({ start_time: second(100), end_time_inclusive: null }, true)).toEqual(
    Array.from({ length: 30 }, (_, frame) => 100 + frame),
  )
})

test('nothing is shown while the frame is not known', () => {
  expect(isOnPicture({ start_time: 0, end_time_inclusive: null }, { frame: null, playing: true }, film)).toBe(false)
})

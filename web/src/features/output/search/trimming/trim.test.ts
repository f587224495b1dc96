import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { expect, test } from 'vitest'
import { trimmed } from './trim.ts'

const timing: FrameTiming = { rate: { num: 25, den: 1 }, times: null }
const clip = { start_time: 10, end_time_exclusive: 14 }

test('the in begins with its frame, and the out includes its frame', () => {
  expect(trimmed(timing, clip, 'start', 275, 60)).toEqual({ start_time: 11, end_time_exclusive: 14 })
  expect(trimmed(timing, clip, 'end', 324, 60)).toEqual({ start_time: 10, end_time_exclusive: 13 })
  expect(trimmed(timing, clip, 'end', 250, 60)).toEqual({ start_time: 10, end_time_exclusive: 10.04 })
})

test('an in after the out, or an out before the in, moves the clip there in its length, inside the video', () => {
  expect(trimmed(timing, clip, 'start', 500, 60)).toEqual({ start_time: 20, end_time_exclusive: 24 })
  expect(trimmed(timing, clip, 'start', 1_475, 60)).toEqual({ start_time: 59, end_time_exclusive: 60 })
  expect(trimmed(timing, clip, 'end', 199, 60)).toEqual({ start_time: 4, end_time_exclusive: 8 })
  expect(trimmed(timing, clip, 'end', 49, 60)).toEqual({ start_time: 0, end_time_exclusive: 2 })
})

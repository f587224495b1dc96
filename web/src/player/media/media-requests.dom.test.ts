import { type FrameTiming, frameAt, timingFrom } from '@footnote/contract/shared/frames.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { type MediaRequests, mediaRequests } from './media-requests.ts'
import { createMediaStore } from './media-store.ts'

const PAL = timingFrom({ num: 25, den: 1 }, null)
let video: HTMLVideoElement

beforeEach(() => {
  playableVideo(200)
  video = document.createElement('video')
})
afterEach(() => vi.restoreAllMocks())

const asking = (timing: FrameTiming | null): MediaRequests => mediaRequests(createMediaStore(video, timing))

describe('with known frames', () => {
  test('a seek lands in the middle of the frame that is shown then', () => {
    const { seek, currentFrame } = asking(PAL)
    for (const time of [2, 2.02, 2.0389]) {
      seek(time)
      expect([video.currentTime, currentFrame()]).toEqual([2.02, 50])
    }
  })

  test('a thousand steps at a fractional rate never skip or repeat a frame, forwards and back', () => {
    const timing = timingFrom({ num: 24_000, den: 1001 }, null) as FrameTiming
    const { step } = asking(timing)
    for (let frame = 1; frame <= 1_000; frame += 1) {
      step(1)
      expect(frameAt(timing, video.currentTime)).toBe(frame)
    }
    for (let frame = 999; frame >= 0; frame -= 1) {
      step(-1)
      expect(frameAt(timing, video.currentTime)).toBe(frame)
    }
  })

  test('steps go through a table one by one', () => {
    const { step, currentFrame } = asking(timingFrom(null, [0, 0.04, 0.08, 0.58, 0.6]))
    const times = [1, 1, 1, 1, 1, -1].map((frames) => {
      step(frames)
      return [currentFrame(), Number(video.currentTime.toFixed(3))]
    })
    expect(times).toEqual([
      [1, 0.05],
      [2, 0.09],
      [3, 0.59],
      [4, 0.61],
      [4, 0.61],
      [3, 0.59],
    ])
  })

  test('a second forward and a second back lead to the same frame', () => {
    const { skip, seekToFrame, currentFrame } = asking(timingFrom({ num: 30_000, den: 1001 }, null))
    seekToFrame(77)
    for (let again = 0; again < 50; again += 1) {
      skip(1)
      skip(-1)
    }
    expect(currentFrame()).toBe(77)
  })

  test('there is no frame before the first or after the last', () => {
    const { seek, seekToFrame, currentFrame } = asking(PAL)
    seek(-3)
    expect(currentFrame()).toBe(0)
    seek(200)
    expect(currentFrame()).toBe(4_999)
    expect(video.currentTime).toBeCloseTo(199.98, 9)
    seekToFrame(9_999)
    expect(currentFrame()).toBe(4_999)
  })
})

describe('without known frames', () => {
  test('a seek goes to the time itself, and no frame is named', () => {
    const { seek, seekToFrame, currentFrame } = asking(null)
    seek(2.0389)
    seekToFrame(10)
    expect([video.currentTime, currentFrame()]).toEqual([2.0389, null])
  })
})

test('volume zero mutes, and unmuting restores the previous volume', () => {
  const { setVolume, toggleMuted } = asking(null)
  setVolume(0.6)
  setVolume(0)
  expect([video.volume, video.muted]).toEqual([0.6, true])
  toggleMuted()
  expect([video.volume, video.muted]).toEqual([0.6, false])
})

import { type FrameTiming, frameAt } from '@footnote/contract/shared/frames.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { createMediaStore } from '../media/media-store.ts'
import { follow } from './follow.ts'

const DURATION = 60
const timing: FrameTiming = { rate: { num: 25, den: 1 }, times: null }

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['earlier', -2],
  ['later', 2],
])('a stopped comparison shows the frame of the second video that is %s by the offset', (_when, offset) => {
  playableVideo(DURATION)
  const [leader, follower] = [1, 2].map(() => createMediaStore(document.createElement('video'), timing))
  if (!leader || !follower) throw new Error('two videos are needed')
  const end = follow(leader, follower, offset)
  leader.video.currentTime = 10.02
  expect(frameAt(timing, follower.video.currentTime)).toBe(250 + offset * 25)
  end()
  leader.video.currentTime = 20.02
  expect(frameAt(timing, follower.video.currentTime)).toBe(250 + offset * 25)
})

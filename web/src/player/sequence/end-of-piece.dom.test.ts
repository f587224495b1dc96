import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchEnd } from './end-of-piece.ts'
import type { Piece } from './layout.ts'

/** Frames 100 to 149 of a video of 25 frames a second. */
const PIECE = {
  ...{ id: 'a', video_id: 'a', src: 'a.mp4', storyboard: null, sheets: [], label: 'a' },
  ...{ timing: timingFrom({ num: 25, den: 1 }, null), first: 100, end_exclusive: 150 },
} as Piece
/** Seconds of the video at which the piece begins. */
const BEGINS = 4

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Plays the piece in an element that hides itself by the clock alone, as the browser's compositor does. */
function play() {
  const video = document.createElement('video')
  const began = performance.now()
  const time = () => BEGINS + (performance.now() - began) / 1000
  Object.defineProperty(video, 'currentTime', { get: time })
  let onPicture: VideoFrameRequestCallback | null = null
  video.requestVideoFrameCallback = (callback) => {
    onPicture = callback
    return 1
  }
  video.cancelVideoFrameCallback = () => {
    onPicture = null
  }
  let hides_at = Number.POSITIVE_INFINITY
  video.animate = (_, options) => {
    const animation = { startTime: 0, cancel: () => (hides_at = Number.POSITIVE_INFINITY) }
    hides_at = performance.now() + Number((options as KeyframeAnimationOptions).delay)
    return animation as unknown as Animation
  }
  const onOver = vi.fn()
  watchEnd(video, PIECE, { next_waits: () => true, onOver })
  return {
    onOver,
    isHidden: () => performance.now() >= hides_at,
    /** Reports a frame. @param late milliseconds since it was due */
    report: (late = 0) =>
      onPicture?.(performance.now(), {
        mediaTime: time() - late / 1000,
        presentationTime: performance.now(),
      } as VideoFrameCallbackMetadata),
  }
}

/** Goes on by so many milliseconds, with a report of each frame that is due. */
function goOn(milliseconds: number, report: () => void) {
  for (let passed = 0; passed < milliseconds; passed += 40) {
    vi.advanceTimersByTime(40)
    report()
  }
}

test('an element is hidden in the last repaint of its piece, and the piece is over', () => {
  const { onOver, isHidden, report } = play()
  goOn(1960, report)
  expect([isHidden(), onOver.mock.calls.length]).toEqual([false, 0])
  vi.advanceTimersByTime(40)
  // The next piece gets the rest of the repaint.
  expect(onOver).toHaveBeenCalledExactlyOnceWith(17)
})

test('an element whose pictures come late is hidden as much later', () => {
  const { onOver, isHidden, report } = play()
  goOn(1800, report)
  report(200)
  vi.advanceTimersByTime(280)
  expect([isHidden(), onOver.mock.calls.length]).toEqual([false, 0])
  vi.advanceTimersByTime(120)
  expect(onOver).toHaveBeenCalledOnce()
})

test('an element that was hidden does not come back when its pictures turn out to be late', () => {
  const { onOver, isHidden, report } = play()
  goOn(1960, report)
  // The page is busy while the piece ends: its timers have to wait, and the reports come first.
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60)
  expect(isHidden()).toBe(true)
  report(200)
  expect(onOver).toHaveBeenCalledOnce()
})

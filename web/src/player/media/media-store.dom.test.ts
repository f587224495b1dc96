import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { createMediaStore, type MediaStore } from './media-store.ts'

let video: HTMLVideoElement
let store: MediaStore
let tell: (mediaTime: number, presentationTime?: number) => void
let seeking = false

beforeEach(() => {
  playableVideo(20)
  seeking = false
  video = document.createElement('video')
  Object.defineProperty(video, 'seeking', { get: () => seeking })
  video.requestVideoFrameCallback = (callback) => {
    tell = (mediaTime, presentationTime = performance.now() + 1) =>
      callback(0, { mediaTime, presentationTime } as VideoFrameCallbackMetadata)
    return 1
  }
  video.cancelVideoFrameCallback = () => undefined
  store = createMediaStore(video, timingFrom({ num: 25, den: 1 }, null))
  store.watch(() => undefined)
})
afterEach(() => vi.restoreAllMocks())

test('the frame is the presented one, not the one at the current time', () => {
  video.currentTime = 2.041
  expect(store.frame()).toBe(51)
  tell(2)
  expect(store.frame()).toBe(50)
})

test('during a seek the frame is the one that it seeks to', () => {
  tell(2)
  seeking = true
  video.currentTime = 4.02
  expect(store.frame()).toBe(100)
})

test('a picture from before a seek does not count after it', () => {
  const before = performance.now()
  seeking = true
  video.currentTime = 4.02
  video.dispatchEvent(new Event('seeking'))
  tell(2, before)
  seeking = false
  expect(store.frame()).toBe(100)
  tell(4)
  expect(store.frame()).toBe(100)
})

test('a step goes from where the last seek went, although the picture of the seek before it is reported late', () => {
  for (const time of [4.02, 4.06]) {
    video.currentTime = time
    video.dispatchEvent(new Event('seeking'))
  }
  tell(4)
  expect(store.stepOrigin()).toBe(101)
  tell(4.04)
  expect(store.stepOrigin()).toBe(101)
})

test('a step after playing goes from the picture that is shown', () => {
  video.currentTime = 2.02
  video.dispatchEvent(new Event('seeking'))
  video.dispatchEvent(new Event('play'))
  video.currentTime = 2.121
  tell(2.08)
  expect(store.stepOrigin()).toBe(52)
})

test('a step goes from the picture that is shown after a seek while the video played', () => {
  Object.defineProperty(video, 'paused', { get: () => false })
  video.currentTime = 2.02
  video.dispatchEvent(new Event('seeking'))
  video.currentTime = 2.121
  tell(2.08)
  expect(store.stepOrigin()).toBe(52)
})

test('a picture that is far behind, as in a hidden page, does not count', () => {
  tell(2)
  video.currentTime = 2.2
  expect(store.frame()).toBe(50)
  video.currentTime = 3
  expect(store.frame()).toBe(75)
})

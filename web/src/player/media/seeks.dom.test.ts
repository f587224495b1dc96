import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { destination, isSeeking, seekTo, watchSeeks } from './seeks.ts'

let video: HTMLVideoElement
/** The times of all seeks, in seconds. */
let seeks: number[]
let seeking: boolean
let loaded_to: number
let end: () => void

beforeEach(() => {
  vi.useFakeTimers()
  seeks = []
  seeking = false
  loaded_to = 10
  video = document.createElement('video')
  Object.defineProperties(video, {
    seeking: { get: () => seeking },
    buffered: { get: () => ({ length: 1, start: () => 0, end: () => loaded_to }) },
    currentTime: {
      get: () => seeks.at(-1) ?? 0,
      set: (time: number) => {
        seeks.push(time)
        seeking = true
        video.dispatchEvent(new Event('seeking'))
      },
    },
  })
  end = watchSeeks(video)
})
afterEach(() => {
  end()
  vi.useRealTimers()
})

const ended = () => {
  seeking = false
  video.dispatchEvent(new Event('seeked'))
}

test('a seek that does not end is made again, after twice the time each time', () => {
  video.currentTime = 4
  vi.advanceTimersByTime(999)
  expect(seeks).toEqual([4])
  vi.advanceTimersByTime(1)
  expect(seeks).toEqual([4, 4])
  vi.advanceTimersByTime(1_999)
  expect(seeks).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(seeks).toEqual([4, 4, 4])
})

test('a seek that ended is left alone', () => {
  video.currentTime = 4
  vi.advanceTimersByTime(500)
  ended()
  vi.advanceTimersByTime(60_000)
  expect(seeks).toEqual([4])
})

test('a seek to a part that is not loaded waits for it', () => {
  loaded_to = 3
  video.currentTime = 4
  vi.advanceTimersByTime(60_000)
  expect(seeks).toEqual([4])
  loaded_to = 10
  vi.advanceTimersByTime(1_000)
  expect(seeks).toEqual([4, 4])
})

test('another place is sought after the first pause again', () => {
  video.currentTime = 4
  vi.advanceTimersByTime(3_000)
  expect(seeks).toEqual([4, 4, 4])
  video.currentTime = 5
  vi.advanceTimersByTime(1_000)
  expect(seeks).toEqual([4, 4, 4, 5, 5])
})

test('a seek waits for the one into loaded data, and only the newest one is made', () => {
  seekTo(video, 4)
  seekTo(video, 5)
  seekTo(video, 6)
  expect(seeks).toEqual([4])
  expect([destination(video), isSeeking(video)]).toEqual([6, true])
  ended()
  expect(seeks).toEqual([4, 6])
  expect([destination(video), isSeeking(video)]).toEqual([6, true])
  ended()
  expect(seeks).toEqual([4, 6])
  expect(isSeeking(video)).toBe(false)
})

test('a seek to a part that is not loaded gives way at once', () => {
  loaded_to = 3
  seekTo(video, 4)
  seekTo(video, 5)
  expect(seeks).toEqual([4, 5])
})

test('a seek that waits for one that does not end is made in its place', () => {
  seekTo(video, 4)
  seekTo(video, 5)
  vi.advanceTimersByTime(1_000)
  expect(seeks).toEqual([4, 5])
  ended()
  expect(seeks).toEqual([4, 5])
})

test('another file forgets the seek that waits', () => {
  seekTo(video, 4)
  seekTo(video, 5)
  seeking = false
  video.dispatchEvent(new Event('emptied'))
  expect(destination(video)).toBe(4)
  ended()
  expect(seeks).toEqual([4])
})

test('on an element that nobody watches a seek gives way at once', () => {
  end()
  seekTo(video, 4)
  seekTo(video, 5)
  expect(seeks).toEqual([4, 5])
  expect(destination(video)).toBe(5)
})

test('watchers hear of a seek that waits', () => {
  const heard = vi.fn()
  video.addEventListener('timeupdate', heard)
  seekTo(video, 4)
  seekTo(video, 5)
  expect(heard).toHaveBeenCalledTimes(1)
})

test('the end of a seek that comes when the next one has begun interrupts nothing', () => {
  seekTo(video, 4)
  seeking = false
  seekTo(video, 5)
  seekTo(video, 6)
  video.dispatchEvent(new Event('seeked'))
  expect(seeks).toEqual([4, 5])
  ended()
  expect(seeks).toEqual([4, 5, 6])
})

test('a seek does not wait for one whose data is not there any more', () => {
  seekTo(video, 4)
  seekTo(video, 2)
  loaded_to = 3
  vi.advanceTimersByTime(1_000)
  expect(seeks).toEqual([4, 2])
})

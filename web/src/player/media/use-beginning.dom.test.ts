import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { playableVideo } from '../../../test/video-element.ts'
import { mediaRequests } from './media-requests.ts'
import { createMediaStore } from './media-store.ts'
import { useBeginning } from './use-beginning.ts'

afterEach(() => vi.restoreAllMocks())

/** A video of 200 s that has not loaded. @param start seconds, or null */
function begin(start: number | null) {
  playableVideo(200)
  const video = document.createElement('video')
  const ready = vi.spyOn(HTMLMediaElement.prototype, 'readyState', 'get').mockReturnValue(0)
  const requests = mediaRequests(createMediaStore(video, null))
  const seek = vi.spyOn(requests, 'seek')
  renderHook(() => useBeginning(video, requests, 'v', start))
  expect(seek).not.toHaveBeenCalled()
  return {
    video,
    seek,
    load: () => {
      ready.mockReturnValue(HTMLMediaElement.HAVE_METADATA)
      video.dispatchEvent(new Event('loadedmetadata'))
    },
  }
}

test.each([
  [null, 0],
  [12, 12],
])('a video with the start time %s begins at second %s', (start, at) => {
  const { seek, load } = begin(start)
  load()
  expect(seek).toHaveBeenLastCalledWith(at)
})

test('who went to a comment before the video loaded stays there', () => {
  const { video, seek, load } = begin(null)
  seek(83)
  load()
  expect(seek).toHaveBeenCalledTimes(2)
  expect(video.currentTime).toBe(83)
})

test('a start time holds for the next file when that replaces the first before its seek has ended, and not later', () => {
  const { video, seek, load } = begin(12)
  load()
  video.currentTime = 0
  load()
  expect(video.currentTime).toBe(12)
  video.dispatchEvent(new Event('seeked'))
  video.currentTime = 70
  load()
  expect(video.currentTime).toBe(70)
  expect(seek).toHaveBeenCalledTimes(2)
})

import { afterEach, expect, test, vi } from 'vitest'
import { holdPicture } from './hold-picture.ts'

afterEach(() => vi.unstubAllGlobals())

test('the held picture stays through every seek, and goes with the last one', () => {
  vi.stubGlobal('requestAnimationFrame', (draw: FrameRequestCallback) => draw(0))
  let seeking = true
  const video = document.createElement('video')
  Object.defineProperties(video, {
    readyState: { get: () => HTMLMediaElement.HAVE_ENOUGH_DATA },
    seeking: { get: () => seeking },
  })
  document.body.append(video)
  holdPicture(video)
  const held = video.nextSibling as HTMLCanvasElement
  for (const name of ['loadeddata', 'seeked']) video.dispatchEvent(new Event(name))
  expect(held.isConnected).toBe(true)
  seeking = false
  video.dispatchEvent(new Event('seeked'))
  expect(held.isConnected).toBe(false)
  video.remove()
})

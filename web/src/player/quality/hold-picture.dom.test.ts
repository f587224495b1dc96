import { expect, test } from 'vitest'
import { holdPicture } from './hold-picture.ts'

test('the held picture stays through every seek, and goes with the last one', async () => {
  let seeking = true
  const video = document.createElement('video')
  Object.defineProperties(video, {
    readyState: { get: () => HTMLMediaElement.HAVE_ENOUGH_DATA },
    seeking: { get: () => seeking },
  })
  document.body.append(video)
  holdPicture(video)
  for (const name of ['loadeddata', 'seeked']) video.dispatchEvent(new Event(name))
  expect(document.querySelector('.held-picture')).not.toBeNull()
  seeking = false
  video.dispatchEvent(new Event('seeked'))
  await expect.poll(() => document.querySelector('.held-picture')).toBeNull()
})

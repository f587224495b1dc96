import { isSeeking } from '../media/seeks.ts'

/**
 * Keeps the picture of an element on the screen while it loads another file of the same video, until that shows its
 * frame.
 */
export function holdPicture(video: HTMLVideoElement): void {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
  const picture = document.createElement('canvas')
  picture.className = 'held-picture'
  picture.width = video.videoWidth
  picture.height = video.videoHeight
  picture.getContext('2d')?.drawImage(video, 0, 0)
  video.after(picture)
  const stop = new AbortController()
  const end = () => {
    if (isSeeking(video)) return
    stop.abort()
    // The browser draws a frame after it has said that it is there.
    requestAnimationFrame(() => requestAnimationFrame(() => picture.remove()))
  }
  for (const name of ['loadeddata', 'seeked', 'error']) video.addEventListener(name, end, { signal: stop.signal })
}

import { frameAt, frameSeek, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Piece } from './layout.ts'

/** Milliseconds between two looks at the clock while the end is further away. */
const LOOK_EACH = 250
/** Milliseconds for which the report of a picture says where the video is; after that its own clock counts. */
const FRESH = 250
/** Milliseconds after which a seek to the last frame is over, whether the browser says so or not. */
const SEEK_ENDS = 400
/** Seconds by which timers may be early. */
const EARLY = 0.002

/**
 * Stops a playing element in the middle of the piece's last frame, so that neither a late nor an early timer shows a
 * frame beyond the piece, and calls back when the last frame has been on the screen for its length.
 * @returns a function that ends the watch
 */
export function watchEnd(element: HTMLVideoElement, { timing, first, end }: Piece, onOver: () => void): () => void {
  const last = end - 1
  const appears = frameStart(timing, last)
  const over = frameStart(timing, end)
  const middle = (appears + over) / 2
  const stop = new AbortController()
  const { signal } = stop
  let timer: ReturnType<typeof setTimeout> | undefined
  let callback = 0
  let stopped = false
  let picture: { readonly time: number; readonly at: number } | null = null

  /** Where the video is by now, in seconds. A report of a picture is nearer to what people see than the clock is. */
  const position = (): number => {
    const since = picture ? performance.now() - picture.at : Number.POSITIVE_INFINITY
    return picture && since < FRESH
      ? picture.time + (Math.max(0, since) / 1000) * element.playbackRate
      : element.currentTime
  }
  const finish = () => {
    endWatch()
    onOver()
  }
  const after = (seconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(finish, Math.max(0, (1000 * seconds) / element.playbackRate))
  }
  const halt = () => {
    stopped = true
    const at = position()
    element.pause()
    if (frameAt(timing, element.currentTime) >= last) return after(last === first ? over - appears : over - at)
    // It was early: the last frame has not been on the screen.
    element.addEventListener('seeked', () => after(over - middle), { once: true, signal })
    element.currentTime = frameSeek(timing, last)
    clearTimeout(timer)
    timer = setTimeout(finish, SEEK_ENDS)
  }
  const look = () => {
    if (stopped) return
    clearTimeout(timer)
    const left = middle - position()
    if (left <= EARLY) return halt()
    timer = setTimeout(look, Math.min(LOOK_EACH, (1000 * left) / element.playbackRate))
  }
  const onPicture: VideoFrameRequestCallback = (_, { mediaTime, expectedDisplayTime }) => {
    picture = { time: mediaTime, at: expectedDisplayTime }
    look()
    callback = element.requestVideoFrameCallback(onPicture)
  }
  const endWatch = () => {
    stop.abort()
    clearTimeout(timer)
    if (callback) element.cancelVideoFrameCallback(callback)
  }
  if ('requestVideoFrameCallback' in element) callback = element.requestVideoFrameCallback(onPicture)
  for (const name of ['timeupdate', 'playing', 'ratechange'] as const) element.addEventListener(name, look, { signal })
  element.addEventListener('ended', finish, { signal })
  look()
  return endWatch
}

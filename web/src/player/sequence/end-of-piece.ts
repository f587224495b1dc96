import { frameSeek, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Piece } from './layout.ts'

/** Milliseconds between two looks at the clock while the end is further away. */
const LOOK_EACH = 250
/** Milliseconds before the end from which the element is due to disappear. */
const HIDES_WITHIN = 400
/**
 * Milliseconds by which a prediction may change before the element is due at another time, and milliseconds before that
 * time from which only a change of more than a repaint counts: a new animation needs a moment to reach the compositor.
 */
const CHANGED = 4
const SETTLED = 100
/**
 * Milliseconds by which a change of pieces comes before the end of the last frame, if half of that frame is not less.
 * Chromium composes a frame at the repaint (of 60 a second) that covers more of it than of the frame before: up to half a
 * repaint early. The other half is for reports that are off.
 */
const REPAINT = 17
/** Least share of a report in the mean: frames are composed at repaints, so one report is off by up to half of one. */
const SHARE = 0.1
/** Milliseconds by which a report must differ from the mean to begin a new one: the video was stopped or sought. */
const BROKEN = 60
/** Milliseconds after which a seek to the last frame is over, whether the browser says so or not. */
const SEEK_ENDS = 400

interface End {
  /**
   * Whether the next piece waits behind the element. Then the compositor makes the element disappear in time, even while
   * the page's own program is busy. Otherwise the element stops on its last frame.
   */
  readonly next_waits: () => boolean
  /** @param early milliseconds until the end of the last frame */
  readonly onOver: (early: number) => void
}

/**
 * Calls back when the last frame of the piece that an element plays has been on the screen, and lets no frame beyond it be
 * seen.
 * @returns a function that ends the watch
 */
export function watchEnd(
  element: HTMLVideoElement,
  { timing, first, end_exclusive }: Piece,
  { next_waits, onOver }: End,
): () => void {
  const last = end_exclusive - 1
  const appears = frameStart(timing, last)
  const over = frameStart(timing, end_exclusive)
  const stop = new AbortController()
  const { signal } = stop
  const began = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined
  let callback = 0
  let stopped = false
  let hiding: { readonly at: number; readonly animation: Animation } | null = null
  /**
   * Milliseconds of the page at which the video's time 0 would have been composed, at this rate. Animations have the
   * clock of the composition, too; a frame's expected time of display is a repaint later.
   */
  let origin: number | null = null
  /** Reports in it. */
  let reports = 0

  /** Milliseconds of the page at which a time of the video is composed. @param time seconds */
  const composedAt = (time: number): number =>
    origin === null
      ? performance.now() + (1000 * (time - element.currentTime)) / element.playbackRate
      : origin + (1000 * time) / element.playbackRate
  const finish = (early = 0) => {
    endWatch()
    onOver(early)
  }
  const stayVisible = () => {
    hiding?.animation.cancel()
    hiding = null
  }
  const hide = (at: number) => {
    const now = performance.now()
    if (hiding && Math.abs(hiding.at - at) < (hiding.at - now < SETTLED ? REPAINT : CHANGED)) return
    stayVisible()
    const delay = Math.max(0, at - now)
    const animation = element.animate([{ opacity: 0 }, { opacity: 0 }], { delay, duration: 1, fill: 'forwards' })
    // Without it, the delay would begin at the next repaint.
    animation.startTime = now
    hiding = { at, animation }
  }
  const halt = () => {
    stopped = true
    element.pause()
    // A late page stops beyond the last frame, an early one before it, and a browser may show a frame other than that of its
    // clock. A seek shows exactly the last frame.
    const onSeeked = () => {
      clearTimeout(timer)
      timer = setTimeout(finish, (500 * (over - appears)) / element.playbackRate)
    }
    element.addEventListener('seeked', onSeeked, { once: true, signal })
    element.currentTime = frameSeek(timing, last)
    timer = setTimeout(finish, SEEK_ENDS)
  }
  const look = () => {
    if (stopped) return
    clearTimeout(timer)
    const waits = next_waits()
    const half = (500 * (over - appears)) / element.playbackRate
    const due = composedAt(over) - (waits ? Math.min(REPAINT, half) : half)
    const now = performance.now()
    // Once the next piece has been seen, this one must not come back, even if its video turns out to be late.
    const left = hiding && hiding.at <= now ? 0 : due - now
    if (left <= 0) return waits ? finish(Math.min(REPAINT, Math.max(0, composedAt(over) - now))) : halt()
    if (waits && left < HIDES_WITHIN) hide(due)
    else stayVisible()
    timer = setTimeout(look, Math.min(LOOK_EACH, left))
  }
  const onPicture: VideoFrameRequestCallback = (_, { mediaTime, presentationTime }) => {
    // Before `look`, which may end the watch and cancels the request.
    callback = element.requestVideoFrameCallback(onPicture)
    // The first report may be of the time when the element waited behind, at rest.
    if (presentationTime < began) return
    const reported = presentationTime - (1000 * mediaTime) / element.playbackRate
    const goes_on = origin !== null && Math.abs(reported - origin) <= BROKEN
    reports = goes_on ? reports + 1 : 1
    origin = origin !== null && goes_on ? origin + Math.max(SHARE, 1 / reports) * (reported - origin) : reported
    look()
  }
  const onRate = () => {
    origin = null
    look()
  }
  const endWatch = () => {
    stop.abort()
    clearTimeout(timer)
    stayVisible()
    if (callback) element.cancelVideoFrameCallback(callback)
  }
  // One frame needs no playing: it stays for its length.
  if (last === first) {
    stopped = true
    element.pause()
    timer = setTimeout(finish, (1000 * (over - appears)) / element.playbackRate)
    return endWatch
  }
  if ('requestVideoFrameCallback' in element) callback = element.requestVideoFrameCallback(onPicture)
  for (const name of ['timeupdate', 'playing'] as const) element.addEventListener(name, look, { signal })
  element.addEventListener('ratechange', onRate, { signal })
  element.addEventListener('ended', () => finish(), { signal })
  look()
  return endWatch
}

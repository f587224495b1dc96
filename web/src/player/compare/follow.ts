import { frameMiddle } from '@footnote/contract/shared/frames.ts'
import type { MediaStore } from '../media/media-store.ts'
import { correctionOf, meanShift, timeBeside } from './beside.ts'

/** Seconds before its end in which a second video that has ended is left alone. */
const AT_END = 1
/** Milliseconds between two seeks of a playing video: a decoder that seeks all the time shows nothing. */
const SEEK_PAUSE = 1_000

/** Milliseconds between two changes of the rate. */
const CORRECTION_PAUSE = 90

/** Seconds by which the middle of the picture on the screen is ahead of the video's own time; 0 if frames are unknown. */
function pictureAhead({ timing, frame, video }: MediaStore): number {
  const shown = frame()
  return timing && shown !== null ? frameMiddle(timing, shown) - video.currentTime : 0
}

/**
 * Keeps the second video of a comparison level with the first, which alone is controlled. Stopped, it shows the frame
 * that belongs to the first one's frame, by one seek. Playing, small lags are met by the rate and large ones by a seek;
 * while its data is missing, the first one waits.
 * @param offset seconds by which the second is ahead of the first
 * @returns a function that ends it
 */
export function follow(leader: MediaStore, follower: MediaStore, offset: number): () => void {
  const { video } = follower
  let asked: number | null = null
  let sought = Number.NEGATIVE_INFINITY
  let waits = false
  let corrected = Number.NEGATIVE_INFINITY
  // Chromium shows pictures earlier or later than its time says, by up to 24 ms at 29.97 beside 23.976.
  let shift = 0

  const seek = (time: number) => {
    // A seek in the middle of another one would begin the decoder's work again; `seeked` looks again.
    if (time === asked || video.seeking) return
    asked = time
    sought = performance.now()
    video.currentTime = time
  }
  const stop = () => {
    if (!video.paused) video.pause()
    const frame = leader.frame()
    const time = leader.timing && frame !== null ? frameMiddle(leader.timing, frame) : leader.video.currentTime
    seek(timeBeside(follower.timing, time + offset, video.duration))
  }
  const run = () => {
    const due = leader.video.currentTime + offset
    if (due < 0 || due >= video.duration) return stop()
    // To play a video that has ended would begin it again. Its last frame stays unless the first one went back.
    if (video.ended) return due < video.duration - AT_END ? seek(due) : undefined
    if (video.paused) {
      asked = null
      void video.play()?.catch(() => undefined)
    }
    if (video.seeking || leader.video.seeking) return
    // A changed rate is an event too, so each correction would ask for the next one at once.
    if (performance.now() - corrected < CORRECTION_PAUSE) return
    corrected = performance.now()
    shift = meanShift(shift, pictureAhead(leader) - pictureAhead(follower))
    const lag = due - video.currentTime + shift
    const correction = correctionOf(follower.timing, lag, leader.video.playbackRate, !video.muted)
    if (!correction.seek) video.playbackRate = correction.rate
    else if (performance.now() - sought > SEEK_PAUSE) {
      asked = null
      seek(due)
    }
  }
  const look = () => {
    if (!Number.isFinite(video.duration)) return
    if (leader.video.paused) stop()
    else run()
  }
  const onWaiting = () => {
    if (leader.video.paused || video.seeking) return
    waits = true
    leader.video.pause()
  }
  const onReady = () => {
    if (!waits) return
    waits = false
    void leader.video.play()?.catch(() => undefined)
  }
  const ends = [leader.watch(look), follower.watch(look)]
  video.addEventListener('waiting', onWaiting)
  video.addEventListener('canplay', onReady)
  look()
  return () => {
    for (const end of ends) end()
    onReady()
    video.removeEventListener('waiting', onWaiting)
    video.removeEventListener('canplay', onReady)
  }
}

import { frameAt, frameSeek } from '@footnote/contract/shared/frames.ts'
import { isSeeking, seekTo, watchSeeks } from '../media/seeks.ts'
import type { Piece } from './layout.ts'

/** One of the two elements that play in turn, and the video that it has loaded. */
export interface Slot {
  readonly element: HTMLVideoElement
  /** The video that it has loaded, or null. */
  readonly video_id: () => string | null
  /** Shows a frame of a piece, loading its video first if need be. Calls back when the frame is on the element. */
  readonly cue: (piece: Piece, frame: number, onReady: () => void) => void
  /** Whether it shows that frame, at rest. */
  readonly shows: (piece: Piece, frame: number) => boolean
  /** Forgets its video, so that the next cue loads it once more. */
  readonly forget: () => void
  /** Removes its listeners and lets go of its file. */
  readonly end: () => void
}

interface Cue {
  readonly key: string
  /** Seconds. */
  readonly time: number
  readonly piece: Piece
  readonly frame: number
  /** The browser has reported this very picture, or did not within `PAINTED_AFTER`. */
  painted: boolean
  ready: boolean
  readonly onReady: () => void
}

/** Milliseconds after the end of a seek after which its picture counts as painted. */
const PAINTED_AFTER = 300
/** Seconds that separate two places in a file. */
const AT = 0.001

/** @param onFailure called with the video whose file cannot be loaded */
export function createSlot(element: HTMLVideoElement, onFailure: (video_id: string) => void): Slot {
  let loaded: string | null = null
  let cued: Cue | null = null
  const stop = new AbortController()
  const { signal } = stop
  const keyOf = ({ video_id }: Piece, frame: number): string => `${video_id} ${frame}`

  /** A change of places before the picture is painted would show an empty element. */
  const paint = (cue: Cue) => {
    if (!('requestVideoFrameCallback' in element)) {
      cue.painted = true
      return
    }
    element.requestVideoFrameCallback((_, { mediaTime }) => {
      if (cue !== cued || cue.ready) return
      if (frameAt(cue.piece.timing, mediaTime) !== cue.frame) return paint(cue)
      cue.painted = true
      look()
    })
  }
  const go = () => {
    if (cued && element.readyState >= HTMLMediaElement.HAVE_METADATA) seekTo(element, cued.time)
  }
  const onSeeked = () => {
    if (isSeeking(element)) return
    const cue = cued
    if (cue && !cue.painted)
      setTimeout(() => {
        cue.painted = true
        look()
      }, PAINTED_AFTER)
    look()
  }
  const look = () => {
    if (!cued || cued.ready || element.seeking || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    if (!cued.painted || Math.abs(element.currentTime - cued.time) > AT) return
    cued.ready = true
    cued.onReady()
  }
  element.addEventListener('loadedmetadata', go, { signal })
  element.addEventListener('seeked', onSeeked, { signal })
  for (const name of ['loadeddata', 'canplay'] as const) element.addEventListener(name, look, { signal })
  const onError = () => {
    if (loaded !== null) onFailure(loaded)
  }
  element.addEventListener('error', onError, { signal })
  const endWatch = watchSeeks(element)

  return {
    element,
    video_id: () => loaded,
    cue: (piece, frame, onReady) => {
      const time = frameSeek(piece.timing, frame)
      cued = { key: keyOf(piece, frame), time, piece, frame, painted: false, ready: false, onReady }
      paint(cued)
      if (loaded === piece.video_id) return go()
      loaded = piece.video_id
      element.src = piece.src
    },
    shows: (piece, frame) =>
      cued?.ready === true && cued.key === keyOf(piece, frame) && Math.abs(element.currentTime - cued.time) < AT,
    forget: () => {
      loaded = null
    },
    end: () => {
      stop.abort()
      endWatch()
      element.removeAttribute('src')
      element.load()
    },
  }
}

import { frameSeek } from '@footnote/contract/shared/frames.ts'
import { repeatStuckSeeks } from '../media/stuck-seeks.ts'
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

/** Seconds that separate two places in a file. */
const AT = 0.001

/**
 * Its element has `data-ready` while it shows the frame that it was cued to, or went on from there.
 * @param onFailure called with the video whose file cannot be loaded
 */
export function createSlot(element: HTMLVideoElement, onFailure: (video_id: string) => void): Slot {
  let loaded: string | null = null
  let cued: { readonly key: string; readonly time: number; ready: boolean; onReady: () => void } | null = null
  const stop = new AbortController()
  const { signal } = stop
  const keyOf = ({ video_id }: Piece, frame: number): string => `${video_id} ${frame}`

  const go = () => {
    if (cued && element.readyState >= HTMLMediaElement.HAVE_METADATA) element.currentTime = cued.time
  }
  const look = () => {
    if (!cued || cued.ready || element.seeking || element.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return
    if (Math.abs(element.currentTime - cued.time) > AT) return
    cued.ready = true
    element.dataset.ready = ''
    cued.onReady()
  }
  element.addEventListener('loadedmetadata', go, { signal })
  for (const name of ['seeked', 'loadeddata', 'canplay'] as const) element.addEventListener(name, look, { signal })
  const onError = () => {
    if (loaded !== null) onFailure(loaded)
  }
  element.addEventListener('error', onError, { signal })
  const endWatch = repeatStuckSeeks(element)

  return {
    element,
    video_id: () => loaded,
    cue: (piece, frame, onReady) => {
      delete element.dataset.ready
      cued = { key: keyOf(piece, frame), time: frameSeek(piece.timing, frame), ready: false, onReady }
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

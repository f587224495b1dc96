/** Pieces of videos one after the other, at one frame rate. Pure. */
import { type FrameRate, type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import { sameRate, timelineRate } from '@footnote/contract/shared/timeline.ts'

/** Frames of a video, from 0. */
export interface Piece {
  readonly timing: FrameTiming
  readonly start_frame: number
  /** Exclusive. */
  readonly end_frame: number
}

/** A piece at its place. */
export interface PieceOnTimeline<P extends Piece> {
  readonly piece: P
  /** Its first frame on the timeline, and how many frames it takes there. */
  readonly frame: number
  readonly length: number
}

/** The rate of the first piece that has one for a timeline; null without one. */
export const ownRate = (pieces: readonly Piece[]): FrameRate | null =>
  pieces.map(({ timing }) => timelineRate(timing.rate)).find((rate) => rate !== null) ?? null

/**
 * Places pieces one after the other. A piece of the same rate keeps its number of frames; the others begin and end at
 * the nearest frame, so that rounding does not add up. Every piece has a frame at least.
 */
export function placePieces<P extends Piece>(pieces: readonly P[], rate: FrameRate): PieceOnTimeline<P>[] {
  const placed: PieceOnTimeline<P>[] = []
  let frame = 0
  let exact = 0
  for (const piece of pieces) {
    exact = Math.max(frame + 1, toMillionths(exact + framesOf(piece, rate)))
    const over = Math.round(exact)
    placed.push({ piece, frame, length: over - frame })
    frame = over
  }
  return placed
}

/** Keeps halves exact, so that whole numbers added to them round alike. */
const toMillionths = (frames: number): number => Math.round(frames * 1e6) / 1e6

/** Length of a piece in frames of another rate. */
function framesOf({ timing, start_frame, end_frame }: Piece, rate: FrameRate): number {
  if (sameRate(timing.rate, rate)) return end_frame - start_frame
  return ((frameStart(timing, end_frame) - frameStart(timing, start_frame)) * rate.num) / rate.den
}

/** Number of frames of the whole timeline. */
export const lengthOf = (placed: readonly PieceOnTimeline<Piece>[]): number => {
  const last = placed.at(-1)
  return last ? last.frame + last.length : 0
}

/**
 * The frame of the source that a frame of the timeline shows: the last one whose nearest tick has come, as ffmpeg's
 * filter `fps` decides it.
 * @param place frames from the beginning of the piece, from 0
 */
export function sourceFrame({ timing, start_frame, end_frame }: Piece, rate: FrameRate, place: number): number {
  if (sameRate(timing.rate, rate)) return Math.min(end_frame - 1, start_frame + place)
  const begin = frameStart(timing, start_frame)
  const tick = (frame: number) => toMillionths(((frameStart(timing, frame) - begin) * rate.num) / rate.den)
  let low = start_frame
  let high = end_frame
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (tick(middle) < place + 0.5) low = middle
    else high = middle
  }
  return low
}

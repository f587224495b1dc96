import type { Storyboard, StoryboardSheet } from '@footnote/contract/nouns/library/videos.ts'
import { type FrameTiming, frameAt, frameStart } from '@footnote/contract/shared/frames.ts'

/** A part of a video that plays in its turn. */
export interface Piece {
  readonly id: string
  readonly video_id: string
  /** Address of the video's file. */
  readonly src: string
  readonly timing: FrameTiming
  /** Frames of the video that are shown, from 0. */
  readonly first: number
  readonly end_exclusive: number
  readonly storyboard: Storyboard | null
  /** Sheets of the storyboard with the pictures at both ends. */
  readonly sheets: readonly StoryboardSheet[]
  /** Describes it for screen readers. */
  readonly label: string
}

/** A frame of a piece: its place among the pieces, and the frame of the video. */
export interface PieceFrame {
  readonly index: number
  readonly frame: number
}

/** Where each piece is when all play one after another. Times in seconds from the beginning of the first. */
export interface Layout {
  readonly pieces: readonly Piece[]
  /** When each piece begins, and when the last one ends. */
  readonly starts: readonly number[]
  /** Number of the frames before each piece, and of all. */
  readonly counts: readonly number[]
  readonly duration: number
  /** When each frame of the whole appears; null without pieces. */
  readonly timing: FrameTiming | null
}

const lengthOf = ({ timing, first, end_exclusive }: Piece): number =>
  frameStart(timing, end_exclusive) - frameStart(timing, first)

/** Lays pieces one after another. If all have the same constant rate, so has the whole. */
export function layOut(pieces: readonly Piece[]): Layout {
  const starts = [0]
  const counts = [0]
  for (const [index, piece] of pieces.entries()) {
    starts.push((starts[index] ?? 0) + lengthOf(piece))
    counts.push((counts[index] ?? 0) + piece.end_exclusive - piece.first)
  }
  return { pieces, starts, counts, duration: starts.at(-1) ?? 0, timing: timingOf(pieces, starts, counts.at(-1) ?? 0) }
}

function timingOf(pieces: readonly Piece[], starts: readonly number[], count: number): FrameTiming | null {
  const rate = pieces[0]?.timing.rate
  const same = rate && pieces.every(({ timing }) => timing.rate?.num === rate.num && timing.rate.den === rate.den)
  if (same) return { rate, times: null }
  if (count === 0) return null
  const times = new Float64Array(count)
  let place = 0
  for (const [index, { timing, first, end_exclusive }] of pieces.entries()) {
    const shift = (starts[index] ?? 0) - frameStart(timing, first)
    for (let frame = first; frame < end_exclusive; frame += 1) {
      times[place] = shift + frameStart(timing, frame)
      place += 1
    }
  }
  return { rate: null, times }
}

/** The piece and the frame at a time of the whole, inside of it; null without pieces. @param time seconds */
export function pieceFrameAt({ timing, counts, pieces }: Layout, time: number): PieceFrame | null {
  if (!timing) return null
  const frame = Math.min(frameAt(timing, Math.max(0, time)), (counts.at(-1) ?? 0) - 1)
  const next = counts.findIndex((count) => count > frame)
  const index = next === -1 ? pieces.length - 1 : next - 1
  const piece = pieces[index]
  return piece ? { index, frame: piece.first + frame - (counts[index] ?? 0) } : null
}

/** When a frame of a piece appears in the whole, in seconds. */
export function timeOf({ pieces, starts }: Layout, { index, frame }: PieceFrame): number {
  const piece = pieces[index]
  if (!piece) return 0
  return (starts[index] ?? 0) + frameStart(piece.timing, frame) - frameStart(piece.timing, piece.first)
}

import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { formatMilliseconds } from '@footnote/contract/shared/timecode.ts'
import { sourceFrame } from '../../../media/assembly/timeline.ts'
import type { SourcePiece } from '../../../platform/db/schema.ts'

/** The place of a rendered frame in the video that it comes from. */
export interface SourcePlace {
  /** Name of that video's file. */
  readonly name: string
  /** Timecode as that file counts; a time to the millisecond where its rate varies. */
  readonly timecode: string
}

/**
 * Where frames of a rendered video come from.
 * @param pieces the map that its rendering left
 * @param rate of the rendered video
 * @returns a function of a time of the rendered video in seconds; null past the last piece
 */
export function sourcePlaces(pieces: readonly SourcePiece[], rate: FrameRate): (seconds: number) => SourcePlace | null {
  return (seconds) => {
    const frame = Math.round((seconds * rate.num) / rate.den)
    const piece = pieces.find(({ frame: first, length }) => frame >= first && frame < first + length)
    return piece ? { name: piece.video_name, timecode: timecodeAt(piece, frame - piece.frame) } : null
  }
}

/** @param place frames of the rendered video from the beginning of the piece */
function timecodeAt(
  { source_rate, timecode, start_frame, frames, start_time, rate }: SourcePiece,
  place: number,
): string {
  if (!source_rate) return formatMilliseconds(start_time + (place * rate.den) / rate.num)
  const piece = { timing: { rate: source_rate, times: null }, start_frame, end_frame: start_frame + frames }
  return formatSmpte(sourceFrame(piece, rate, place), smpteLabels(source_rate, timecode))
}

import type { RenderRate, RenderSize, BurnIn as Text } from '@footnote/contract/nouns/output/selects/render.ts'
import { exactRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { type FrameRate, frameStart } from '@footnote/contract/shared/frames.ts'
import { formatPosition } from '@footnote/contract/shared/timecode.ts'
import type { BurnIn } from '../../../../media/assembly/burn-in.ts'
import type { Picture } from '../../../../media/assembly/render.ts'
import { ownRate, type Piece, type PieceOnTimeline, sourceFrame } from '../../../../media/assembly/timeline.ts'
import { fitInside } from '../../../../media/rendition-plan.ts'
import type { SourcePiece } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import { timecodeOf, type UsableItem } from '../queries.ts'

/** What a person chose for a rendering. */
export interface Choice {
  readonly size: RenderSize
  readonly rate: RenderRate
  readonly burn_in: readonly Text[]
}

const SIZES = { '1080p': { width: 1920, height: 1080 }, '720p': { width: 1280, height: 720 } } as const
/** Longest sides of a rendered picture, in pixels; larger first clips are made smaller. */
const LARGEST = { long: 3840, short: 2160 }
/** For a first clip whose size is unknown. */
const UNKNOWN = SIZES['1080p']

/** @throws ProductError rate_needed when no piece has a constant rate and none was chosen */
export function rateFor(pieces: readonly Piece[], rate: Choice['rate']): FrameRate {
  const chosen = rate === 'first' ? ownRate(pieces) : exactRate(rate)
  if (!chosen) throw new ProductError('rate_needed')
  return chosen
}

/** The picture of a rendering. @throws ProductError rate_needed */
export function pictureFor(items: readonly UsableItem[], { size, rate }: Choice): Picture {
  const chosen = rateFor(items, rate)
  if (size !== 'first') return { ...SIZES[size], rate: chosen }
  const { width, height } = items[0]?.video ?? {}
  return { ...(width && height ? fitInside({ width, height }, LARGEST.long, LARGEST.short) : UNKNOWN), rate: chosen }
}

/** The texts over a piece; null for a clean picture. */
export function burnInOf(
  { piece, length }: PieceOnTimeline<UsableItem>,
  rate: FrameRate,
  { burn_in }: Pick<Choice, 'burn_in'>,
): BurnIn | null {
  if (burn_in.length === 0) return null
  const { video, timing, item } = piece
  const label = (place: number) => formatPosition(sourceFrame(piece, rate, place), timing, 'smpte', timecodeOf(video))
  return {
    name: burn_in.includes('name') ? video.file_name : null,
    note: burn_in.includes('note') && item.note ? item.note : null,
    labels: burn_in.includes('timecode') ? Array.from({ length }, (_, place) => label(place)) : null,
  }
}

/** Where the frames of a rendering come from. */
export const sourceMapOf = (placed: readonly PieceOnTimeline<UsableItem>[], rate: FrameRate): SourcePiece[] =>
  placed.map(({ piece: { video, timing, start_frame, end_frame }, frame, length }) => ({
    ...{ frame, length, rate, start_frame, frames: end_frame - start_frame },
    video_id: video.id,
    video_name: video.file_name,
    start_time: frameStart(timing, start_frame),
    source_rate: timing.rate,
    timecode: timing.rate && timecodeOf(video) ? timecodeOf(video) : null,
  }))

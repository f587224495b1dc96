import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { frameStart, lastFrame } from '@footnote/contract/shared/frames.ts'
import { canDrop, parseSmpte, type SmpteLabels, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { sameRate } from '@footnote/contract/shared/timeline.ts'
import { lengthOf, ownRate, placePieces } from '../../../../media/assembly/timeline.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import { timecodeOf, type UsableItem } from '../../selects/queries.ts'
import type { ExportedAsset } from '../discussion.ts'
import { exportedSound } from '../exported-sound.ts'

/** A piece of a file on a timeline. */
export interface Cut extends Pick<ExportedAsset, 'width' | 'height' | 'sound'> {
  readonly video_id: string
  /** Name of the file, with its extension. */
  readonly file_name: string
  readonly note: string
  /** How the frames of the file are labelled; at the rate of the timeline when its own varies. */
  readonly labels: SmpteLabels
  /** First frame of the file, how many are shown, and how many it has, at the rate of `labels`. */
  readonly first: number
  readonly frames: number
  readonly available: number
  /** First frame on the timeline, from 0, and how many it takes there. */
  readonly frame: number
  readonly length: number
}

/** Selects on a timeline. */
export interface ExportedSelects {
  readonly name: string
  readonly note: string
  readonly labels: SmpteLabels
  /** Length in frames. */
  readonly frames: number
  readonly cuts: readonly Cut[]
}

/** Timecode at which a timeline of several sources begins. */
const START = '01:00:00:00'

const NOTHING = 'There is no piece to export. Add one first'

/**
 * Selects on a timeline that begins at 01:00:00:00. Pieces whose rate varies are on the nearest frames of its rate.
 * @param asked in place of the rate of the first piece with a constant one
 * @throws ProductError rate_needed, validation_failed without a piece
 */
export function exportedSelects(
  { name, note }: { readonly name: string; readonly note: string },
  items: readonly UsableItem[],
  asked: FrameRate | undefined,
): ExportedSelects {
  if (items.length === 0) throw invalidField('id', NOTHING)
  const rate = asked ?? ownRate(items)
  if (!rate) throw new ProductError('rate_needed')
  const drop_frame =
    canDrop(rate) && (items[0] ? labelsOf(items[0], rate).drop_frame || !sameRate(items[0].timing.rate, rate) : true)
  const counted = { rate, drop_frame, start_frame: 0 }
  const placed = placePieces(items, rate)
  return {
    name,
    note,
    labels: { ...counted, start_frame: parseSmpte(START, counted) ?? 0 },
    frames: lengthOf(placed),
    cuts: placed.map(({ piece, frame, length }) => ({ ...cutOf(piece, rate), frame, length })),
  }
}

/** The labels of a file; at the rate of the timeline when its own varies. */
const labelsOf = ({ video, timing }: UsableItem, rate: FrameRate): SmpteLabels =>
  smpteLabels(timing.rate ?? rate, timing.rate ? timecodeOf(video) : null)

function cutOf(
  { item, video, timing, start_frame, end_frame }: UsableItem,
  rate: FrameRate,
): Omit<Cut, 'frame' | 'length'> {
  const count = lastFrame(timing, video.duration ?? 0) + 1
  const nearest = (frame: number) =>
    timing.rate ? frame : Math.round((frameStart(timing, frame) * rate.num) / rate.den)
  const first = nearest(start_frame)
  return {
    video_id: video.id,
    file_name: video.file_name,
    note: item.note,
    labels: labelsOf({ item, video, timing, start_frame, end_frame }, rate),
    first,
    frames: Math.max(1, nearest(end_frame) - first),
    available: Math.max(1, nearest(count)),
    width: video.width ?? 0,
    height: video.height ?? 0,
    sound: exportedSound(video.sound),
  }
}

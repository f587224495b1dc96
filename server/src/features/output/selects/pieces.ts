import type { AddItems, SetItems } from '@footnote/contract/nouns/output/selects.ts'
import { type FrameTiming, frameAt, frameStart } from '@footnote/contract/shared/frames.ts'
import { SELECTS } from '@footnote/contract/shared/review-limits.ts'
import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import type { SelectItems } from '../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { itemState } from './policy.ts'
import { frameCount, type ItemRow, type ItemVideo } from './queries.ts'

/** A piece as a client adds it: in seconds or in frames. */
type NewPiece = z.output<typeof AddItems>['items'][number]
/** An item as a client orders it: one of the list, or a new piece. */
type OrderedItem = z.output<typeof SetItems>['items'][number]

/** An item without its place in the list. */
export interface Piece
  extends Pick<
    Selectable<SelectItems>,
    'video_id' | 'video_name' | 'start_frame' | 'end_frame' | 'seconds' | 'note' | 'source'
  > {
  /** Id of the item; null for a new one. */
  readonly id: string | null
}

/** A range that extends into a frame by less than this (seconds) does not show it: clips and matches round. */
const TOUCH = 0.002

/** What pieces are checked against. */
export interface PieceContext {
  readonly viewer: UserViewer
  readonly circumstances: Circumstances
  readonly videos: ReadonlyMap<string, ItemVideo>
}

/** An error about one item, counted from 1 for people and from 0 in the request. */
const wrong = (place: number, field: string, sentence: string): ProductError =>
  invalidField(`items.${place}.${field}`, `Item ${place + 1}: ${sentence}`)

/**
 * New pieces with their frames.
 * @param before items of the list that come first, for the numbers in sentences
 * @throws ProductError validation_failed with the item's number, not_found, collection_expired, video_not_ready
 */
export const newPieces = (items: readonly NewPiece[], ground: PieceContext): Piece[] =>
  items.map((item, place) => newPiece(item, place, ground))

/**
 * The items of a list in their new order.
 * @param known items of the list, and those that were taken out
 * @throws ProductError validation_failed with the item's number, and as `newPieces`
 */
export function orderedPieces(items: readonly OrderedItem[], known: readonly ItemRow[], ground: PieceContext): Piece[] {
  const byId = new Map(known.map((row) => [row.id, row]))
  return items.map((item, place) => {
    if (!('id' in item)) return newPiece(item, place, ground)
    const row = byId.get(item.id.toLowerCase())
    if (!row) throw wrong(place, 'id', 'It is not of these selects, or it is there twice')
    byId.delete(row.id)
    const { start_frame, end_frame, note = '' } = item
    const { id, video_id, video_name, source } = row
    const same = start_frame === row.start_frame && end_frame === row.end_frame
    if (same) return { id, video_id, video_name, start_frame, end_frame, seconds: row.seconds, note, source }
    const subject = video_id === null ? undefined : ground.videos.get(video_id)
    if (!subject) throw wrong(place, 'start_frame', 'Its video was deleted, so its frames cannot change')
    return { id, note, source, ...framed(item, place, subject) }
  })
}

function newPiece(item: NewPiece, place: number, ground: PieceContext): Piece {
  const subject = ground.videos.get(item.video_id.toLowerCase())
  const state = itemState(ground.viewer, subject, ground.circumstances)
  if (!subject || state === 'GONE') throw new ProductError('not_found', { detail: `Item ${place + 1}: Not found.` })
  if (state === 'EXPIRED') throw new ProductError('collection_expired')
  const { note = '', source = null } = item
  const frames = 'start_frame' in item ? item : inFrames(item, place, subject)
  return { id: null, note, source, ...framed(frames, place, subject) }
}

/** The frames of a piece in seconds, whose end is exclusive. */
function inFrames(
  { start_time, end_time }: Extract<NewPiece, { start_time: number }>,
  place: number,
  { video, timing }: ItemVideo,
) {
  if (!timing || video.duration === null) throw notReady(place)
  if (end_time <= start_time) throw wrong(place, 'end_time', 'It ends after its start')
  if (end_time > video.duration + TOUCH) throw wrong(place, 'end_time', 'It ends within its video')
  const first = frameAt(timing, start_time)
  return { start_frame: first, end_frame: Math.max(first, frameAt(timing, end_time - TOUCH)) + 1 }
}

const notReady = (place: number) =>
  new ProductError('video_not_ready', { detail: `Item ${place + 1}: Its video is not ready yet.` })

/** Checks frames against their video. */
function framed(
  { start_frame, end_frame }: { readonly start_frame: number; readonly end_frame: number },
  place: number,
  subject: ItemVideo,
) {
  const { video, timing } = subject
  const frames = frameCount(subject)
  if (!timing || frames === null) throw notReady(place)
  if (end_frame <= start_frame) throw wrong(place, 'end_frame', 'It ends after its start')
  if (end_frame > frames) throw wrong(place, 'end_frame', `Its video has ${frames} frames`)
  const seconds = lengthOf(timing, { start_frame, end_frame })
  if (seconds > SELECTS.item_seconds + TOUCH) throw wrong(place, 'end_frame', 'An item has at most 10 minutes')
  return { video_id: video.id, video_name: video.file_name, start_frame, end_frame, seconds }
}

/** Seconds from the first frame to the end of the last one. */
const lengthOf = (timing: FrameTiming, piece: { readonly start_frame: number; readonly end_frame: number }): number =>
  frameStart(timing, piece.end_frame) - frameStart(timing, piece.start_frame)

/**
 * Checks a whole list.
 * @param fresh place of the first item that the request names; earlier ones are of the list
 * @throws ProductError validation_failed with the number of the item that is too much
 */
export function checkTotal(pieces: readonly Pick<Piece, 'seconds'>[], fresh = 0): void {
  if (pieces.length > SELECTS.items)
    throw invalidField('items', `At most ${SELECTS.items} items are possible, and there are ${fresh} already`)
  let seconds = 0
  for (const [place, piece] of pieces.entries()) {
    seconds += piece.seconds
    if (seconds > SELECTS.seconds + TOUCH && place >= fresh)
      throw wrong(place - fresh, 'end_frame', 'With it the selects are longer than 2 hours')
  }
}

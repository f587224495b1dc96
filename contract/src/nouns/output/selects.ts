import * as z from 'zod/mini'
import { endpointsOf } from '../../calls/endpoint.ts'
import { Id, optionalLines, optionalText, requiredText, Timestamp } from '../../calls/fields.ts'
import { Message } from '../../calls/problems.ts'
import { TEXT } from '../../shared/limits.ts'
import { SELECTS } from '../../shared/review-limits.ts'
import { Playback, Storyboard, StoryboardSheet } from '../library/videos.ts'
import { EXPORT_RATES } from '../review/comments/export-formats.ts'
import { SearchSource } from '../review/comments/source.ts'
import { RenderSelects, SELECTS_FORMATS } from './selects/render.ts'

/** A list of pieces of videos in an order, as lists of selects show it. */
export const SelectsSummary = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string(),
  /** Grows with each change of the name, the note or an item. */
  revision: z.number(),
  item_count: z.number(),
  /** Seconds of all items whose video is there. */
  duration: z.number(),
  /** Pictures of the first pieces whose videos are there, at most four. Times in seconds, null where the rate varies. */
  pictures: z.array(
    z.object({
      thumbnail_url: z.nullable(z.string()),
      storyboard: z.nullable(Storyboard),
      /** The sheet with the picture of the piece; none where the storyboard has no sheets. */
      sheets: z.array(StoryboardSheet),
      start_time: z.nullable(z.number()),
      end_time: z.nullable(z.number()),
    }),
  ),
  /** The maker; null after their account was deleted. */
  user_id: z.nullable(z.string()),
  /** Name of the maker; 'Deleted user' after their account was deleted. */
  author: z.string(),
  created_at: Timestamp,
  changed_at: Timestamp,
  can: z.object({
    /** Change the name, the note and the items; render into a review collection; delete, and take that back. */
    change: z.boolean(),
    /** Render a file to download, and duplicate. Every member with a seat can. */
    render: z.boolean(),
    duplicate: z.boolean(),
  }),
})
export type SelectsSummary = z.infer<typeof SelectsSummary>

/**
 * READY: it plays. PENDING: its video is not checked or not prepared for browsers yet. EXPIRED: the collection of its
 * video is. GONE: its video was deleted, or the viewer may not read it. Exports and renderings leave out EXPIRED and GONE.
 */
export const ITEM_STATES = ['READY', 'PENDING', 'EXPIRED', 'GONE'] as const

/** A piece of a video. Frames are those of its file, from 0. */
export const SelectItem = z.object({
  id: z.string(),
  /** Null once the video is GONE. */
  video_id: z.nullable(z.string()),
  /** Name of the video's file; the last known one after its deletion. */
  video_name: z.string(),
  start_frame: z.number(),
  /** Exclusive: the first frame that is not shown. */
  end_frame: z.number(),
  /** When these frames appear, in seconds. Null when the video is GONE. */
  start_time: z.nullable(z.number()),
  end_time: z.nullable(z.number()),
  /** Timecode of the first frame and of the end, as the file counts. Null when it is GONE or when its rate varies. */
  timecode_in: z.nullable(z.string()),
  timecode_out: z.nullable(z.string()),
  note: z.string(),
  /** The search that found it. */
  source: z.nullable(SearchSource),
  state: z.enum(ITEM_STATES),
  /** Sheets of its video's storyboard with its first and its last picture; none where that has no sheets. */
  sheets: z.array(StoryboardSheet),
})
export type SelectItem = z.infer<typeof SelectItem>

/** A video of selects, with what a player needs. Addresses are null while its collection is expired. */
export const SelectsVideo = z.object({
  id: z.string(),
  /** Its owner: a part of its address in review. */
  user_id: z.string(),
  collection_id: z.string(),
  collection_name: z.string(),
  file_name: z.string(),
  version: z.number(),
  /** Null when the rate varies: `get_video_details` has the times of its frames. */
  frame_rate: z.nullable(z.object({ num: z.number(), den: z.number() })),
  frame_count: z.number(),
  /** Seconds. */
  duration: z.number(),
  timecode: z.nullable(z.object({ start: z.number(), drop_frame: z.boolean() })),
  /** Pixels, as players show it. */
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  stream_url: z.nullable(z.string()),
  playback: Playback,
  thumbnail_url: z.nullable(z.string()),
  storyboard: z.nullable(Storyboard),
})
export type SelectsVideo = z.infer<typeof SelectsVideo>

export const Selects = z.object({
  ...SelectsSummary.shape,
  items: z.array(SelectItem),
  /** Each video of the items once. */
  videos: z.array(SelectsVideo),
  /** The last video that was rendered from it into a review collection, while it exists. */
  rendered: z.nullable(
    z.object({ video_id: z.string(), user_id: z.string(), collection_id: z.string(), version: z.number() }),
  ),
  /** Renderings that are not finished, oldest first. */
  renderings: z.array(
    z.object({ id: z.string(), /** 0 to 1. */ share: z.number(), mine: z.boolean(), created_at: Timestamp }),
  ),
})
export type Selects = z.infer<typeof Selects>

/** The answer to an addition: `added` has the ids of its pieces that are in the list, also when it was sent before. */
export const AddedItems = z.object({ ...Selects.shape, added: z.array(z.string()) })

const name = requiredText('A name is required', TEXT.name)
const note = optionalLines(SELECTS.note)
const frame = z.number().check(z.int('Frames are whole numbers'), z.gte(0, 'Frames count from 0'))
const seconds = z.number().check(z.gte(0, 'Times begin at 0'))
const source = z.optional(z.nullable(SearchSource))
const revision = z.number().check(z.int(), z.gte(0))

/** A piece in seconds, as a match has it: `end_time` is exclusive, the moment at which it is over. */
const TimedPiece = z.object({ video_id: Id, start_time: seconds, end_time: seconds, note, source })
/** The same in frames of the file; `end_frame` is exclusive. */
const FramedPiece = z.object({ video_id: Id, start_frame: frame, end_frame: frame, note, source })
const items = <T extends z.ZodMiniType>(item: T) =>
  z.array(item).check(z.maxLength(SELECTS.items, `At most ${SELECTS.items} items are possible`))

export const AddItems = z.object({
  items: items(z.union([TimedPiece, FramedPiece])).check(z.minLength(1, 'Choose at least one moment')),
  /** Random, and new for each addition. The server appends once per key, so a client that got no answer can send it again. */
  idempotency_key: optionalText(TEXT.idempotency_key),
})
/**
 * An item that stays, or comes back: `id` is that of an item of this list, also of one that was taken out within a day.
 * Without `id` it is a new piece of `video_id`.
 */
const KeptItem = z.object({ id: Id, start_frame: frame, end_frame: frame, note })
export const SetItems = z.object({ items: items(z.union([KeptItem, FramedPiece])), revision })

const ofSelects = z.object({ id: Id })
export const selects = endpointsOf('Selects', {
  list: {
    method: 'GET',
    path: '/api/selects',
    access: 'user',
    summary: 'Selects of the company, last changed first',
    response: z.object({ selects: z.array(SelectsSummary) }),
  },
  create: {
    method: 'POST',
    path: '/api/selects',
    access: 'user',
    summary: 'Begin selects',
    status: 201,
    body: z.object({ name, note }),
    response: Selects,
  },
  get: {
    method: 'GET',
    path: '/api/selects/:id',
    access: 'user',
    summary: 'One list of selects, with what a player needs',
    params: ofSelects,
    response: Selects,
  },
  change: {
    method: 'PUT',
    path: '/api/selects/:id',
    access: 'user',
    summary: 'Change the name and the note',
    params: ofSelects,
    body: z.object({ name, note, revision }),
    response: Selects,
  },
  delete: {
    method: 'DELETE',
    path: '/api/selects/:id',
    access: 'user',
    summary: 'Delete selects; for a day they can be restored',
    params: ofSelects,
    response: Message,
  },
  restore: {
    method: 'POST',
    path: '/api/selects/:id/restore',
    access: 'user',
    summary: 'Take back a deletion within a day',
    params: ofSelects,
    response: Selects,
  },
  duplicate: {
    method: 'POST',
    path: '/api/selects/:id/duplicate',
    access: 'user',
    summary: 'Make a copy of your own',
    status: 201,
    params: ofSelects,
    response: Selects,
  },
  addItems: {
    method: 'POST',
    path: '/api/selects/:id/items',
    access: 'user',
    summary: 'Append pieces, in seconds or in frames; all or none',
    params: ofSelects,
    body: AddItems,
    response: AddedItems,
  },
  setItems: {
    method: 'PUT',
    path: '/api/selects/:id/items',
    access: 'user',
    summary: 'Replace the items and their order; all or none',
    params: ofSelects,
    body: SetItems,
    response: Selects,
  },
  export: {
    method: 'GET',
    path: '/api/selects/:id/export',
    access: 'user',
    summary: 'Selects as a file for an editing program, a spreadsheet or a text',
    params: ofSelects,
    query: z.object({
      format: z.enum(SELECTS_FORMATS, { error: 'There is no such format' }),
      /** Frames a second of the timeline. Without it the rate of the first clip whose rate is constant. */
      rate: z.optional(z.enum(EXPORT_RATES)),
    }),
    file: 'text/plain, text/csv, text/markdown, application/xml, application/json',
  },
  render: {
    method: 'POST',
    path: '/api/selects/:id/render',
    access: 'user',
    summary: 'Make one MP4 of the items; a notification follows',
    params: ofSelects,
    body: RenderSelects,
    response: Message,
  },
})

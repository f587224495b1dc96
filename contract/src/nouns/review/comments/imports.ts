import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, optionalText } from '../../../calls/fields.ts'
import { IMPORTS } from '../../../shared/limits.ts'
import { Comment, VISIBILITIES } from '../comments.ts'
import { EXPORT_RATES } from './export-formats.ts'
import { TIMECODE } from './exports.ts'

/**
 * Files that comments are imported from: markers of an EDL, of which Resolve's are some, Avid's lists of markers, tables,
 * and timelines of Final Cut, Premiere and OpenTimelineIO. Exports of the same name come in.
 */
export const IMPORT_FORMATS = ['edl', 'resolve', 'avid', 'csv', 'fcpxml', 'premiere', 'otio'] as const
export type ImportFormat = (typeof IMPORT_FORMATS)[number]

const TOO_LARGE = `The file is larger than ${IMPORTS.bytes / 1_000_000} MB. Split it`
const bytesOf = (text: string): number => new TextEncoder().encode(text).length

export const ImportComments = z.object({
  format: z.enum(IMPORT_FORMATS),
  /** The text of the file. */
  content: z.string({ error: 'Choose a file' }).check(
    z.minLength(1, 'The file is empty'),
    z.refine((text) => text.length <= IMPORTS.bytes && bytesOf(text) <= IMPORTS.bytes, TOO_LARGE),
  ),
  /**
   * Timecode of the first frame, for files that name places by timecode. Without it that of the video; else 01:00:00:00
   * for an EDL or Avid's list and 0 for a table, or the full hour before the first place if no place of the file is in
   * the video then. Where the file does not say how its labels count, a semicolon means drop-frame and a colon not.
   */
  start: optionalText(TIMECODE),
  /** Frames a second of the file's timecode. Needed when the video's own vary, or are more than 60. */
  rate: z.optional(z.enum(EXPORT_RATES)),
  /** Only says what an import would do. */
  dry_run: z._default(z.boolean(), false),
})

/** A comment as the file has it. */
export const FoundComment = z.object({
  /** Line of the file, from 1. */
  line: z.number(),
  content: z.string(),
  /** Who wrote it, if the file says so. */
  author: z.nullable(z.string()),
  /** Seconds, as in `Comment`. */
  start_time: z.number(),
  end_time: z.nullable(z.number()),
  /** 0 for a comment that replies to none. */
  depth: z.number(),
  visibility: z.enum(VISIBILITIES),
  resolved: z.boolean(),
  /** Whether the video has this comment already: an import leaves it out. */
  present: z.boolean(),
})
export type FoundComment = z.infer<typeof FoundComment>

export const SkippedLine = z.object({ line: z.number(), why: z.string() })
export type SkippedLine = z.infer<typeof SkippedLine>

export const ImportResult = z.object({
  /** Timecode of the first frame that places were counted from; null if the file has no timecode. */
  start: z.nullable(z.string()),
  /** The comments that were written; empty for a dry run. */
  comments: z.array(Comment),
  /** The comments of the file; empty unless for a dry run. */
  preview: z.array(FoundComment),
  /** How many comments of the file the video had already. */
  present: z.number(),
  /** Lines that are no comment, as far as `IMPORTS.skipped` of them. */
  skipped: z.array(SkippedLine),
  /** How many lines are no comment. */
  skipped_total: z.number(),
})
export type ImportResult = z.infer<typeof ImportResult>

export const commentImports = endpointsOf('Imports', {
  run: {
    method: 'POST',
    path: '/api/quick-review/import-comments/:video_id',
    access: 'share',
    summary: 'Comments of a file, as comments of the viewer: all or none. Not for share links',
    params: z.object({ video_id: Id }),
    body: ImportComments,
    response: ImportResult,
  },
  undo: {
    method: 'POST',
    path: '/api/quick-review/undo-import/:video_id',
    access: 'share',
    summary: 'Delete comments that the viewer imported, except threads in which others have written',
    params: z.object({ video_id: Id }),
    body: z.object({
      comment_ids: z
        .array(Id, 'Choose the comments')
        .check(
          z.minLength(1, 'Choose a comment'),
          z.maxLength(IMPORTS.comments, `At most ${IMPORTS.comments} comments are possible`),
        ),
    }),
    response: z.object({ deleted: z.number(), kept: z.number() }),
  },
})

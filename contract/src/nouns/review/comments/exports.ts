import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id, optionalText } from '../../../calls/fields.ts'
import { TEXT } from '../../../shared/limits.ts'
import { COMMENT_STATUSES, VISIBILITIES } from '../comments.ts'
import { EXPORT_FORMATS, EXPORT_RATES } from './export-formats.ts'

/** Characters of a timecode. */
export const TIMECODE = 12

/** Which comments a file has, and how it is written. */
const ExportQuery = z.object({
  format: z.enum(EXPORT_FORMATS),
  /** Both without it. */
  status: z.optional(z.enum(COMMENT_STATUSES)),
  /** As in the list of comments; for members also their e-mail address. */
  by: optionalText(TEXT.name * 2 + 1),
  /** Only comments with a drawing. */
  drawing: z.optional(z.literal('true')),
  /** Only comments that come from a search; a share link has none of them. */
  source: z.optional(z.literal('search')),
  /** Only comments of this visibility; `team` needs `team` as well. */
  visibility: z.optional(z.enum(VISIBILITIES)),
  /**
   * Timecode of the first frame. A semicolon in it means drop-frame, where that exists, and a colon not. Without it
   * that of the file, else 01:00:00:00 for Resolve and Avid, and 0, in drop-frame where that exists.
   */
  start: optionalText(TIMECODE),
  /** Frames a second. Needed when the video's own vary, or are more than 60. */
  rate: z.optional(z.enum(EXPORT_RATES)),
  /** Whether comments for the team alone are in the file. A share link never has them. */
  team: z._default(z.enum(['true', 'false']), 'false'),
})
export type ExportQuery = z.infer<typeof ExportQuery>

/** How many lines `preview` has at most, and how many characters of each. */
export const PREVIEW = { lines: 3, characters: 300 } as const

export const commentExports = endpointsOf('Exports', {
  get: {
    method: 'GET',
    path: '/api/quick-review/export/:video_id',
    access: 'share',
    summary: 'Comments of a video as a file for an editing program, a spreadsheet or a text',
    params: z.object({ video_id: Id }),
    query: ExportQuery,
    file: 'text/plain, text/csv, text/markdown, application/xml, application/json',
  },
  preview: {
    method: 'GET',
    path: '/api/quick-review/export-preview/:video_id',
    access: 'share',
    summary: 'What a file of the comments of a video would have',
    params: z.object({ video_id: Id }),
    query: ExportQuery,
    response: z.object({
      file_name: z.string(),
      /** Number of comments in the file; of markers, where those of one frame become one. */
      count: z.number(),
      /** What its first comments or markers begin with, in its order; in an EDL the timecode and the note of a marker. */
      lines: z.array(z.string()),
    }),
  },
})

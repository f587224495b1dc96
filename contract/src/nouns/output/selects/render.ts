import * as z from 'zod/mini'
import { Id } from '../../../calls/fields.ts'
import { EXPORT_RATES } from '../../review/comments/export-formats.ts'

/** Files that selects are exported to. `edl` is CMX 3600. */
export const SELECTS_FORMATS = ['edl', 'fcpxml', 'premiere', 'otio', 'csv', 'md'] as const
export type SelectsFormat = (typeof SELECTS_FORMATS)[number]

/** Sizes of a rendered picture in pixels; `first` is that of the first clip as players show it. */
export const RENDER_SIZES = ['first', '1080p', '720p'] as const
export type RenderSize = (typeof RENDER_SIZES)[number]

/** Frames a second of a rendered file; `first` is the rate of the first clip whose rate is constant. */
export const RENDER_RATES = ['first', ...EXPORT_RATES] as const
export type RenderRate = (typeof RENDER_RATES)[number]

/** What is written into the picture: name of the file, its timecode, the note of the item. */
export const BURN_INS = ['name', 'timecode', 'note'] as const
export type BurnIn = (typeof BURN_INS)[number]

export const RenderSelects = z.object({
  size: z.enum(RENDER_SIZES, { error: 'Choose one of the sizes' }),
  rate: z.enum(RENDER_RATES, { error: 'Choose one of the rates' }),
  /** Empty for a clean picture. */
  burn_in: z.array(z.enum(BURN_INS)).check(z.maxLength(BURN_INS.length)),
  /**
   * A review collection: the file becomes a video there. If the last one that was rendered is there, it becomes its next
   * version. Without it a notification brings the file.
   */
  index_id: z.optional(z.nullable(Id)),
})
export type RenderSelects = z.infer<typeof RenderSelects>

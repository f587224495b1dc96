import * as z from 'zod/mini'
import { Timestamp } from '../../../calls/fields.ts'
import { LINKS } from './link-limits.ts'

const RANGE = 'A range is a start and an end in seconds'
/** Start and end in seconds. */
const Range = z
  .tuple([z.number().check(z.minimum(0, RANGE)), z.number().check(z.minimum(0, RANGE))])
  .check(z.refine(([start, end]) => end >= start, RANGE))

/** What a guest has watched of a video since the page said so last. */
export const Watched = z.object({
  ranges: z.array(Range).check(z.maxLength(LINKS.ranges, `At most ${LINKS.ranges} ranges in one call`)),
})

/** One guest's visit: all that they did by a link within 12 hours. */
export const Visit = z.object({
  id: z.string(),
  /** Null for somebody who gave no name. */
  guest_name: z.nullable(z.string()),
  /** Null for somebody who gave none. */
  email: z.nullable(z.string()),
  /** Whether they typed a code that was mailed to the address. */
  email_confirmed: z.boolean(),
  began_at: Timestamp,
  last_at: Timestamp,
  videos: z.array(
    z.object({
      video_id: z.string(),
      file_name: z.string(),
      version: z.number(),
      /** Share of the video that they watched, 0 to 1, and the same in seconds. What they watched twice counts once. */
      watched: z.number(),
      seconds: z.number(),
      downloads: z.number(),
    }),
  ),
})
export type Visit = z.infer<typeof Visit>

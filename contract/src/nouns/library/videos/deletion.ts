import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id } from '../../../calls/fields.ts'
import { VIDEOS } from '../../../shared/limits.ts'

/** What goes with videos when they are deleted. */
export const DeletionPreview = z.object({
  /** Open threads, and how many of them can stay in another version. */
  open: z.number(),
  keepable: z.number(),
  /** Those of the videos whose open threads can stay in another version. */
  keepable_in: z.array(Id),
  /** Resolved threads. */
  resolved: z.number(),
  /** Selects with pieces of the videos, last changed first. */
  selects: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type DeletionPreview = z.infer<typeof DeletionPreview>

export const deletionPreview = endpointsOf('Videos', {
  get: {
    method: 'POST',
    path: '/api/deletion_preview',
    access: 'user',
    summary: 'What goes with videos when they are deleted: comments, and pieces of selects',
    body: z.object({
      video_ids: z
        .array(Id)
        .check(
          z.minLength(1, 'Choose at least one video'),
          z.maxLength(VIDEOS.page_size, `At most ${VIDEOS.page_size} videos can be looked at at once`),
        ),
    }),
    response: DeletionPreview,
  },
})

import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id } from '../../../calls/fields.ts'
import { Message } from '../../../calls/problems.ts'
import { STILLS } from '../../../shared/limits.ts'

export const CutStills = z.object({
  /** First comments of threads on this video; null for all of them. */
  comment_ids: z.nullable(
    z
      .array(Id, 'Choose the comments')
      .check(
        z.minLength(1, 'Choose a comment'),
        z.maxLength(STILLS.most, `At most ${STILLS.most} comments are possible`),
      ),
  ),
  /** Whether the drawings of the comments are laid over their frames. */
  drawings: z.boolean(),
})

export const stills = endpointsOf('Stills', {
  cut: {
    method: 'POST',
    path: '/api/quick-review/stills/:video_id',
    access: 'share',
    summary: 'Make a ZIP of the frames of comments, as PNG; a notification brings it. Not for share links',
    params: z.object({ video_id: Id }),
    body: CutStills,
    response: Message,
  },
})

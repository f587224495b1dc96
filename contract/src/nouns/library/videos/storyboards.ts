import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id } from '../../../calls/fields.ts'
import { StoryboardSheet } from '../videos.ts'

export const storyboards = endpointsOf('Videos', {
  sheets: {
    method: 'GET',
    path: '/api/quick-review/storyboard/:video_id',
    access: 'share',
    summary: 'Addresses of the sheets of a storyboard',
    params: z.object({ video_id: Id }),
    /** In order; none where the storyboard has no sheets. */
    response: z.object({ sheets: z.array(StoryboardSheet) }),
  },
})

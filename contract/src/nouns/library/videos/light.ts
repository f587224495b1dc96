import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { Id } from '../../../calls/fields.ts'
import { LightCopy } from '../videos.ts'

export const lightCopies = endpointsOf('Videos', {
  request: {
    method: 'POST',
    path: '/api/quick-review/light-copy/:video_id',
    access: 'share',
    summary: 'Have the light copy of a video made, for phones and slow lines',
    params: z.object({ video_id: Id }),
    response: z.object({ light_copy: LightCopy }),
  },
})

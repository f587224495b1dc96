import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'

export const usage = {
  get: endpoint({
    method: 'GET',
    path: '/api/get_usage',
    access: 'user',
    tag: 'Usage',
    summary: 'Minutes used and allotted in the period; null without billing',
    response: z.object({ usage: z.nullable(z.number()), minutes_allotted: z.nullable(z.number()) }),
  }),
}

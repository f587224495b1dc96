import * as z from 'zod/mini'
import { endpointsOf } from './endpoint.ts'

/** What pages need to know about this installation before anybody signs in. */
export const Site = z.object({
  /** False hides plans. */
  billing: z.boolean(),
  /** Whether the installation takes payments. */
  stripe: z.boolean(),
  /** Where visitors book a meeting. */
  booking_url: z.nullable(z.string()),
  contact_email: z.nullable(z.string()),
  /** How mail is sent: by SMTP or into the outbox folder. */
  mail: z.enum(['smtp', 'outbox']),
})
export type Site = z.infer<typeof Site>

export const site = endpointsOf('Site', {
  get: {
    method: 'GET',
    path: '/api/site',
    access: 'public',
    summary: 'What this installation offers',
    response: Site,
  },
})

import * as z from 'zod/mini'
import { ModelState } from '../nouns/library/indexing.ts'
import { endpointsOf } from './endpoint.ts'

/** State of one part that the product depends on. */
export const HealthCheck = z.object({
  name: z.enum(['database', 'storage', 'disk', 'decoders', 'encoder', 'sign_up']),
  /** `warn`: everything works, but not as it should. `fail`: calls that need the part are answered with 503. */
  state: z.enum(['ok', 'warn', 'fail']),
  /**
   * The problem and its remedy; empty when there is none. That of `encoder` also says what encodes; this check is only
   * there where a machine looked for hardware.
   */
  sentence: z.string(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const Health = z.object({
  /** `failing` when a check fails. `failing` and `starting` are answered with 503. */
  status: z.enum(['ok', 'starting', 'failing']),
  version: z.string(),
  roles: z.array(z.string()),
  /** How mail is sent: by SMTP or into the outbox folder. */
  mail: z.enum(['smtp', 'outbox']),
  /**
   * Models on the machines that index; empty while none runs. Only admins see why one is missing, because the reason
   * names addresses and folders.
   */
  models: z.array(z.omit(ModelState, { detail: true })),
  checks: z.array(HealthCheck),
})
export type Health = z.infer<typeof Health>
export const health = endpointsOf('Health', {
  check: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    while_starting: true,
    summary: 'Health of the product',
    response: Health,
  },
})

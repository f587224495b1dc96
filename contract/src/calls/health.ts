import * as z from 'zod/mini'
import { ModelState } from '../nouns/indexing.ts'
import { endpoint } from './endpoint.ts'

/** How one part is that the product works with. */
export const HealthCheck = z.object({
  name: z.enum(['database', 'storage', 'decoders']),
  /** With `warn` everything works, but not as it should; with `fail` what needs the part is answered 503. */
  state: z.enum(['ok', 'warn', 'fail']),
  /** What is wrong and what to do; empty where nothing is. */
  sentence: z.string(),
})
export type HealthCheck = z.infer<typeof HealthCheck>

export const Health = z.object({
  /** `failing` where a check fails; answered with 503, as `starting` is. */
  status: z.enum(['ok', 'starting', 'failing']),
  version: z.string(),
  roles: z.array(z.string()),
  /** How mail leaves: by SMTP or into the outbox folder. */
  mail: z.enum(['smtp', 'outbox']),
  /** Of the machines that index; empty while none runs. Why one is missing is for admins: it names addresses and folders. */
  models: z.array(z.omit(ModelState, { detail: true })),
  checks: z.array(HealthCheck),
})
export type Health = z.infer<typeof Health>
export const health = {
  check: endpoint({
    method: 'GET',
    path: '/api/health',
    access: 'public',
    tag: 'Health',
    summary: 'Whether the product answers',
    response: Health,
  }),
}

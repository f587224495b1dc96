import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { ModelState } from './models.ts'

export const Health = z.object({
  status: z.enum(['ok', 'starting', 'failing']),
  version: z.string(),
  roles: z.array(z.string()),
  /** How mail leaves: by SMTP or into the outbox folder. */
  mail: z.enum(['smtp', 'outbox']),
  /** Of the machines that index; empty while none runs. */
  models: z.array(ModelState),
})
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

import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What the machines that index have of a model; where they differ, of the one that has least. */
export const ModelState = z.object({
  /** Name by which it is fetched, for example `siglip2-base`. */
  name: z.string(),
  title: z.string(),
  state: z.enum(['missing', 'downloading', 'ready', 'failed']),
  /** Of its bytes, 0 to 1. */
  share: z.number(),
  /** Why it is missing or failed. */
  detail: z.nullable(z.string()),
})
export type ModelState = z.infer<typeof ModelState>

export const models = {
  list: endpoint({
    method: 'GET',
    path: '/api/models',
    access: 'user',
    tag: 'Models',
    summary: 'What the machines that index have of the models of learned engines; for admins',
    response: z.object({ models: z.array(ModelState) }),
  }),
}

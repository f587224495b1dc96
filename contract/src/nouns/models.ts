import * as z from 'zod/mini'
import { endpoint } from '../calls/endpoint.ts'

/** What the machines that index have of a model; where they differ, of the one that has least. */
export const ModelState = z.object({
  /** Name by which it is fetched, for example `siglip2-base`. */
  name: z.string(),
  title: z.string(),
  /** `unasked`: it is not here, and comes as soon as somebody asks for it. */
  state: z.enum(['missing', 'unasked', 'downloading', 'ready', 'failed']),
  /** Of its bytes, 0 to 1. */
  share: z.number(),
  /** Bytes of all its files. */
  bytes: z.number(),
  /** Why it is missing or failed, or which files were pinned at their first fetch, since nobody has published their hash. */
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
  download: endpoint({
    method: 'POST',
    path: '/api/models/download',
    access: 'session',
    tag: 'Models',
    summary:
      'Download the models that engines read by default, on every machine, now and whenever one is missing; for admins',
    response: z.object({ message: z.string() }),
  }),
}

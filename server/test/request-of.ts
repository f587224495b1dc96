import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import * as z from 'zod/mini'
import { exampleOf, type Schema } from '../src/app/http/examples.ts'

/** Values of fields by their name, at any depth. */
export type Values = Readonly<Record<string, unknown>>
interface SentFields {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Values for a video of ten seconds that nobody has changed; the examples of the documentation are of a longer one. */
const SHORT: Values = {
  start_time: 1,
  end_time: 2,
  ranges: [[0, 2.5]],
  rate: '25',
  start: '01:00:00:00',
  revision: 0,
  mentions: [],
  due_at: '2999-11-30T17:00:00Z',
}

/**
 * A valid request of a call, from its schemas: every field has the example of the documentation.
 * @param values instead of the examples, such as ids of things that exist
 */
export function requestOf({ params, query, body }: Endpoint, values: Values): SentFields {
  const given = { ...SHORT, ...values }
  const filled = (schema: z.ZodMiniType) => {
    const example = exampleOf(z.toJSONSchema(schema, { io: 'input' }) as Schema)
    return JSON.parse(JSON.stringify(example), (name, value) => (name in given ? given[name] : value))
  }
  const texts = (schema: z.ZodMiniType) =>
    Object.fromEntries(Object.entries(filled(schema)).map(([name, value]) => [name, String(value)]))
  return {
    ...(params ? { params: texts(params) } : {}),
    ...(query ? { query: texts(query) } : {}),
    ...(body ? { body: filled(body) } : {}),
  }
}

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { GUEST_CALLS } from './guest-calls.ts'

test.each(GUEST_CALLS)('$name accepts the form of what guests send', ({ call, bodies, queries }) => {
  const asked = { video_id: randomUUID(), comment_id: randomUUID() }
  const faultsOf = (schema: z.ZodMiniType | undefined, sent: readonly object[]) =>
    sent.flatMap((values) => (schema && z.safeParse(schema, values).error?.issues) ?? [])
  const addresses = queries.map((query) => Object.fromEntries(new URLSearchParams(query)))
  expect(faultsOf(call.query, addresses)).toEqual([])
  expect(
    faultsOf(
      call.body,
      bodies.map((body) => body(asked)),
    ),
  ).toEqual([])
})

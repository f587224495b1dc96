import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { BOUNDED, WHOLE } from './answer-sizes.ts'

const calls: readonly Endpoint[] = Object.values(endpoints).flatMap((noun) => Object.values<Endpoint>(noun))

/** Whether a schema has a list anywhere in it. */
const hasList = (schema: unknown): boolean => JSON.stringify(schema).includes('"type":"array"')

test('every answer with a list has a bound, and every bound an answer', () => {
  const withLists = calls.filter(
    ({ response }) => response && hasList(z.toJSONSchema(response, { unrepresentable: 'any' })),
  )
  expect(Object.keys({ ...WHOLE, ...BOUNDED }).sort()).toEqual(
    withLists.map(({ method, path }) => `${method} ${path}`).sort(),
  )
})

test('every answer that may be longer has pages', () => {
  for (const { method, path, query } of calls)
    if (method === 'GET' && `${method} ${path}` in WHOLE)
      expect(Object.keys(z.toJSONSchema(query!, { io: 'input' }).properties ?? {}), path).toEqual(['page', 'page_size'])
})

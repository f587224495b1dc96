import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

const written = readFileSync(path.join(import.meta.dirname, '../../../../docs/openapi.json'), 'utf8')

test('every example fits the call that shows it', () => {
  const { paths } = JSON.parse(written)
  const faults: string[] = []
  const calls: readonly Endpoint[] = Object.values(endpoints).flatMap((noun): Endpoint[] => Object.values(noun))
  for (const { method, path, params, query, body, response, status = 200 } of calls) {
    const operation = paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const example = (part: { content?: Record<string, { example?: unknown }> } | undefined) =>
      part?.content?.['application/json']?.example
    const values = Object.fromEntries(
      (operation.parameters ?? []).map((one: { name: string; example: unknown }) => [one.name, one.example]),
    )
    const shown: [z.ZodMiniType | undefined, unknown][] = [
      [params, values],
      [query, values],
      [body, example(operation.requestBody)],
      [response, example(operation.responses[status])],
    ]
    for (const [schema, value] of shown) {
      const parsed = schema && z.safeParse(schema, value)
      if (parsed?.error) faults.push(`${method} ${path}: ${z.prettifyError(parsed.error)}`)
    }
  }
  expect(faults).toEqual([])
})

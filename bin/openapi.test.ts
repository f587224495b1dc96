import { readFileSync } from 'node:fs'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { expect, test } from 'vitest'
import { OPENAPI_FILE, openapiDocument } from './openapi.ts'

const written = readFileSync(OPENAPI_FILE, 'utf8')

/** Ways to authenticate, by who may call. */
const SCHEMES: Readonly<Record<string, readonly string[]>> = {
  public: [],
  session: ['bearer'],
  user: ['bearer', 'key'],
  share: ['bearer', 'key', 'share'],
  link: ['share'],
}

interface Operation {
  readonly summary: string
  readonly security: readonly object[]
  readonly requestBody?: unknown
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: { 'x-events'?: object } }>> }>
  >
}

test('docs/openapi.json matches the contract; after a change of the contract run npm run openapi', async () => {
  expect(written).toBe(await openapiDocument())
})

test('every call has a summary, security, input, answer and problems', () => {
  const { paths, components } = JSON.parse(written)
  for (const endpoint of Object.values(endpoints).flatMap((calls) => Object.values(calls))) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation: Operation = paths[path][endpoint.method.toLowerCase()]
    expect(operation.summary).toBe(endpoint.summary)
    expect(operation.security.flatMap((scheme) => Object.keys(scheme))).toEqual(SCHEMES[endpoint.access])
    const takes = 'body' in endpoint || 'multipart' in endpoint || 'raw' in endpoint
    expect([endpoint.path, operation.requestBody !== undefined]).toEqual([endpoint.path, takes])
    const status = 'status' in endpoint ? endpoint.status : 200
    const answer = operation.responses[status]?.content?.['application/json']?.schema
    const json = 'response' in endpoint || ('file' in endpoint && endpoint.file.includes('application/json'))
    expect([endpoint.path, answer !== undefined]).toEqual([endpoint.path, json])
    if ('events' in endpoint) {
      const stream = operation.responses[status]?.content?.['text/event-stream']?.schema
      expect(Object.keys(stream?.['x-events'] ?? {})).toEqual(Object.keys(endpoint.events))
    }
    expect(operation.responses.default?.content?.['application/problem+json']).toBeDefined()
  }
  expect(components.schemas.Problem.properties.code.enum).toContain('validation_failed')
})

import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { Problem } from '@footnote/contract/calls/problems.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { PRODUCT } from '../../platform/config.ts'
import { ERROR_CODES } from '../../platform/errors.ts'
import { exampleOf, type Schema } from './examples.ts'

declare module 'fastify' {
  export interface FastifyContextConfig {
    /** Fields of a form that the route reads as a stream. */
    multipart?: Endpoint['multipart']
    /** Events of a route that answers with a stream. */
    events?: Endpoint['events']
    /** Media types of a route that answers with a file. */
    file?: Endpoint['file']
    /** Description of a body that the route reads as bytes. */
    raw?: Endpoint['raw']
    /** The rate limit that counts requests to this route. */
    rate?: Endpoint['rate']
  }
}

/** In Markdown. */
const ABOUT =
  'Video search and review. Calls and fields are added, and never renamed or removed: `docs/reference/api-versions.md` of the source says what clients may rely on.'

/** Serves OpenAPI of all routes added after this call: a page at /api/docs, JSON at /api/docs/json. */
export async function serveDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Footnote', description: ABOUT, version: PRODUCT.version },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'The access token of a sign-in.',
          },
          key: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'footnote_…',
            description: 'An API key; the scope read takes GET, the scope write takes everything else.',
          },
          share: { type: 'apiKey', in: 'header', name: 'X-Share-Token' },
        },
      },
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      const { multipart: form, events, file, raw } = input.route.config ?? {}
      if (raw) return { schema: { ...schema, consumes: ['*/*'], body: { type: 'string', description: raw } }, url }
      if (form) return { schema: { ...schema, consumes: ['multipart/form-data'], body: formOf(form) }, url }
      if (file) return { schema: { ...schema, response: { 200: fileOf(file, schema.response) } }, url }
      return { schema: events ? { ...schema, response: { 200: streamOf(events) } } : schema, url }
    },
    transformObject: (document) => ('openapiObject' in document ? withProblems(document.openapiObject) : {}),
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The documentation's viewer writes markup itself, so its pages do without trusted types.
    transformStaticCSP: (policy) => policy.replaceAll(/(?:require-)?trusted-types[^;]*;?/g, ''),
  })
}

const formOf = (fields: NonNullable<Endpoint['multipart']>) => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(fields).map(([name, kind]) => [
      name,
      kind === 'file' ? { type: 'string', format: 'binary' } : { type: 'string' },
    ]),
  ),
})

/** OpenAPI 3.1 has no schema for streams: a description names the events, and JSON schemas beside it define them. */
const streamOf = (events: NonNullable<Endpoint['events']>) => ({
  description: `Server-sent events: ${Object.keys(events).join(', ')}. See x-events for the data of each.`,
  content: {
    'text/event-stream': {
      schema: {
        type: 'string',
        'x-events': Object.fromEntries(Object.entries(events).map(([name, data]) => [name, schemaOf(data)])),
      },
    },
  },
})

/** A file of each media type, beside the JSON that the same call answers if it has a schema. */
function fileOf(types: string, response: unknown) {
  const json = (response as { readonly 200?: object } | undefined)?.[200]
  const files = types.split(/,\s*/).map((type) => [type, { schema: { type: 'string', format: 'binary' } }])
  return {
    description: 'A file, sent as an attachment with its name.',
    content: { ...(json ? { 'application/json': { schema: json } } : {}), ...Object.fromEntries(files) },
  }
}

function schemaOf(data: z.ZodMiniType): object {
  const { $schema: _, ...schema } = z.toJSONSchema(data)
  return schema
}

/** The part of an OpenAPI document that this file extends. */
interface Document {
  readonly paths?: Readonly<Record<string, object | undefined>>
  readonly components?: { readonly schemas?: object }
}
interface Operation {
  readonly security?: readonly unknown[]
  readonly parameters?: readonly { readonly name: string; readonly schema: Schema }[]
  readonly requestBody?: Content
  readonly responses?: Readonly<Record<string, Content>>
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly example?: unknown }>>
}

/** Adds the error answers to every call: problem details with a code of the closed list. */
function withProblems<D extends Document>(document: D): D {
  const problem = schemaOf(z.extend(Problem, { code: z.enum(ERROR_CODES) }))
  const paths = Object.entries(document.paths ?? {}).map(([path, operations]) => [
    path,
    Object.fromEntries(
      Object.entries(operations ?? {}).map(([method, operation]) => [method, withRefusals(operation)]),
    ),
  ])
  return {
    ...document,
    paths: Object.fromEntries(paths),
    components: { ...document.components, schemas: { ...document.components?.schemas, Problem: problem } },
  }
}

/** Adds an example to every JSON body and answer. */
function withExample(body: Content): Content {
  const json = body.content?.['application/json']
  if (!json) return body
  return { ...body, content: { ...body.content, 'application/json': { ...json, example: exampleOf(json.schema) } } }
}

function withRefusals(operation: Operation): Operation {
  const parameters = operation.parameters?.map((parameter) => ({
    ...parameter,
    example: exampleOf(parameter.schema, parameter.name),
  }))
  const refusal = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  })
  const input = Boolean(operation.requestBody ?? operation.parameters)
  return {
    ...operation,
    ...(parameters ? { parameters } : {}),
    ...(operation.requestBody ? { requestBody: withExample(operation.requestBody) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(operation.responses ?? {}).map(([status, answer]) => [status, withExample(answer)]),
      ),
      ...(input ? { 400: refusal('A field is not right') } : {}),
      ...(operation.security?.length ? { 401: refusal('Nobody is signed in') } : {}),
      ...(operation.security?.length && input
        ? { 403: refusal('It may be seen, but not done'), 404: refusal('There is nothing of this id for who asks') }
        : {}),
      429: refusal('Too many requests'),
      default: refusal('Any other error; its code names it'),
    },
  }
}

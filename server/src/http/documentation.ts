import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Endpoint } from '@footnote/contract/endpoint.ts'
import { Problem } from '@footnote/contract/problems.ts'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { ERROR_CODES } from '../errors.ts'

declare module 'fastify' {
  export interface FastifyContextConfig {
    /** Fields of a form that the route reads itself. */
    multipart?: Endpoint['multipart']
  }
}

/** OpenAPI of everything that is routed after this call: a page at /api/docs, JSON at /api/docs/json. */
export async function serveDocumentation(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Footnote', description: 'Video search and review.', version: '0.1.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input)
      const form = input.route.config?.multipart
      return { schema: form ? { ...schema, consumes: ['multipart/form-data'], body: formOf(form) } : schema, url }
    },
    transformObject: (document) => ('openapiObject' in document ? withProblems(document.openapiObject) : {}),
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
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

/** The part of an OpenAPI document that is added to. */
interface Document {
  readonly paths?: Readonly<Record<string, object | undefined>>
  readonly components?: { readonly schemas?: object }
}
interface Operation {
  readonly security?: readonly unknown[]
  readonly parameters?: readonly unknown[]
  readonly requestBody?: unknown
  readonly responses?: object
}

/** Says of every call how it refuses: problem details with a code of the closed list. */
function withProblems<D extends Document>(document: D): D {
  const { $schema: _, ...problem } = z.toJSONSchema(z.extend(Problem, { code: z.enum(ERROR_CODES) }))
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

function withRefusals(operation: Operation): Operation {
  const refusal = (description: string) => ({
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  })
  const input = Boolean(operation.requestBody ?? operation.parameters)
  return {
    ...operation,
    responses: {
      ...operation.responses,
      ...(input ? { 400: refusal('A field is not right') } : {}),
      ...(operation.security?.length ? { 401: refusal('Nobody is signed in') } : {}),
      ...(operation.security?.length && input
        ? { 403: refusal('It may be seen, but not done'), 404: refusal('There is nothing of this id for who asks') }
        : {}),
      429: refusal('Too many requests'),
      default: refusal('Any other error, told by its code'),
    },
  }
}

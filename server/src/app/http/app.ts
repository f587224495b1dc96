import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { Access, Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { CONNECTIONS } from '@footnote/contract/shared/limits.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../../platform/config.ts'
import { ProductError } from '../../platform/errors.ts'
import { type Lines, openLines } from '../../platform/log-lines.ts'
import { type Handler, type Route, type RouteInput, WrittenAnswer } from '../../platform/route.ts'
import { wellFormed } from '../../platform/well-formed.ts'
import { addressOf, networkOf } from './addresses.ts'
import { boundRequests, SERVER_BOUNDS } from './bounds.ts'
import { serveDocumentation } from './documentation.ts'
import { fileIn, sendFile } from './files/answered-file.ts'
import { limitRequests } from './limits.ts'
import { answerError, answerUnknownAddress, answerUnreadable } from './problems.ts'
import { type Admission, admit, viewerOf } from './viewer.ts'
import { describeRequest, logCutRequests } from './watch/request-log.ts'
import { watchLoop } from './watch/watch-loop.ts'

export interface AppOptions extends Admission {
  readonly config: Pick<Config, 'log_level' | 'public_url' | 's3' | 'rate_limits' | 'trusted_proxies'>
  /** Receives the lines of the log; the standard output, as JSON, by default. */
  readonly log?: Lines
}

/**
 * Builds the HTTP server without its nouns: logging, safety headers, errors, documentation, and `route` to add calls.
 */
export async function buildApp(options: AppOptions): Promise<{ app: FastifyInstance; route: Route }> {
  const app = Fastify({
    logger: {
      level: options.config.log_level,
      redact: [
        'req.headers.authorization',
        'req.headers["x-share-token"]',
        'req.headers["x-guest-key"]',
        'req.headers["x-share-pass"]',
      ],
      serializers: { req: describeRequest },
      stream: options.log ?? openLines(false),
    },
    bodyLimit: CONNECTIONS.body_bytes,
    http: SERVER_BOUNDS,
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
    clientErrorHandler: answerUnreadable,
    trustProxy: [...options.config.trusted_proxies],
    genReqId: () => randomBytes(8).toString('hex'),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknownAddress)
  watchLoop(app)
  logCutRequests(app)
  boundRequests(app, options.config.trusted_proxies)
  app.addHook('preValidation', async (request) => {
    request.body = wellFormed(request.body)
  })
  const objectStore = objectStoreOrigins(options.config.s3)
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:', ...objectStore],
        'media-src': ["'self'", 'blob:', ...objectStore],
        'font-src': ["'self'"],
        'connect-src': ["'self'", ...objectStore],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        'base-uri': ["'none'"],
        'manifest-src': ["'self'"],
        // The page never turns text into markup or script: React builds elements, and no policy may make exceptions.
        'require-trusted-types-for': ["'script'"],
        'trusted-types': ["'none'"],
      },
    },
    // Over plain HTTP on a local network these headers would break the product.
    strictTransportSecurity: options.config.public_url.startsWith('https:'),
    crossOriginOpenerPolicy: options.config.public_url.startsWith('https:'),
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Routes read forms as streams. Nothing is buffered in memory or in temporary files.
  await app.register(multipart)
  if (options.config.rate_limits) await limitRequests(app)
  await serveDocumentation(app)

  const route: Route = (endpoint, handler) =>
    endpoint.raw
      ? void app.register(async (apart) => {
          // Accepts a body of any type, unparsed: signatures cover bytes, and mail programs send forms.
          apart.removeAllContentTypeParsers()
          apart.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
          addRoute(apart, options, endpoint, handler)
        })
      : addRoute(app, options, endpoint, handler)
  return { app, route }
}

/** Origins of the object store for the browser: the configured address, or Amazon's for the bucket. */
function objectStoreOrigins(s3: Config['s3']): string[] {
  if (!s3) return []
  return [s3.endpoint ? new URL(s3.endpoint).origin : `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`]
}

/** OpenAPI's security requirement for each kind of access. */
const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  session: [{ bearer: [] }],
  user: [{ bearer: [] }, { key: [] }],
  share: [{ bearer: [] }, { key: [] }, { share: [] }],
  link: [{ share: [] }],
}

function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  options: AppOptions,
  endpoint: E,
  handler: Handler<E>,
): void {
  const status = endpoint.status ?? 200
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    schema: {
      tags: [endpoint.tag],
      summary: endpoint.summary,
      security: SECURITY[endpoint.access],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.response ? { response: { [status]: endpoint.response } } : {}),
    },
    config: {
      multipart: endpoint.multipart,
      events: endpoint.events,
      file: endpoint.file,
      raw: endpoint.raw,
      rate: endpoint.rate,
    },
    // The caller is identified before the body is validated, so that a stranger learns nothing about its form.
    onRequest: async (request, reply) => {
      // Answers contain tokens, names and signed addresses, so neither proxies nor the browser may cache them.
      reply.header('cache-control', 'no-store')
      await admit(options, endpoint, request)
      if (endpoint.body_bytes && viewerOf(request).kind === 'share') refuseLongBody(request)
    },
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: endpoint.raw && !request.body ? Buffer.alloc(0) : request.body,
        viewer: viewerOf(request),
        address: networkOf(addressOf(request)),
        request,
        reply,
      }
      const answer = await handler(input as RouteInput<E>)
      const file = endpoint.file && fileIn(answer)
      if (file) return sendFile(reply, endpoint, file)
      if (answer instanceof WrittenAnswer) return sendWritten(reply, answer)
      return endpoint.status ? reply.status(status).send(answer) : reply.send(answer)
    },
  })
}

/** Sends parts as fast as the client takes them; between two of them, other calls go on. */
const sendWritten = (reply: FastifyReply, { parts }: WrittenAnswer) =>
  reply
    .type('application/json; charset=utf-8')
    .header(
      'content-length',
      parts.reduce((sum, { length }) => sum + length, 0),
    )
    .send(Readable.from(parts))

/** Links never need the room that a call gives to members. @throws ProductError too_large */
function refuseLongBody({ headers }: FastifyRequest): void {
  if (!(Number(headers['content-length']) <= CONNECTIONS.body_bytes)) throw new ProductError('too_large')
}

function bodyLimitOf({ access, raw, body_bytes }: Endpoint): number {
  if (body_bytes) return body_bytes
  if (raw) return CONNECTIONS.raw_body_bytes
  return access === 'public' ? CONNECTIONS.public_body_bytes : CONNECTIONS.body_bytes
}

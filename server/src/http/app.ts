import { randomBytes } from 'node:crypto'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import type { KeyScope } from '@footnote/contract/api-keys.ts'
import type { Access, Endpoint } from '@footnote/contract/endpoint.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Config } from '../config.ts'
import { ProductError } from '../errors.ts'
import type { Handler, Route, RouteInput, Viewer } from '../route.ts'
import { serveDocumentation } from './documentation.ts'
import type { Readiness } from './health.ts'
import { limitRequests } from './limits.ts'
import { answerError, answerUnknownAddress, answerUnreadable } from './problems.ts'
import { setViewer, viewerOf } from './viewer.ts'

/** Largest JSON body in bytes; uploads have routes of their own. */
const BODY_LIMIT = 2 * 1024 ** 2

export interface AppOptions {
  readonly config: Pick<Config, 'log_level' | 'public_url' | 's3' | 'rate_limits'>
  /** Finds out who asks; throws `unauthenticated` or `invalid_share_token` for a token that is not valid. */
  readonly identify: (request: FastifyRequest, access: Access) => Promise<Viewer>
  /** Whether calls are answered yet; health and documentation always are. */
  readonly readiness?: Readiness
}

/** The HTTP server without its nouns: logging, safety headers, errors, documentation, and `route` to add calls with. */
export async function buildApp(options: AppOptions): Promise<{ app: FastifyInstance; route: Route }> {
  const app = Fastify({
    logger: {
      level: options.config.log_level,
      redact: ['req.headers.authorization', 'req.headers["x-share-token"]', 'req.headers["x-guest-key"]'],
      serializers: { req: describeRequest },
    },
    bodyLimit: BODY_LIMIT,
    // What is too long for a field of the address is refused by the contract, as it is in a body.
    http: { maxHeaderSize: BODY_LIMIT },
    frameworkErrors: (error, request, reply) => {
      answerError(error, request, reply)
    },
    clientErrorHandler: answerUnreadable,
    trustProxy: 'loopback',
    genReqId: () => randomBytes(8).toString('hex'),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.setNotFoundHandler(answerUnknownAddress)
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
      },
    },
    // Over plain HTTP on a local network these would only break the product.
    strictTransportSecurity: options.config.public_url.startsWith('https:'),
    crossOriginOpenerPolicy: options.config.public_url.startsWith('https:'),
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
  })
  // Forms are read as streams by the routes that expect them; nothing is collected in memory or in temporary files.
  await app.register(multipart)
  if (options.config.rate_limits) await limitRequests(app)
  await serveDocumentation(app)

  const route: Route = (endpoint, handler) =>
    endpoint.raw
      ? void app.register(async (apart) => {
          // A body of any kind, as it comes: signatures are over bytes, and mail programs send forms.
          apart.removeAllContentTypeParsers()
          apart.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
          addRoute(apart, options, endpoint, handler)
        })
      : addRoute(app, options, endpoint, handler)
  return { app, route }
}

/** Where the browser meets an object store: at the address that was set, or at Amazon's for the bucket. */
function objectStoreOrigins(s3: Config['s3']): string[] {
  if (!s3) return []
  return [s3.endpoint ? new URL(s3.endpoint).origin : `https://${s3.bucket}.s3.${s3.region}.amazonaws.com`]
}

/** What OpenAPI says of who may call. */
const SECURITY: Readonly<Record<Access, Record<string, string[]>[]>> = {
  public: [],
  session: [{ bearer: [] }],
  user: [{ bearer: [] }, { key: [] }],
  share: [{ bearer: [] }, { key: [] }, { share: [] }],
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
    schema: {
      tags: [endpoint.tag],
      summary: endpoint.summary,
      security: SECURITY[endpoint.access],
      ...(endpoint.params ? { params: endpoint.params } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.response ? { response: { [status]: endpoint.response } } : {}),
    },
    config: { multipart: endpoint.multipart, events: endpoint.events, raw: endpoint.raw },
    // Who asks is settled before the body is looked at: a stranger learns nothing about its form.
    onRequest: async (request) => {
      if (options.readiness?.ready === false && endpoint.tag !== 'Health') throw new ProductError('unavailable')
      if (endpoint.access === 'public') return
      const viewer = await options.identify(request, endpoint.access)
      if (viewer.kind === 'nobody') throw new ProductError('unauthenticated')
      if (viewer.kind === 'user' && viewer.api_key) limitKey(viewer.api_key, endpoint)
      setViewer(request, viewer)
    },
    handler: async (request, reply) => {
      const input = {
        params: request.params,
        query: request.query,
        body: endpoint.raw && !request.body ? Buffer.alloc(0) : request.body,
        viewer: viewerOf(request),
        request,
        reply,
      }
      const answer = await handler(input as RouteInput<E>)
      return endpoint.status ? reply.status(status).send(answer) : reply.send(answer)
    },
  })
}

/** @throws ProductError key_refused, scope_missing */
function limitKey({ scopes }: { readonly scopes: readonly KeyScope[] }, endpoint: Endpoint): void {
  if (endpoint.access === 'session') throw new ProductError('key_refused')
  const scope = endpoint.method === 'GET' ? 'read' : 'write'
  if (!scopes.includes(scope)) throw new ProductError('scope_missing', { detail: MISSING_SCOPE[scope] })
}

const MISSING_SCOPE = {
  read: 'This API key may not read. Make one with the scope read.',
  write: 'This API key may only read. Make one with the scope write.',
}

/** Most characters of a path that the log takes. */
const LOGGED_PATH = 500

/** Paths whose next part is a share link's token. */
const TOKEN_IN_PATH = /^(\/shared\/|\/api\/sharing_router\/validate-share-token\/).+/

/** What the log says of a request: never a share link's token, nor its query, which may hold a signature or a search. */
function describeRequest(request: FastifyRequest) {
  const path = request.url.split('?')[0]?.replace(TOKEN_IN_PATH, '$1…').slice(0, LOGGED_PATH)
  return { method: request.method, path, address: request.ip }
}

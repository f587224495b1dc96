import {
  ARRIVED_HEADER,
  DIGESTS_HEADER,
  RESUMABLE_PATH,
  Sha256,
  VIDEO_HEADER,
} from '@footnote/contract/nouns/library/uploads.ts'
import { UPLOAD } from '@footnote/contract/shared/limits.ts'
import { type Locker, Server } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ResumableServices } from '../../../features/library/uploads/resumable/commands.ts'
import type { BoxDoor } from '../../../features/review/sharing/box/commands.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import { headerOf } from '../../../platform/route.ts'
import { waitForStart } from '../health.ts'
import { type Admission, admit, guestCredentialsOf, viewerOf } from '../viewer.ts'
import { bytesOf } from './bytes-of.ts'
import { refusalOf, type UploadPlace, UploadStore } from './upload-store.ts'

const VERSION = '1.0.0'
/** Headers that the protocol reads. No other reaches the library, which refuses, for example, a list of proxies. */
const READ = /^(?:content-length|content-type|tus-.+|upload-.+)$/
/** Headers of answers that the protocol has. Those that allow other origins are left out: nobody else calls the API. */
const ANSWERED = /^(?:location|tus-.+|upload-.+)$/
/** An upload's lease in the database is the lock: it holds across processes. */
const NO_LOCK: Locker = { newLock: () => ({ lock: async () => undefined, unlock: async () => undefined }) }

/**
 * Serves uploads that resume, by tus 1.0. An API key needs the scope to write for all of them. The token of a box lets
 * its guests send files into it, and nothing else.
 */
export function serveTus(
  app: FastifyInstance,
  services: ResumableServices,
  admission: Admission,
  boxes: Pick<BoxDoor, 'admit'>,
): void {
  const places = new WeakMap<FastifyRequest, UploadPlace>()
  app.register(async (apart) => {
    // The body is a stream of bytes, whatever its type; the protocol refuses all types but its own.
    apart.removeAllContentTypeParsers()
    apart.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    apart.addHook('onRequest', async (request, reply) => {
      reply.headers({ 'cache-control': 'no-store', 'tus-resumable': VERSION })
      if (request.method === 'OPTIONS') return
      const token = headerOf(request, 'x-share-token')
      if (token && admission.readiness) await waitForStart(admission.readiness)
      const place = token ? boxes.admit(guestCredentialsOf(request, token)) : memberOf(admission, request)
      places.set(request, await place)
      if (request.headers['tus-resumable'] === VERSION) return
      reply.header('tus-version', VERSION)
      throw new ProductError('tus_version')
    })
    const handler = (request: FastifyRequest, reply: FastifyReply) =>
      answer(request, reply, services, places.get(request))
    apart.route({ method: ['OPTIONS', 'POST'], url: RESUMABLE_PATH, schema: { hide: true }, handler })
    const methods = ['OPTIONS', 'HEAD', 'PATCH', 'DELETE']
    apart.route({ method: methods, url: `${RESUMABLE_PATH}/:id`, schema: { hide: true }, handler })
  })
}

async function memberOf(admission: Admission, request: FastifyRequest): Promise<UploadPlace> {
  await admit(admission, { access: 'user', method: 'POST' }, request)
  const sender = viewerOf(request)
  if (sender.kind !== 'user') throw new ProductError('unauthenticated')
  return { sender, collection_id: null }
}

/** @param place absent for OPTIONS, which touches no upload */
async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  services: ResumableServices,
  place: UploadPlace | undefined,
) {
  const answered = new AbortController()
  const content = bytesOf(request.raw, answered.signal)
  const store = new UploadStore(services, place ?? null, content, digestsIn(request))
  let failure: unknown
  const server = new Server({
    path: RESUMABLE_PATH,
    datastore: store,
    maxSize: UPLOAD.max_bytes,
    relativeLocation: true,
    locker: NO_LOCK,
    onResponseError: (_request, error) => {
      failure = error
      return undefined
    },
  })
  try {
    const { status, headers } = await passedTo(server, request)
    if (failure instanceof Error) throw place?.sender.guest ? forGuests(failure) : failure
    if (status >= 400) throw refusalOf(status, sentenceOf(failure))
    for (const [name, value] of headers) if (ANSWERED.test(name)) reply.header(name, value)
    const arrived = store.arrived.map(({ start, end }) => `${start}-${end}`)
    if (arrived.length > 0) reply.header(ARRIVED_HEADER, arrived.join())
    if (store.video_id) reply.header(VIDEO_HEADER, store.video_id)
    return reply.code(status).send()
  } finally {
    answered.abort()
    // Discards the rest of a refused body. Otherwise the connection blocks, and with it the next request.
    request.raw.unpipe().resume()
  }
}

/** The space, the seats and the plan of a company are not the business of its guests. */
function forGuests(failure: Error): Error {
  if (!(failure instanceof ProductError)) return failure
  if (failure.code === 'limit_storage') return new ProductError('limit_storage', { detail: NO_SPACE })
  return MAKER_REFUSED.has(failure.code) ? new ProductError('invalid_share_token') : failure
}

const NO_SPACE = 'The space for these files is full. What has arrived stays. Ask the person who sent you the link.'
/** What the maker of a box may not do any more, as of a moment ago. */
const MAKER_REFUSED: ReadonlySet<string> = new Set(['forbidden', 'collection_expired', 'limit_seats'])

/** @throws ProductError validation_failed */
function digestsIn({ headers }: FastifyRequest): string[] | null {
  const stated = headers[DIGESTS_HEADER.toLowerCase()]
  if (stated === undefined) return null
  const digests = String(stated)
    .split(',')
    .map((digest) => digest.trim())
  for (const digest of digests) {
    const read = Sha256.safeParse(digest)
    if (!read.success) throw invalidField(DIGESTS_HEADER, read.error.issues[0]!.message)
  }
  return digests
}

async function passedTo(server: Server, { method, url, headers: all }: FastifyRequest): Promise<Response> {
  const headers = Object.entries(all).filter(([name]) => READ.test(name)) as [string, string][]
  return await server.handleWeb(new Request(new URL(url, 'http://localhost'), { method, headers }))
}

const sentenceOf = (failure: unknown): string =>
  typeof failure === 'object' && failure !== null && 'body' in failure
    ? String(failure.body)
    : 'A header of this request is not right.'

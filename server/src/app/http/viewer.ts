import type { Access, Endpoint } from '@footnote/contract/calls/endpoint.ts'
import type { KeyScope } from '@footnote/contract/nouns/identity/api-keys.ts'
import type { FastifyRequest } from 'fastify'
import { findViewer } from '../../features/identity/accounts/queries.ts'
import { findKeyViewer } from '../../features/identity/api-keys/commands.ts'
import { isKey } from '../../features/identity/api-keys/queries.ts'
import type { Database } from '../../platform/db/database.ts'
import { ProductError } from '../../platform/errors.ts'
import { credentialsOf, type GuestCredentials, headerOf, type Viewer } from '../../platform/route.ts'
import { type Readiness, waitForStart } from './health.ts'

/** Reads an access token; null for a changed, foreign or expired one. */
interface TokenReader {
  read(token: string): Promise<{ user_id: string; session_id: string } | null>
}

/** Lets guests in; null where their link does not lead. Both throw ProductError link_locked. */
interface LinkReader {
  findLinkViewer(credentials: GuestCredentials): Promise<Viewer | null>
  findShareViewer(credentials: GuestCredentials, video_id: string): Promise<Viewer | null>
}

const viewers = new WeakMap<FastifyRequest, Viewer>()

/** The identified caller; `nobody` before identification and on public calls. */
export const viewerOf = (request: FastifyRequest): Viewer => viewers.get(request) ?? { kind: 'nobody' }

/** Stores the caller of a request. */
function setViewer(request: FastifyRequest, viewer: Viewer): void {
  viewers.set(request, viewer)
}

/** What decides who may call. */
export interface Admission {
  /** Identifies the caller. Throws `unauthenticated` or `invalid_share_token` for an invalid token. */
  readonly identify: (request: FastifyRequest, access: Access) => Promise<Viewer>
  /** Whether the server answers calls yet. It always answers health and documentation. */
  readonly readiness?: Readiness
}

/**
 * Identifies the caller of a request, and stores them for `viewerOf`.
 * @throws ProductError unavailable, unauthenticated, invalid_share_token, link_locked, key_refused, scope_missing
 */
export async function admit(
  { identify, readiness }: Admission,
  endpoint: Pick<Endpoint, 'access' | 'while_starting'> & { readonly method: string },
  request: FastifyRequest,
): Promise<void> {
  if (readiness && !endpoint.while_starting) await waitForStart(readiness)
  if (endpoint.access === 'public') return
  const viewer = await identify(request, endpoint.access)
  if (viewer.kind === 'nobody') throw new ProductError('unauthenticated')
  if (viewer.kind === 'user' && viewer.api_key) limitKey(viewer.api_key, endpoint)
  setViewer(request, viewer)
}

/** @throws ProductError key_refused, scope_missing */
function limitKey({ scopes }: { readonly scopes: readonly KeyScope[] }, endpoint: Parameters<typeof admit>[1]): void {
  if (endpoint.access === 'session') throw new ProductError('key_refused')
  const scope = endpoint.method === 'GET' ? 'read' : 'write'
  if (!scopes.includes(scope)) throw new ProductError('scope_missing', { detail: MISSING_SCOPE[scope] })
}

const MISSING_SCOPE = {
  read: 'This API key may not read. Make one with the scope read.',
  write: 'This API key may only read. Make one with the scope write.',
}

/**
 * Identifies the caller: by the share token alone where the call takes one, else by the bearer token, which is an API
 * key or an access token.
 * @throws ProductError unauthenticated for an invalid bearer token or an ended session, invalid_share_token, link_locked
 */
export const identifyBy =
  (db: Database, tokens: TokenReader, links: LinkReader) =>
  async (request: FastifyRequest, access: Access): Promise<Viewer> => {
    const shareToken = (access === 'share' || access === 'link') && headerOf(request, 'x-share-token')
    if (shareToken) return await byLink(links, request, access, shareToken)
    if (access === 'link') return { kind: 'nobody' }
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return { kind: 'nobody' }
    if (isKey(token)) {
      const viewer = await findKeyViewer(db, token)
      if (!viewer) throw new ProductError('unauthenticated')
      return viewer
    }
    const named = await tokens.read(token)
    const viewer = named && (await findViewer(db, named.user_id, named.session_id))
    if (!viewer) throw new ProductError('unauthenticated')
    return viewer
  }

async function byLink(
  links: LinkReader,
  request: FastifyRequest,
  access: 'share' | 'link',
  token: string,
): Promise<Viewer> {
  const credentials = credentialsOf(request, token)
  const { video_id } = request.params as { readonly video_id: string }
  const viewer =
    access === 'link' ? await links.findLinkViewer(credentials) : await links.findShareViewer(credentials, video_id)
  if (!viewer) throw new ProductError('invalid_share_token')
  return viewer
}

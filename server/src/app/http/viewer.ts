import type { Access } from '@footnote/contract/calls/endpoint.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import type { FastifyRequest } from 'fastify'
import { findViewer } from '../../features/accounts/queries.ts'
import { findKeyViewer } from '../../features/api-keys/commands.ts'
import { isKey } from '../../features/api-keys/queries.ts'
import { findShareViewer } from '../../features/sharing/commands.ts'
import type { Database } from '../../platform/db/database.ts'
import { invalidField, ProductError } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/route.ts'

/** Reads an access token; null for a changed, foreign or expired one. */
interface TokenReader {
  read(token: string): Promise<{ user_id: string; session_id: string } | null>
}

const viewers = new WeakMap<FastifyRequest, Viewer>()

/** The identified caller; `nobody` before identification and on public calls. */
export const viewerOf = (request: FastifyRequest): Viewer => viewers.get(request) ?? { kind: 'nobody' }

/** Stores the caller of a request. */
export function setViewer(request: FastifyRequest, viewer: Viewer): void {
  viewers.set(request, viewer)
}

/**
 * Identifies the caller: by the share token alone where the call takes one, else by the bearer token, which is an API
 * key or an access token.
 * @throws ProductError unauthenticated for an invalid bearer token or an ended session, invalid_share_token
 */
export const identifyBy =
  (db: Database, tokens: TokenReader) =>
  async (request: FastifyRequest, access: Access): Promise<Viewer> => {
    const shareToken = access === 'share' && header(request, 'x-share-token')
    if (shareToken) return await byLink(db, request, shareToken)
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

async function byLink(db: Database, request: FastifyRequest, token: string): Promise<Viewer> {
  const { video_id } = request.params as { readonly video_id: string }
  const guest_key = header(request, 'x-guest-key')
  if (guest_key && guest_key.length > TEXT.guest_key)
    throw invalidField('x-guest-key', `At most ${TEXT.guest_key} characters are allowed`)
  const viewer = await findShareViewer(db, { token, video_id, guest_key })
  if (!viewer) throw new ProductError('invalid_share_token')
  return viewer
}

/** A header's text; null when it is absent or blank. */
function header(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(', ') : value)?.trim() || null
}

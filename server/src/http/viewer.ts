import type { FastifyRequest } from 'fastify'
import { findViewer } from '../accounts/queries.ts'
import type { Database } from '../db/database.ts'
import { ProductError } from '../errors.ts'
import type { Viewer } from '../route.ts'

/** Reads an access token; null for one that is altered, foreign or expired. */
interface TokenReader {
  read(token: string): Promise<{ user_id: string; session_id: string } | null>
}

const viewers = new WeakMap<FastifyRequest, Viewer>()

/** Who asks, once it has been found out; nobody until then and on calls that are public. */
export const viewerOf = (request: FastifyRequest): Viewer => viewers.get(request) ?? { kind: 'nobody' }

/** Remembers who asks. */
export function setViewer(request: FastifyRequest, viewer: Viewer): void {
  viewers.set(request, viewer)
}

/** Finds out who asks from the bearer token. @throws ProductError unauthenticated for a token that is not valid or whose session ended */
export const identifyBy =
  (db: Database, tokens: TokenReader) =>
  async (request: FastifyRequest): Promise<Viewer> => {
    const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
    if (!token) return { kind: 'nobody' }
    const named = await tokens.read(token)
    const viewer = named && (await findViewer(db, named.user_id, named.session_id))
    if (!viewer) throw new ProductError('unauthenticated')
    return viewer
  }

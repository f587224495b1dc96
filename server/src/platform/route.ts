import type { Readable } from 'node:stream'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import type { KeyScope } from '@footnote/contract/nouns/api-keys.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

/** A signed-in user, as the server knows them at this request. */
export interface UserViewer {
  readonly kind: 'user'
  readonly user_id: string
  readonly company_id: string
  readonly is_admin: boolean
  /** Whether the company's plan has a seat for this person; who has none only reads. */
  readonly has_seat: boolean
  /** The sign-in that this request belongs to; null where an API key was shown. */
  readonly session_id: string | null
  /** The API key that was shown, if one was. */
  readonly api_key?: { readonly id: string; readonly scopes: readonly KeyScope[] }
}
/** A person who has signed in, and shows no API key. */
export interface SessionViewer extends UserViewer {
  readonly session_id: string
}
/** Somebody who came by a share link; it shows one video. */
export interface ShareViewer {
  readonly kind: 'share'
  readonly link_id: string
  readonly video_id: string
  /** Whose comments the link shows. */
  readonly company_id: string
  readonly permission: 'viewer' | 'commenter'
  /** Hash of the key by which a guest's own comments are known; null without one. */
  readonly guest_key_hash: string | null
}
/** Somebody who has not signed in. */
export interface Nobody {
  readonly kind: 'nobody'
}
/** Who may see a video and its comments. */
export type Reviewer = UserViewer | ShareViewer
export type Viewer = Reviewer | Nobody

interface ViewerFor {
  readonly public: Viewer
  readonly session: SessionViewer
  readonly user: UserViewer
  readonly share: Reviewer
}
type Body<E extends Endpoint> = E['raw'] extends string ? Buffer : Parsed<E['body']>
type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined

/** What a handler gets: the parsed request and who asks. */
export interface RouteInput<E extends Endpoint> {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  /** Parsed by the contract; the bytes as they were sent where it says so. */
  readonly body: Body<E>
  readonly viewer: ViewerFor[E['access']]
  /** What the caller is counted as: an IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<E extends Endpoint> = (
  input: RouteInput<E>,
) => Promise<
  E['response'] extends z.ZodMiniType
    ? z.output<E['response']>
    : E['events'] extends Readonly<Record<string, z.ZodMiniType>>
      ? Readable | undefined
      : undefined
>

/** Serves one call of the contract. Each noun's `routes.ts` is given this and nothing of the server around it. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

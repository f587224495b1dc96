import type { Readable } from 'node:stream'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import type { KeyScope } from '@footnote/contract/nouns/identity/api-keys.ts'
import type { SharePermission } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { invalidField } from './errors.ts'

/** A signed-in user at the time of the request. */
export interface UserViewer {
  readonly kind: 'user'
  readonly user_id: string
  readonly company_id: string
  readonly is_admin: boolean
  /** Whether the company's plan has a seat for this person; without one they only read. */
  readonly has_seat: boolean
  /** The session of this request; null with an API key. */
  readonly session_id: string | null
  /** The API key of this request, if any. */
  readonly api_key?: { readonly id: string; readonly scopes: readonly KeyScope[] }
}
/** A signed-in person without an API key. */
export interface SessionViewer extends UserViewer {
  readonly session_id: string
}
/** A guest with a share link that is not locked for them. */
export interface LinkViewer {
  readonly kind: 'link'
  readonly link_id: string
  /** Company whose comments the link shows. */
  readonly company_id: string
  readonly permission: SharePermission
  /** As of the link when the guest was let in: another one ends what they hold. */
  readonly pass_version: number
  /** Hash of the key that identifies a guest's own comments; null without one. */
  readonly guest_key_hash: string | null
}
/** The same guest at a video that the link shows. */
export interface ShareViewer extends Omit<LinkViewer, 'kind'> {
  readonly kind: 'share'
  readonly video_id: string
  /** Whether the link shows the earlier versions, too. */
  readonly show_versions: boolean
  /** Whether the link gives only copies with its watermark in the picture. */
  readonly marked: boolean
}
/** A caller who is not signed in. */
export interface Nobody {
  readonly kind: 'nobody'
}
/** Callers who may see a video and its comments. */
export type Reviewer = UserViewer | ShareViewer
export type Viewer = Reviewer | LinkViewer | Nobody

interface ViewerFor {
  readonly public: Viewer
  readonly session: SessionViewer
  readonly user: UserViewer
  readonly share: Reviewer
  readonly link: LinkViewer
}
type Body<E extends Endpoint> = E['raw'] extends string ? Buffer : OutputOf<E['body']>
type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined

/** A handler's input: the parsed request and its caller. */
export interface RouteInput<E extends Endpoint> {
  readonly params: OutputOf<E['params']>
  readonly query: OutputOf<E['query']>
  /** Parsed by the contract, or the unparsed bytes if the contract says so. */
  readonly body: Body<E>
  readonly viewer: ViewerFor[E['access']]
  /** The client's address, grouped for counting: an IPv4 address, or the /64 of an IPv6 address. */
  readonly address: string
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A file as an answer. The client saves it under its name. */
export interface AnsweredFile {
  /** In any script, and as hostile as people are: the header is made safe. */
  readonly name: string
  /** One of the media types of the call. */
  readonly type: string
  readonly body: string | Uint8Array | Readable
}

/** An answer by the contract that is JSON already, in UTF-8, in parts that follow one another. */
export class WrittenAnswer {
  readonly parts: readonly Uint8Array[]

  constructor(parts: readonly Uint8Array[]) {
    this.parts = parts
  }
}

export type Handler<E extends Endpoint> = (
  input: RouteInput<E>,
) => Promise<ResponseOf<E> | WrittenAnswer | (E['file'] extends string ? { readonly file: AnsweredFile } : never)>

type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : E['events'] extends Readonly<Record<string, z.ZodMiniType>>
    ? Readable | undefined
    : E['file'] extends string
      ? never
      : undefined

/** Serves one call of the contract. Each noun's `routes.ts` gets this function and nothing else of the HTTP server. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

/** The key of a guest's browser; null without one. @throws ProductError validation_failed */
function guestKeyOf(request: FastifyRequest): string | null {
  const guest_key = headerOf(request, 'x-guest-key')
  if (guest_key && guest_key.length > TEXT.guest_key)
    throw invalidField('x-guest-key', `At most ${TEXT.guest_key} characters are allowed`)
  return guest_key
}

/** What the request of a guest says of who they are. */
export interface GuestCredentials {
  /** Of the link. */
  readonly token: string
  readonly guest_key: string | null
  /** That they got for opening the link. */
  readonly pass: string | null
}

/** What a guest who has the token of a link sends beside it. @throws ProductError validation_failed */
export const credentialsOf = (request: FastifyRequest, token: string): GuestCredentials => ({
  token,
  guest_key: guestKeyOf(request),
  pass: headerOf(request, 'x-share-pass'),
})

/** A header's text; null when it is absent or blank. */
export function headerOf(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name]
  return (Array.isArray(value) ? value.join(', ') : value)?.trim() || null
}

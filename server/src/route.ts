import type { Endpoint } from '@footnote/contract/endpoint.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

/** A signed-in user, as the server knows them at this request. */
export interface UserViewer {
  readonly kind: 'user'
  readonly user_id: string
  readonly company_id: string
  readonly is_admin: boolean
  /** The sign-in that this request belongs to. */
  readonly session_id: string
}
/** Somebody who has not signed in. */
export interface Nobody {
  readonly kind: 'nobody'
}
export type Viewer = UserViewer | Nobody

type Parsed<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined

/** What a handler gets: the parsed request and who asks. */
export interface RouteInput<E extends Endpoint> {
  readonly params: Parsed<E['params']>
  readonly query: Parsed<E['query']>
  readonly body: Parsed<E['body']>
  readonly viewer: E['access'] extends 'user' ? UserViewer : Viewer
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<E extends Endpoint> = (
  input: RouteInput<E>,
) => Promise<E['response'] extends z.ZodMiniType ? z.output<E['response']> : undefined>

/** Serves one call of the contract. Each noun's `routes.ts` is given this and nothing of the server around it. */
export type Route = <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void

import type * as z from 'zod/mini'

/**
 * Who may call: `public`, anybody; `session`, a person who is signed in; `user`, a person or their API key; `share`, a
 * person, their API key or a guest with a share link; `link`, a guest with a share link.
 */
export type Access = 'public' | 'session' | 'user' | 'share' | 'link'

/** One call of the API. The server's routes, the browser's client and OpenAPI are all made from it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path with `:name` for each parameter. */
  readonly path: string
  readonly access: Access
  readonly tag: string
  readonly summary: string
  /** Status of success; 200 by default. */
  readonly status?: 200 | 201 | 204
  readonly params?: z.ZodMiniType
  readonly query?: z.ZodMiniType
  readonly body?: z.ZodMiniType
  /** Bytes that the body may have, where it is not `CONNECTIONS.body_bytes`. */
  readonly body_bytes?: number
  /** Absent for an answer without a body. */
  readonly response?: z.ZodMiniType
  /**
   * Media types, separated by commas, when the answer is a file. A call with a `response` too answers either, as its
   * query asks.
   */
  readonly file?: string
  /** What the events carry, by name, when the answer is a stream of them (text/event-stream). */
  readonly events?: Readonly<Record<string, z.ZodMiniType>>
  /** Fields of a body that is multipart/form-data and read by the route itself. */
  readonly multipart?: Readonly<Record<string, 'file' | 'text'>>
  /** Describes a body that the route receives unparsed, byte for byte and of any content type. */
  readonly raw?: string
  /** Requests a second that it counts among: those of `RATE.search_per_second`, or all others. */
  readonly rate?: 'search'
  /** Answered before the database is ready; every other call is answered 503 until then. */
  readonly while_starting?: true
}

type WithTag<E> = { readonly [Name in keyof E]: E[Name] & Pick<Endpoint, 'tag'> }

/**
 * Checks the form of the calls of a noun, and keeps their literal types.
 * @param tag of each call in OpenAPI
 */
// The web app's build then leaves out calls that a page never makes.
/* @__NO_SIDE_EFFECTS__ */
export function endpointsOf<const E extends Readonly<Record<string, Omit<Endpoint, 'tag'>>>>(
  tag: string,
  calls: E,
): WithTag<E> {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { ...call, tag }])) as WithTag<E>
}

import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import type * as z from 'zod/mini'
import { guestKey } from '../guest.ts'
import { noteLocked, readPass } from '../stored/share-pass.ts'
import { currentToken, renewToken } from './access-token.ts'
import { ApiError, readProblem, unreachable } from './api-error.ts'

type Part<E extends Endpoint, Key extends 'params' | 'query' | 'body'> = E[Key] extends z.ZodMiniType
  ? { [K in Key]: z.input<E[Key]> }
  : unknown
/** Input of a call: the parts that its endpoint names. */
export type Call<E extends Endpoint> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'> &
  (E['multipart'] extends object ? { form: FormData } : unknown) &
  (E['events'] extends object ? { headers?: Readonly<Record<string, string>> } : unknown) & {
    /** Whether the call outlives the page that makes it. */
    keepalive?: boolean
  }
/** The answer of a call. */
export type Answer<E extends Endpoint> = E['response'] extends z.ZodMiniType ? z.output<E['response']> : undefined

/** Sent instead of a session by a page that a share link opened. */
export interface ShareAccess {
  share_token: string
}

interface Parts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
  headers?: Readonly<Record<string, string>>
  keepalive?: boolean
}

/** Address of a call. @throws Error when a parameter of the path is missing */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Parts): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${path}?${search}` : path
}

async function send(endpoint: Endpoint, parts: Parts, who: Headers, signal?: AbortSignal): Promise<Response> {
  const headers = new Headers(who)
  for (const [name, value] of Object.entries(parts.headers ?? {})) headers.set(name, value)
  if (parts.body !== undefined) headers.set('content-type', 'application/json')
  const body = parts.form ?? (parts.body === undefined ? null : JSON.stringify(parts.body))
  try {
    const options = { method: endpoint.method, headers, body, signal: signal ?? null }
    return await fetch(addressOf(endpoint, parts), parts.keepalive ? { ...options, keepalive: true } : options)
  } catch (error) {
    if (signal?.aborted) throw error
    throw unreachable()
  }
}

const bearer = (token: string): Headers => new Headers({ authorization: `Bearer ${token}` })

/** Who a guest is: the server recognises what they wrote by the key, and that they opened the link by the pass. */
function guest({ share_token }: ShareAccess): Headers {
  const headers = new Headers({ 'x-share-token': share_token, 'x-guest-key': guestKey() })
  const pass = readPass(share_token)
  if (pass) headers.set('x-share-pass', pass)
  return headers
}

/** Calls that know guests. Public ones are those that read and open a link. */
const KNOWS_GUESTS: readonly Endpoint['access'][] = ['share', 'link', 'public']

/**
 * Sends a call and returns its response unread, as streams of events need it. Renews an expired token and repeats the
 * call once. If the renewal fails, the session ends and the app shows the login screen.
 * @param share the share link to send instead of the session; ignored by endpoints that accept none
 * @throws ApiError for every answer that is not a success, and when none comes
 */
export async function request<E extends Endpoint>(
  endpoint: E,
  parts: Call<E>,
  signal?: AbortSignal,
  share?: ShareAccess | null,
): Promise<Response> {
  const given = parts as Parts
  const byLink = share && KNOWS_GUESTS.includes(endpoint.access)
  const token = endpoint.access === 'public' || byLink ? null : await currentToken()
  let response = await send(endpoint, given, byLink ? guest(share) : token ? bearer(token) : new Headers(), signal)
  if (response.status === 401 && token) {
    const renewed = await renewToken(token)
    if (renewed) response = await send(endpoint, given, bearer(renewed), signal)
  }
  if (response.ok) return response
  const problem = await readProblem(response)
  if (byLink && problem.code === 'link_locked') noteLocked(share.share_token)
  throw problem
}

/**
 * Calls the API: sends a `request`, reads the answer and checks it against the contract.
 * @throws ApiError as `request` does, and with code `unexpected_answer` for an answer that breaks the contract
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  parts: Call<E>,
  signal?: AbortSignal,
  share?: ShareAccess | null,
): Promise<Answer<E>> {
  const response = await request(endpoint, parts, signal, share)
  if (!endpoint.response) return undefined as Answer<E>
  const parsed = endpoint.response.safeParse(await response.json().catch(() => undefined))
  if (parsed.success) return parsed.data as Answer<E>
  throw new ApiError({ status: response.status, code: 'unexpected_answer', detail: '' })
}

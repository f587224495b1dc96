import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { Problem } from '@footnote/contract/calls/problems.ts'
import { type Answer, addressOf, type Call } from '../web/src/lib/calls/client.ts'

/** Credentials of a caller: a session's token, a share link's, or none. */
export interface Caller {
  readonly access?: string
  readonly share_token?: string
  /** Of a guest; one of this class by default. */
  readonly guest_key?: string
}

/** An answer that is no success. */
export class RefusedCall extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

interface Parts {
  readonly params?: Record<string, unknown>
  readonly query?: Record<string, unknown>
  readonly body?: unknown
  readonly form?: FormData
  /** Body of a call that takes it unparsed. */
  readonly raw?: string
}

type CallInput<E extends Endpoint> = Call<E> & (E['raw'] extends string ? { raw: string } : unknown)

/**
 * Calls the API as somebody else's program would, checks every answer against the contract, and remembers the calls.
 */
export class ContractClient {
  readonly #origin: string
  /** Calls that succeeded with an answer that fits the contract. */
  readonly answered = new Set<Endpoint>()
  /** Calls that were refused because of the state of the data, with a problem that fits the contract. */
  readonly refused = new Set<Endpoint>()

  constructor(origin: string) {
    this.#origin = origin
  }

  /** @throws RefusedCall when the answer is no success, Error when it does not fit the contract */
  async call<E extends Endpoint>(endpoint: E, sent: CallInput<E>, who: Caller = {}): Promise<Answer<E>> {
    const response = await this.#send(endpoint, sent as Parts, who)
    const said = `${endpoint.method} ${endpoint.path} was answered ${response.status}`
    if (endpoint.events) {
      const { done } = await response.body!.getReader().read()
      if (done || response.headers.get('content-type') !== 'text/event-stream') throw new Error(`${said}, no stream`)
      this.answered.add(endpoint)
      return undefined as Answer<E>
    }
    const text = await response.text()
    if (response.status !== (endpoint.status ?? 200)) throw new RefusedCall(response.status, `${said}: ${text}`)
    if (endpoint.file && !endpoint.response) {
      const type = response.headers.get('content-type')?.split(';')[0] ?? ''
      if (!endpoint.file.split(/,\s*/).includes(type)) throw new Error(`${said} with ${type || 'no type'}`)
      this.answered.add(endpoint)
      return undefined as Answer<E>
    }
    if (!endpoint.response && text !== '') throw new Error(`${said} with a body: ${text}`)
    const answer = endpoint.response ? endpoint.response.safeParse(JSON.parse(text)) : null
    if (answer?.error) throw new Error(`${said}, against the contract:\n${answer.error.message}\n${text}`)
    this.answered.add(endpoint)
    return answer?.data as Answer<E>
  }

  /** The text of a file. @throws RefusedCall when there is none */
  async file<E extends Endpoint>(endpoint: E, sent: CallInput<E>, who: Caller = {}): Promise<string> {
    const response = await this.#send(endpoint, sent as Parts, who)
    const text = await response.text()
    if (!response.ok)
      throw new RefusedCall(response.status, `${endpoint.path} was answered ${response.status}: ${text}`)
    return text
  }

  /**
   * Makes a valid call that the state of the data does not allow.
   * @returns the problem's code
   * @throws Error when it succeeds
   */
  async refusal<E extends Endpoint>(endpoint: E, sent: CallInput<E>, who: Caller = {}): Promise<string> {
    const response = await this.#send(endpoint, sent as Parts, who)
    const { code, status } = Problem.parse(await response.json())
    if (status !== response.status || status >= 500) throw new Error(`${endpoint.path} was answered ${response.status}`)
    this.refused.add(endpoint)
    return code
  }

  async #send(
    endpoint: Endpoint,
    parts: Parts,
    { access, share_token, guest_key = 'a guest of this test' }: Caller,
  ): Promise<Response> {
    const { body, form, raw } = parts
    return await fetch(this.#origin + addressOf(endpoint, parts), {
      method: endpoint.method,
      headers: {
        ...(access ? { authorization: `Bearer ${access}` } : {}),
        ...(share_token ? { 'x-share-token': share_token, 'x-guest-key': guest_key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: form ?? raw ?? (body === undefined ? null : JSON.stringify(body)),
      signal: AbortSignal.timeout(60_000),
    })
  }
}

import http from 'node:http'
import type { Patience } from './patience.ts'
import { noteLimits } from './rate-limits.ts'

/** Maximum redirects from the hub to the file's bytes: one is usual. */
const MOST_HOPS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** A hub's metadata of a file; null for what it does not send. */
export interface HubFacts {
  /** Commit of the answer (`X-Repo-Commit`). */
  readonly commit: string | null
  /** SHA-256 of the whole file (`X-Linked-Etag`; the public hub sends it for large files). */
  readonly sha256: string | null
  /** Bytes of the whole file (`X-Linked-Size`, or the answer's own length). */
  readonly size: number | null
}

/** An answer, after all redirects. */
export interface HubAnswer {
  readonly response: Response
  readonly facts: HubFacts
  /** Origin of the answering server: the hub, or its storage server. */
  readonly origin: string
}

/** Address of a file, in the form of the public hub. @param hub address without a trailing slash */
export const fileAddress = (hub: string, repo: string, revision: string, path: string): string =>
  `${hub}/${repo}/resolve/${encodeURIComponent(revision)}/${path.split('/').map(encodeURIComponent).join('/')}`

/**
 * Sends a request to a hub. Follows redirects itself, since the metadata of a file is in the hub's own answer, not in
 * the storage server's.
 * @param method HEAD stays with the hub, since its redirects are signed for GET
 * @throws TypeError when the connection fails; the signal's reason when aborted
 */
export async function askHub(
  method: 'GET' | 'HEAD',
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HubAnswer> {
  let url = new URL(address)
  let facts: HubFacts = { commit: null, sha256: null, size: null }
  for (let hop = 0; ; hop += 1) {
    // With compression the file's length would differ from the announced one.
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
      redirect: 'manual',
      signal,
    })
    facts = merge(facts, response)
    noteLimits(url.origin, response.headers)
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || location === null)
      return { response, facts: withLength(facts, response), origin: url.origin }
    const next = new URL(location, url)
    if (method === 'HEAD' && next.origin !== url.origin) return { response, facts, origin: url.origin }
    await response.body?.cancel()
    const weaker = url.protocol === 'https:' && next.protocol !== 'https:'
    if (hop >= MOST_HOPS || weaker || !['http:', 'https:'].includes(next.protocol))
      throw new TypeError('The hub leads to an address that is not followed.')
    url = next
  }
}

function merge(facts: HubFacts, { headers }: Response): HubFacts {
  const commit = headers.get('x-repo-commit')
  const etag = headers.get('x-linked-etag')?.replaceAll('"', '').toLowerCase()
  const size = headers.get('x-linked-size')
  return {
    commit: facts.commit ?? (commit && /^[0-9a-f]{40}$/.test(commit) ? commit : null),
    sha256: facts.sha256 ?? (etag && /^[0-9a-f]{64}$/.test(etag) ? etag : null),
    size: facts.size ?? (size && /^\d+$/.test(size) ? Number(size) : null),
  }
}

function withLength(facts: HubFacts, { status, headers }: Response): HubFacts {
  const length = headers.get('content-length')
  return facts.size === null && status === 200 && length !== null ? { ...facts, size: Number(length) } : facts
}

/** Makes this process use the proxies of HTTP_PROXY, HTTPS_PROXY and NO_PROXY, when no supervisor has done so. */
export const useProxies = (): void => void http.setGlobalProxyFromEnv?.()

/** Runs a request and aborts it after a time of silence; `heard` restarts that time. */
export async function impatiently<T>(
  { silence }: Pick<Patience, 'silence'>,
  outer: AbortSignal | undefined,
  act: (signal: AbortSignal, heard: () => void) => Promise<T>,
): Promise<T> {
  const quiet = new AbortController()
  const timer = setTimeout(() => quiet.abort(new TypeError('The hub has gone silent.')), silence)
  try {
    return await act(outer ? AbortSignal.any([outer, quiet.signal]) : quiet.signal, () => timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}

import http from 'node:http'
import type { Patience } from './patience.ts'
import { noteLimits } from './rate-limits.ts'

/** Hops from the hub to where a file really lies: one is usual. */
const MOST_HOPS = 5
const REDIRECTS = [301, 302, 303, 307, 308]

/** What a hub says of a file before it sends it; null for what it does not say. */
export interface HubFacts {
  /** Commit that the answer comes from (`X-Repo-Commit`). */
  readonly commit: string | null
  /** SHA-256 of the whole file (`X-Linked-Etag`; the public hub has it for large files). */
  readonly sha256: string | null
  /** Bytes of the whole file (`X-Linked-Size`, or the answer's own length). */
  readonly size: number | null
}

/** An answer, after all redirects. */
export interface HubAnswer {
  readonly response: Response
  readonly facts: HubFacts
  /** Origin of the server that gave it: the hub's, or that of a server that keeps bytes for it. */
  readonly origin: string
}

/** Address of a file in the form of the public hub. @param hub address without a trailing slash */
export const fileAddress = (hub: string, repo: string, revision: string, path: string): string =>
  `${hub}/${repo}/resolve/${encodeURIComponent(revision)}/${path.split('/').map(encodeURIComponent).join('/')}`

/**
 * Asks a hub. Redirects are followed by hand: what the hub itself says of a file stands in its own answer, not in that of
 * the server that keeps the bytes.
 * @param method HEAD stays with the hub: addresses that it hands out are signed for GET
 * @throws TypeError when no connection is made; the signal's reason when it is aborted
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
    // Compressed on the way, a file would have another length than it says.
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

/** Has this process use the proxies that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name, where no supervisor saw to it. */
export const useProxies = (): void => void http.setGlobalProxyFromEnv?.()

/** Runs a request that is given up when nothing is heard for a while; `heard` says that something was. */
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

import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** The commit of the hub's newest state. */
export const COMMIT = '0123456789abcdef0123456789abcdef01234567'

/** How a hub sends the bytes of a file. */
export interface Mood {
  /** Closes the connection after this many bytes. */
  readonly cut_after?: number
  /**
   * Resolves when they have arrived. Otherwise the end of the connection would discard the bytes in the receiver's
   * memory.
   */
  readonly arrived?: () => Promise<void>
  /** Answers with this status instead. */
  readonly status?: number
  /** Says that the file ends where it begins. */
  readonly at_its_end?: boolean
  /** Sends nothing at all, or nothing more after `cut_after`. */
  readonly silent?: boolean
  /** Milliseconds between two parts of 16 KB. */
  readonly slow?: number
  /** Sends other bytes than announced. */
  readonly spoilt?: boolean
}

/** How a hub answers before it redirects to the bytes. */
export interface HubMood {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
}

/** One request to a hub. */
export interface HubRequest {
  readonly method: string
  readonly path: string
  readonly range: string | null
}

const PART = 16 * 1024
/** SHA-256 in lower-case hexadecimal, as in the catalogue and on hubs. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
/** Random content of a file. @param size bytes */
export const someBytes = (size: number): Buffer => randomBytes(size)

/**
 * A hub on loopback with one repository; with `repo` null the files' paths begin with their repositories' names. Like
 * the public hub it redirects to a storage server, which only accepts GET, and sends commit, size and hash in its own
 * answer.
 */
export async function startHub(
  files: Record<string, Uint8Array>,
  repo: string | null = 'made/small',
  port = 0,
  { etags = true }: { readonly etags?: boolean } = {},
) {
  const seen: HubRequest[] = []
  const asked: string[] = []
  const moods = new Map<string, Mood[]>()
  const hub_moods = new Map<string, HubMood[]>()
  const sent = new Map<string, number>()
  const store = http.createServer((request, response) => {
    const [, path = ''] = decodeURIComponent(request.url ?? '').split('/bytes/')
    const bytes = files[path]
    const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')
    seen.push({ method: request.method ?? '', path, range: request.headers.range ?? null })
    if (request.method !== 'GET') return void response.writeHead(403).end()
    if (!bytes) return void response.writeHead(404).end()
    const mood = moods.get(path)?.shift() ?? {}
    if (mood.status) return void response.writeHead(mood.status).end()
    if (mood.at_its_end) return void response.writeHead(416, { 'content-range': 'bytes */0' }).end()
    const etag = `"${sha256(bytes)}"`
    const condition = request.headers['if-range']
    const from = range && (condition === undefined || condition === etag) ? Number(range[1]) : 0
    if (from >= bytes.length) return void response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end()
    response.writeHead(from > 0 ? 206 : 200, {
      ...(etags ? { etag } : {}),
      'content-length': bytes.length - from,
      ...(from > 0 ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
    })
    const content = mood.spoilt ? Buffer.from(bytes).fill((bytes[0] ?? 0) ^ 0xff, 0, 1) : bytes
    const count = (length: number) => sent.set(path, (sent.get(path) ?? 0) + length)
    void send(response, content.subarray(from), mood, count)
  })
  await listening(store)
  const hub = http.createServer((request, response) => {
    const [owned = '', file = ''] = decodeURIComponent(request.url ?? '')
      .slice(1)
      .split('/resolve/')
    const [revision = '', ...parts] = file.split('/')
    const path = parts.join('/')
    const place = repo === null ? `${owned}/${path}` : path
    asked.push(`${request.method} ${owned}/${path}`)
    const mood = hub_moods.get(place)?.shift()
    if (mood) return void response.writeHead(mood.status, { ...mood.headers }).end()
    const bytes = repo === null || owned === repo ? files[place] : undefined
    if (!bytes || !['main', COMMIT].includes(revision)) return void response.writeHead(404).end()
    response.writeHead(302, {
      location: `${originOf(store)}/bytes/${place}`,
      'x-repo-commit': COMMIT,
      'x-linked-size': bytes.length,
      'x-linked-etag': `"${sha256(bytes)}"`,
    })
    response.end()
  })
  await listening(hub, port)
  return {
    url: originOf(hub),
    files,
    /** Requests to the storage server, in order. */
    seen,
    /** Requests to the hub itself, as 'METHOD REPO/PATH', in order. */
    asked,
    /** Bytes of a file that were sent, over all connections. */
    sent: (path: string): number => sent.get(path) ?? 0,
    /** Sets the hub's next answers, one each. */
    hubAnswers: (path: string, ...next: HubMood[]) => void hub_moods.set(path, next),
    /** Sets how the next downloads of a file behave, one each; later ones succeed. */
    answers: (path: string, ...next: Mood[]) => void moods.set(path, next),
    async close() {
      for (const server of [hub, store]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
export type Hub = Awaited<ReturnType<typeof startHub>>

async function send(
  response: http.ServerResponse,
  bytes: Uint8Array,
  mood: Mood,
  count: (length: number) => void,
): Promise<void> {
  const until = Math.min(bytes.length, mood.cut_after ?? bytes.length)
  response.flushHeaders()
  for (let at = 0; at < until; at += PART) {
    if (response.destroyed) return
    const part = bytes.subarray(at, Math.min(until, at + PART))
    count(part.length)
    if (!response.write(part)) await once(response, 'drain').catch(() => undefined)
    if (mood.slow) await new Promise((resolve) => setTimeout(resolve, mood.slow))
  }
  if (mood.silent) return
  if (until === bytes.length) response.end()
  else {
    await mood.arrived?.()
    response.destroy()
  }
}

const listening = (server: http.Server, port = 0) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
const originOf = (server: http.Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`

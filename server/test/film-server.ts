import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** Bytes that are written at a time by default. */
const PIECE = 64 * 1024

/** How a server answers for one file. */
export interface ServedFilm {
  readonly content: Buffer
  readonly headers?: OutgoingHttpHeaders
  /** Without one there is only `last_modified`. */
  readonly etag?: string | null
  readonly last_modified?: string
  /** Whether it knows ranges. */
  readonly ranges?: boolean
  /** Whether it looks at If-Range. */
  readonly conditions?: boolean
  /** Bytes after which it breaks each connection. */
  readonly cut_after?: number
  /** Bytes that are written at a time; 64 KiB by default. */
  readonly piece?: number
  /** Milliseconds between two pieces. */
  readonly pause?: number
  /** Whether it leaves the size out. */
  readonly chunked?: boolean
  /** Repeats the content without an end, whatever it says. */
  readonly endless?: boolean
}

/** A request, and the bytes of content that it got. */
export interface FilmRequest {
  readonly path: string
  readonly range: string | undefined
  readonly if_range: string | undefined
  sent: number
  /** Whether it is still being answered. */
  open: boolean
}

/** A server of films on loopback, as good and as bad as those of the web. */
export async function startFilmServer() {
  const films = new Map<string, ServedFilm>()
  /** Answers that come before the film, one for each request. */
  const before = new Map<string, [status: number, headers: OutgoingHttpHeaders][]>()
  const requests: FilmRequest[] = []
  const server = http.createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://films').pathname
    const { range, 'if-range': if_range } = request.headers
    const made: FilmRequest = { path, range, if_range: if_range as string | undefined, sent: 0, open: true }
    requests.push(made)
    response.once('close', () => {
      made.open = false
    })
    const refusal = before.get(path)?.shift()
    if (refusal) return void response.writeHead(refusal[0], refusal[1]).end()
    const film = films.get(path)
    if (!film) return void response.writeHead(404).end('not found')
    send(film, request, response, made).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    base,
    requests,
    /** Requests for a path, the bytes of content that they got together, and how many of them are being answered. */
    of: (path: string) => {
      const made = requests.filter((request) => request.path === path)
      return { made, sent: made.reduce((sum, { sent }) => sum + sent, 0), open: made.filter(({ open }) => open).length }
    },
    /** Serves a film at a path, instead of the one before. @returns its address */
    serve(path: string, film: ServedFilm): string {
      films.set(path, film)
      return base + path
    },
    /** Answers the next request for a path otherwise. */
    refuse(path: string, status: number, headers: OutgoingHttpHeaders = {}): string {
      before.set(path, [...(before.get(path) ?? []), [status, headers]])
      return base + path
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
export type FilmServer = Awaited<ReturnType<typeof startFilmServer>>

async function send(film: ServedFilm, request: IncomingMessage, response: ServerResponse, made: FilmRequest) {
  const { content, headers = {}, etag = '"first"', last_modified, ranges = true, conditions = true } = film
  const { range, 'if-range': condition } = request.headers
  const validators = { ...(etag ? { etag } : {}), ...(last_modified ? { 'last-modified': last_modified } : {}) }
  const same = !conditions || condition === undefined || condition === etag || condition === last_modified
  const start = ranges && same ? Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? Number.NaN) : Number.NaN
  const partly = !Number.isNaN(start)
  if (partly && start >= content.length)
    return void response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end()
  const part = content.subarray(partly ? start : 0)
  response.writeHead(partly ? 206 : 200, {
    'content-type': 'video/mp4',
    ...(film.chunked ? {} : { 'content-length': part.length }),
    ...(partly ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
    ...validators,
    ...headers,
  })
  const gone = new Promise<void>((done) => response.once('close', done))
  let at = 0
  do {
    for (at = 0; at < part.length; ) {
      const end = Math.min(
        part.length,
        at + (film.piece ?? PIECE),
        at + (film.cut_after ?? PIECE) - (made.sent % (film.cut_after ?? PIECE)),
      )
      const piece = part.subarray(at, end)
      if (response.destroyed) return
      if (!response.write(piece))
        await new Promise<void>((done) => {
          response.once('drain', done)
          gone.then(done)
        })
      made.sent += piece.length
      at = end
      if (film.cut_after && made.sent >= film.cut_after) {
        // What was written is to arrive before the break.
        await wait(20)
        return void response.destroy()
      }
      if (film.pause) await wait(film.pause)
    }
  } while (film.endless && !response.destroyed)
  response.end()
}

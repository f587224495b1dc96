import http, { type IncomingHttpHeaders } from 'node:http'
import { pipeline, Readable } from 'node:stream'
import { RESUMABLE_PATH, VIDEO_HEADER } from '@footnote/contract/nouns/library/uploads.ts'

export interface TusAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** Speaks tus 1.0 with plain HTTP, a connection for each request: a client apart from the product's. */
export class Sender {
  readonly #key: string
  readonly #port: () => number

  constructor(key: string, port: () => number) {
    this.#key = key
    this.#port = port
  }

  /** @returns the address of the new upload; null when the answer is lost @throws Error when it is refused */
  async create(index_id: string, filename: string, size: number): Promise<string | null> {
    const facts = { index_id, filename, filetype: 'video/mp4' }
    const words = Object.entries(facts).map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    const headers = { 'upload-length': `${size}`, 'upload-metadata': words.join(',') }
    const answer = await this.send('POST', RESUMABLE_PATH, headers)
    if (answer === null || answer.status === 503) return null
    if (answer.status !== 201) throw new Error(`An upload was answered ${answer.status}: ${answer.text}`)
    return answer.headers.location!
  }

  /**
   * @param end how the connection ends when the content fails
   * @returns null when the connection breaks before the answer
   */
  patch(
    at: string,
    offset: number,
    content: Readable | Uint8Array,
    length: number,
    end: 'close' | 'reset' = 'close',
  ): Promise<TusAnswer | null> {
    const type = 'application/offset+octet-stream'
    const headers = { 'upload-offset': `${offset}`, 'content-type': type, 'content-length': `${length}` }
    return this.send('PATCH', at, headers, content, end)
  }

  /** Where the upload is, and its video once it has one; null when nobody answers. */
  async where(at: string): Promise<{ offset: number; video: string | undefined } | null> {
    const answer = await this.send('HEAD', at, {})
    if (answer === null || answer.status >= 500) return null
    if (answer.status !== 200) throw new Error(`An upload was answered ${answer.status} when it was asked for.`)
    const video = answer.headers[VIDEO_HEADER.toLowerCase()]
    return { offset: Number(answer.headers['upload-offset']), video: video === undefined ? undefined : String(video) }
  }

  send(
    method: string,
    at: string,
    given: object,
    body?: Readable | Uint8Array,
    end: 'close' | 'reset' = 'close',
  ): Promise<TusAnswer | null> {
    const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${this.#key}`, ...given }
    return new Promise((done) => {
      const request = http.request({ host: '127.0.0.1', port: this.#port(), path: at, method, headers, agent: false })
      request.setTimeout(60_000, () => request.destroy())
      request.on('error', () => done(null))
      request.on('response', (answer) => {
        let text = ''
        answer.on('data', (piece) => {
          text += piece
        })
        answer.on('end', () => done({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
        answer.on('error', () => done(null))
      })
      if (body instanceof Readable && end === 'reset') body.once('error', () => request.socket?.resetAndDestroy())
      // A body that fails closes the connection.
      if (body instanceof Readable) pipeline(body, request, () => undefined)
      else request.end(body)
    })
  }
}

import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { UploadSession } from '@footnote/contract/nouns/library/videos.ts'
import type { Bearer } from '../e2e/calls.ts'
import type { RunningProduct } from '../e2e/product.ts'

/** Pieces of each upload, and milliseconds between two of them. */
const PIECES = 40
const PAUSE = 100
const BYTES = 400_000

/** One upload after the other over a slow connection, until it is stopped. */
export class SlowUploads {
  /** Answers to forms that were sent completely, by status; `cut` if the connection broke. */
  readonly answers = new Map<string, number>()
  /** Refusals that do not say when to try again. */
  readonly unexpected: string[] = []
  readonly #work: Promise<void>
  #stopped = false

  constructor(product: RunningProduct, who: Bearer, collection: string) {
    this.#work = this.#upload(product, who, collection)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  async #upload({ origin }: RunningProduct, { access }: Bearer, index_id: string): Promise<void> {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' }
    const asked = { index_id, file_type: 'video/mp4', file_extension: 'mp4', file_size: BYTES }
    while (!this.#stopped) {
      try {
        const init = { method: 'POST', headers, body: JSON.stringify(asked) }
        const slot = await fetch(`${origin}/api/upload`, init)
        if (slot.ok) await this.#send(origin, (await slot.json()) as UploadSession)
        else this.#note(slot.status, slot.headers.get('retry-after'), await slot.text())
      } catch (error) {
        this.#count('cut')
        this.unexpected.push(`An upload was cut: ${String(error instanceof Error ? (error.cause ?? error) : error)}.`)
      }
      await wait(PAUSE)
    }
  }

  async #send(origin: string, { url }: UploadSession): Promise<void> {
    const form = new FormData()
    for (const [name, value] of Object.entries(url.fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(BYTES)], { type: 'video/mp4' }))
    const { status, retry_after, said } = await sendSlowly(new URL(url.url, origin), form)
    this.#count(String(status))
    this.#note(status, retry_after, said)
  }

  #note(status: number, retry_after: string | null, said: string): void {
    if (status >= 300 && !(status === 503 && retry_after))
      this.unexpected.push(`An upload was answered ${status}: ${said.slice(0, 200)}.`)
  }

  #count(name: string): void {
    this.answers.set(name, (this.answers.get(name) ?? 0) + 1)
  }
}

/** Posts a form piece by piece. @throws Error when the connection breaks */
async function sendSlowly(
  to: URL,
  form: FormData,
): Promise<{ status: number; retry_after: string | null; said: string }> {
  const whole = new Response(form)
  const type = whole.headers.get('content-type') ?? ''
  const bytes = Buffer.from(await whole.arrayBuffer())
  const headers = { 'content-type': type, 'content-length': bytes.length }
  const sent = request(to, { method: 'POST', headers })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  const size = Math.ceil(bytes.length / PIECES)
  let early = false
  answered.then(
    () => {
      early = true
    },
    () => {
      early = true
    },
  )
  for (let from = 0; from < bytes.length && !early; from += size) {
    sent.write(bytes.subarray(from, from + size))
    await wait(PAUSE)
  }
  sent.end()
  const [answer] = await answered
  const said = Buffer.concat(await Array.fromAsync(answer as AsyncIterable<Buffer>)).toString()
  return { status: answer.statusCode ?? 0, retry_after: answer.headers['retry-after'] ?? null, said }
}

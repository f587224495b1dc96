import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Bearer, uploadVideo } from '../e2e/calls.ts'
import type { RunningProduct } from '../e2e/product.ts'

/** The answer to a posted comment, or why there was none. */
export interface PostOutcome {
  readonly content: string
  /** Null if the connection broke. */
  readonly status: number | null
  readonly retry_after: string | null
  /** Id of the new comment. */
  readonly id: string | null
  /** When the answer arrived, in milliseconds since 1970. */
  readonly ended: number
  readonly said: string
}

/** A comment without an answer after this many milliseconds counts as unanswered. */
const PATIENCE = 30_000

/** Writers who post one comment after the other until they are stopped. They do not repeat refused ones. */
export class Commenters {
  readonly posted: PostOutcome[] = []
  readonly #writers: Promise<void>[]
  #stopped = false

  /** @param pause of each writer between two comments, in milliseconds */
  constructor(product: RunningProduct, who: Bearer, video_id: string, writers: number, pause: number) {
    const write = async () => {
      while (!this.#stopped) {
        this.posted.push(await post(product, who, video_id))
        await wait(pause)
      }
    }
    this.#writers = Array.from({ length: writers }, write)
  }

  get acknowledged(): PostOutcome[] {
    return this.posted.filter(({ id }) => id !== null)
  }

  /** Waits for the next acknowledged comment. @returns its time, or null if there is none in time */
  async next(milliseconds: number): Promise<number | null> {
    const from = this.posted.length
    for (const end = Date.now() + milliseconds; Date.now() < end; await wait(10)) {
      const first = this.posted.slice(from).find(({ id }) => id !== null)
      if (first) return first.ended
    }
    return null
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all(this.#writers)
  }
}

async function post({ origin }: RunningProduct, { access }: Bearer, video_id: string): Promise<PostOutcome> {
  const content = `comment ${randomUUID()}`
  try {
    const answer = await fetch(`${origin}/api/quick-review/create-comment/${video_id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${access}` },
      body: JSON.stringify({ content, start_time: 1 }),
      signal: AbortSignal.timeout(PATIENCE),
    })
    const said = await answer.text()
    const id = answer.ok ? (JSON.parse(said).id as string) : null
    const { status } = answer
    return { content, status, retry_after: answer.headers.get('retry-after'), id, ended: Date.now(), said }
  } catch (error) {
    const cause = error instanceof Error ? (error.cause ?? error) : error
    return { content, status: null, retry_after: null, id: null, ended: Date.now(), said: String(cause) }
  }
}

/** People who keep a number of videos under way until they are stopped, and repeat refused uploads. */
export class Uploaders {
  /** Videos whose upload was acknowledged, with the number of their film. */
  readonly videos = new Map<string, number>()
  refused = 0
  readonly #work: Promise<void>
  #stopped = false

  /**
   * @param films paths, used in turn
   * @param underWay number of videos that are not finished
   * @param at_once number that should be under way
   */
  constructor(
    product: RunningProduct,
    who: Bearer,
    collection: string,
    films: readonly string[],
    underWay: () => Promise<number>,
    at_once: number,
  ) {
    const upload = async () => {
      for (let turn = 0; !this.#stopped; await wait(200)) {
        const room = at_once - (await underWay().catch(() => at_once))
        if (room <= 0) continue
        const film = turn % films.length
        try {
          this.videos.set(await uploadVideo(product, who, collection, films[film]!), film)
          turn += 1
        } catch {
          this.refused += 1
          await wait(500)
        }
      }
    }
    this.#work = upload()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }
}

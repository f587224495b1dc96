import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import Tinypool from 'tinypool'
import type { Config } from '../../platform/config.ts'
import { ProductError } from '../../platform/errors.ts'
import { type Route, type Viewer, WrittenAnswer } from '../../platform/route.ts'

/**
 * Calls whose work grows with a text of hundreds of thousands of words, with the frames of a video, or with the videos of
 * a collection.
 */
const THREADED: readonly Endpoint[] = [
  ...Object.values(endpoints.transcripts),
  endpoints.collections.detail,
  endpoints.videos.details,
  endpoints.sharing.video,
]

/** A call for a thread: what its handler receives, besides the connection. */
export interface ThreadCall {
  readonly method: string
  readonly path: string
  readonly input: {
    readonly params: unknown
    readonly query: unknown
    readonly body: unknown
    readonly viewer: Viewer
  }
}

/** What a thread answers: JSON in UTF-8 in parts, or an error of the closed list. */
export type ThreadAnswer =
  | readonly Uint8Array[]
  | { readonly problem: { readonly code: ProductError['code'] } & ConstructorParameters<typeof ProductError>[1] }

/** Threads at most. One call that works for seconds leaves the other thread to everybody else. */
const THREADS = 2
/** Calls of one thread at the same time, since a call waits for the database most of the time. */
const AT_ONCE = 4
/** Milliseconds after which the second thread ends when nobody needs it. */
const IDLE = 60_000

/** Answers long calls in threads, while everybody else's calls go on. A thread has its own connections to the database. */
export class CallThreads {
  readonly #config: Config
  #pool: Tinypool | undefined

  constructor(config: Config) {
    this.#config = config
  }

  /** Serves calls as `route` does, but those of `THREADED` in threads. */
  besides(route: Route): Route {
    return (endpoint, handler) => {
      const { method, path } = endpoint
      if (!THREADED.includes(endpoint)) return route(endpoint, handler)
      route(endpoint, ({ params, query, body, viewer }) =>
        this.#run({ method, path, input: { params, query, body, viewer } }),
      )
    }
  }

  /** Starts the first thread, so that the first call does not wait for it. */
  warm(): void {
    this.#pool ??= new Tinypool({
      filename: new URL('./call-thread.ts', import.meta.url).href,
      minThreads: 1,
      maxThreads: THREADS,
      concurrentTasksPerWorker: AT_ONCE,
      idleTimeout: IDLE,
      // A thread that waits in this way closes no idle connection.
      useAtomics: false,
      teardown: 'close',
      workerData: this.#config,
    })
  }

  async #run(call: ThreadCall): Promise<WrittenAnswer> {
    this.warm()
    const answer: ThreadAnswer = await this.#pool!.run(call)
    if (!('problem' in answer)) return new WrittenAnswer(answer)
    const { code, ...options } = answer.problem
    throw new ProductError(code, options)
  }

  async close(): Promise<void> {
    await this.#pool?.destroy()
  }
}

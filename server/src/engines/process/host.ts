import { JOBS } from '@footnote/contract/shared/limits.ts'
import { EngineError } from '../engine-error.ts'
import { EngineChild } from './engine-child.ts'
import type { EngineMessage, EngineMethods, HostedModule } from './hosted.ts'
import { presentMeter, WorkLimit } from './work.ts'

/** A running engine: one request and one response at a time over a pipe. */
export interface EngineHost<M> extends AsyncDisposable {
  /**
   * Calls a method in the engine's process, and starts the process if needed. Aborting ends the process (inference
   * cannot be interrupted otherwise); its other calls are sent again to a new one, since engines are pure.
   * @throws EngineError, or the signal's reason
   */
  call<K extends keyof M & string>(
    method: K,
    args: M[K] extends (...args: infer A) => unknown ? A : never,
    signal?: AbortSignal,
  ): Promise<M[K] extends (...args: never[]) => infer R ? Awaited<R> : never>
  /** Ends the process; running calls fail with `closed`. */
  close(): Promise<void>
}

interface Call {
  id: number
  method: string
  args: unknown[]
  limit?: WorkLimit
  /** Removes the abort listener. */
  release(): void
  resolve(value: unknown): void
  reject(reason: unknown): void
}

class ProcessHost {
  readonly #hosted: HostedModule
  readonly #meter = presentMeter()
  readonly #waiting: Call[] = []
  readonly #sent = new Map<number, Call>()
  #child: EngineChild | null = null
  #idle: NodeJS.Timeout | undefined
  /** While this timer runs no process is started. */
  #pause: NodeJS.Timeout | undefined
  /** Kills since the last answer. */
  #kills = 0
  #closed = false
  #next_id = 1

  constructor(hosted: HostedModule) {
    this.#hosted = hosted
  }

  call(method: string, args: unknown[], signal?: AbortSignal): Promise<unknown> {
    if (this.#closed) return Promise.reject(new EngineError('closed', 'The engine is closed.'))
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const call: Call = { id: this.#next_id++, method, args, release: () => {}, resolve, reject }
      if (signal) {
        const abort = () => this.#abort(call, signal.reason)
        signal.addEventListener('abort', abort, { once: true })
        call.release = () => signal.removeEventListener('abort', abort)
      }
      this.#waiting.push(call)
      this.#pump()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    const child = this.#child
    child?.setBusy(true)
    this.#stop()
    for (const call of [...this.#sent.values(), ...this.#waiting.splice(0)]) {
      this.#settle(call)
      call.reject(new EngineError('closed', 'The engine was closed.'))
    }
    await child?.gone
  }

  #pump(): void {
    clearTimeout(this.#idle)
    if (this.#pause) return
    while (this.#waiting.length > 0 && this.#sent.size < (this.#hosted.concurrency ?? 1)) {
      const call = this.#waiting.shift() as Call
      this.#sent.set(call.id, call)
      this.#child ??= this.#start()
      call.limit = new WorkLimit(this.#child, this.#hosted.timeout_ms ?? 120_000, () =>
        this.#fail('timed_out', `The engine did not answer '${call.method}' in time.`),
      )
      this.#child.setBusy(true)
      this.#child.send({ kind: 'call', id: call.id, method: call.method, args: call.args })
    }
    if (this.#sent.size === 0 && this.#child) this.#rest(this.#child)
  }

  /** An idle engine does not keep its owner alive, and ends after a while. */
  #rest(child: EngineChild): void {
    child.setBusy(false)
    this.#idle = setTimeout(() => this.#stop(), this.#hosted.idle_ms ?? 60_000)
    this.#idle.unref()
  }

  #start(): EngineChild {
    const child: EngineChild = new EngineChild(this.#hosted, {
      onMessage: (message) => {
        if (child === this.#child) this.#receive(message)
      },
      onGone: (failure, why) => {
        if (child !== this.#child) return
        if (failure === 'killed' && this.#sendAgain()) return
        this.#fail(failure, why)
      },
    })
    this.#meter?.add(child)
    const { module, settings } = this.#hosted
    child.send({ kind: 'open', module: module.href, settings })
    return child
  }

  #receive(message: EngineMessage): void {
    if (message.kind === 'open') return
    if (message.kind === 'unopened') {
      this.#fail('not_started', message.message)
      return
    }
    const call = this.#sent.get(message.id)
    if (!call) return
    this.#settle(call)
    this.#kills = 0
    if (message.kind === 'value') call.resolve(message.value)
    else call.reject(new EngineError('refused', message.message))
    this.#pump()
  }

  #abort(call: Call, reason: unknown): void {
    const waiting = this.#waiting.indexOf(call)
    if (waiting >= 0) this.#waiting.splice(waiting, 1)
    else {
      this.#stop()
      this.#sent.delete(call.id)
      this.#takeBack()
    }
    this.#settle(call)
    call.reject(reason)
    this.#pump()
  }

  /** Queues the process's calls for another one. */
  #takeBack(): void {
    for (const call of [...this.#sent.values()].reverse()) {
      call.limit?.clear()
      this.#sent.delete(call.id)
      this.#waiting.unshift(call)
    }
  }

  /**
   * Sends the calls of a killed process to a new one, with growing delays.
   * @returns false when it was killed too often
   */
  #sendAgain(): boolean {
    const delay = JOBS.engine_kill_delays[this.#kills]
    // A waiting person gets the error at once.
    if (delay === undefined || this.#hosted.interactive) return false
    this.#kills++
    this.#stop()
    this.#takeBack()
    if (this.#waiting.length === 0) return true
    this.#pause = setTimeout(() => {
      this.#pause = undefined
      this.#pump()
    }, delay * 1000)
    return true
  }

  /** Ends the process and all its calls; queued calls go to a new one. */
  #fail(failure: 'crashed' | 'killed' | 'timed_out' | 'not_started', message: string): void {
    this.#stop()
    this.#kills = 0
    for (const call of [...this.#sent.values()]) {
      this.#settle(call)
      call.reject(new EngineError(failure, message))
    }
    this.#pump()
  }

  #settle(call: Call): void {
    call.limit?.clear()
    call.release()
    this.#sent.delete(call.id)
  }

  #stop(): void {
    clearTimeout(this.#idle)
    clearTimeout(this.#pause)
    this.#pause = undefined
    const child = this.#child
    this.#child = null
    child?.kill()
  }
}

/**
 * Runs an engine in a confined process titled `footnote-engine`, at low priority. Inference blocks the event loop, and a
 * picture that crashes a native library must not crash the worker. The next call after a crash starts the process
 * again; a process that others killed is restarted for its calls.
 * The type argument is the result of the module's `open`: `hostEngine<Awaited<ReturnType<typeof open>>>({ module })`.
 */
export function hostEngine<M extends EngineMethods>(hosted: HostedModule): EngineHost<M> {
  const host = new ProcessHost(hosted)
  return {
    call: (method, args, signal) => host.call(method, args as unknown[], signal) as Promise<never>,
    close: () => host.close(),
    [Symbol.asyncDispose]: () => host.close(),
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { UntriedError } from '../../platform/confinement/confine.ts'
import { startEngine } from '../../platform/confinement/engine.ts'
import { type ConfinedProgram, wasKilled } from '../../platform/confinement/processes.ts'
import { onMessages, sendMessage } from './channel.ts'
import type { EngineMessage, HostedModule, HostMessage } from './hosted.ts'

const PROGRAM = fileURLToPath(new URL('./engine-process.ts', import.meta.url))
const STDERR_TAIL = 500
/** Time for the last lines of a process that has ended, in milliseconds. */
const LAST_WORDS_MS = 1_000
/**
 * V8's options where nobody waits for a pause. Helpers of the garbage collection cost more than they save. Decoded
 * pictures fill a small old space soon, and one that begins with 64 MB is collected less often. 128 MB took as much
 * processor time, and 20 MB more. Spaces of 16 MB for new objects took 5 to 30 MB more than those of 2, and as much time.
 */
const UNWATCHED = ['--single-threaded-gc', '--initial-old-space-size=64', '--max-semi-space-size=2']

/** What the owner of a process learns of it. */
export interface EngineEvents {
  onMessage(message: EngineMessage): void
  /** Called once, also when it could not start. @param why with the last lines that it printed */
  onGone(failure: 'crashed' | 'killed', why: string): void
}

/** The confined process of an engine. Messages wait until it has started. */
export class EngineChild {
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>
  #running: ConfinedProgram | null = null
  #unsent: HostMessage[] = []
  #stopped = false
  #busy = true
  #printed = ''

  constructor(hosted: HostedModule, events: EngineEvents) {
    this.gone = this.#run(hosted, events)
  }

  send(message: HostMessage): void {
    // A failed send means that the process is ending; its end then fails or repeats every call.
    if (this.#running?.extra) sendMessage(this.#running.extra, message)
    else this.#unsent.push(message)
  }

  /** Processor time in seconds; null before it has started, after its end, and where the system does not say it. */
  async processorSeconds(): Promise<number | null> {
    return (await this.#running?.processorSeconds()) ?? null
  }

  /** Keeps the owner alive only while it is busy. */
  setBusy(busy: boolean): void {
    this.#busy = busy
    this.#running?.keepsAlive(busy)
  }

  kill(): void {
    this.#stopped = true
    this.#running?.kill()
  }

  async #run({ models = [], interactive = false }: HostedModule, events: EngineEvents): Promise<void> {
    try {
      const running = await startEngine({
        program: PROGRAM,
        node_options: ['--expose-gc', ...(interactive ? [] : UNWATCHED)],
        arguments: interactive ? ['interactive'] : [],
        models,
        gives_way: !interactive,
      })
      this.#running = running
      this.#listen(running, events)
      if (this.#stopped) running.kill()
      const { code, signal } = await running.exited
      // A process that it has hidden may hold its pipes.
      await Promise.race([running.ended, wait(LAST_WORDS_MS)])
      events.onGone(wasKilled(code, signal) ? 'killed' : 'crashed', this.#why(signal ?? `exit code ${code}`))
    } catch (error) {
      const { message } = error as Error
      // What killed a trial of the confinement may not meet the next one.
      events.onGone(error instanceof UntriedError ? 'killed' : 'crashed', this.#why(message))
    }
  }

  #listen({ stdout, stderr, extra, keepsAlive }: ConfinedProgram, { onMessage }: EngineEvents): void {
    stdout.resume()
    stderr.on('data', (chunk: Buffer) => {
      this.#printed = (this.#printed + chunk.toString()).slice(-STDERR_TAIL)
    })
    if (!extra) return
    extra.on('error', () => undefined)
    onMessages(extra, onMessage)
    for (const message of this.#unsent.splice(0)) sendMessage(extra, message)
    keepsAlive(this.#busy)
  }

  #why(how: string): string {
    return `The engine's process ended (${how}). ${this.#printed}`.trim()
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { Stream } from 'node:stream'
import { EXIT_CONFIG } from '../../platform/config.ts'
import { ENDED_RUNS, RUN_MARK } from '../../platform/confinement/processes.ts'
import { HELD_SOCKETS, type HeldSocket } from './network.ts'
import { type Life, markOf, send, sweep } from './processes.ts'

/** Descriptor of the first held socket, after input, outputs and the channel. */
const FIRST_SOCKET = 4
/** A run shorter than this counts as an immediate crash, in milliseconds. */
const SHORT_LIFE_MS = 3_000
/** The queue has found the jobs of a run by itself when it ended this long ago, in milliseconds. */
const RECENT_MS = 60_000
const FIRST_DELAY_MS = 100
const LONGEST_DELAY_MS = 10_000
/** A killed process did nothing wrong: it restarts within a second, however often it happens. */
const LONGEST_DELAY_AFTER_KILL_MS = 500

export interface SupervisedOptions {
  readonly name: string
  /** Words before Node in the command, which run it as another account. None by default. */
  readonly words?: readonly string[]
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** Sockets that each run of the process inherits. None by default. */
  readonly sockets?: readonly HeldSocket[]
  readonly say: (sentence: string) => void
  /** Called with each sentence that the process prints for people. */
  readonly onSaid: (sentence: string) => void
  /** Called with each question of the process. Its answer, or null for none, goes back to the process. */
  readonly onAsked: (question: string) => Promise<boolean | null>
  /** Marks of runs of this or another supervisor that have just ended; none by default. */
  readonly ended_runs?: readonly string[]
  /** Called when the process must not be started again. */
  readonly onGivenUp: (exit_code: number) => void
  /** Called at each start. */
  readonly onStarted?: (life: Life) => void
}

/**
 * Milliseconds to wait before the next start.
 * @param short_lives how many runs in a row were short
 */
export function restartDelay(short_lives: number, killed: boolean): number {
  const delay = FIRST_DELAY_MS * 2 ** Math.min(short_lives, 10)
  return Math.min(delay, killed ? LONGEST_DELAY_AFTER_KILL_MS : LONGEST_DELAY_MS)
}

/** A Node process that restarts whenever it ends, until it is stopped. */
export class SupervisedProcess {
  readonly name: string
  readonly #options: SupervisedOptions
  #child: ChildProcess | undefined
  #exited: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | undefined
  /** Ended runs, and when they ended. The next run releases what they held. */
  #ended: readonly { readonly run: string; readonly at: number }[]
  #short_lives = 0
  #stopping = false
  #restarting = false

  constructor(options: SupervisedOptions) {
    this.name = options.name
    this.#options = options
    this.#ended = (options.ended_runs ?? []).map((run) => ({ run, at: Date.now() }))
    this.#start()
  }

  /** Asks the process to end, kills it after the grace, and kills everything it had started. */
  async stop(grace_ms: number): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#end(grace_ms)
  }

  /** Ends the process and starts it again at once; used when sources change. */
  async restart(grace_ms: number): Promise<void> {
    if (this.#stopping || this.#restarting) return
    this.#restarting = true
    clearTimeout(this.#timer)
    await this.#end(grace_ms)
    this.#restarting = false
    if (!this.#stopping) this.#start()
  }

  async #end(grace_ms: number): Promise<void> {
    const pid = this.#child?.pid
    if (pid === undefined) return
    send(pid, 'SIGTERM')
    const killer = setTimeout(() => send(pid, 'SIGKILL'), grace_ms)
    await this.#exited
    clearTimeout(killer)
  }

  #start(): void {
    const run = randomUUID()
    const began = Date.now()
    const { sockets = [] } = this.#options
    const held = sockets.map((_, at) => FIRST_SOCKET + at).join()
    const [program = '', ...args] = [...(this.#options.words ?? []), process.execPath, ...this.#options.args]
    const child = spawn(program, args, {
      cwd: this.#options.cwd,
      env: { ...this.#options.env, [RUN_MARK]: run, [HELD_SOCKETS]: held, ...this.#endedRuns() },
      // Its own session: a terminal's Ctrl+C reaches only the supervisor, which stops everything in order.
      detached: true,
      // Node takes any of its handles here, which its types do not say.
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(sockets as unknown as Stream[])],
    })
    this.#child = child
    child.on('message', (message: { readonly say?: string; readonly ask?: string } | null) => {
      if (typeof message?.say === 'string') this.#options.onSaid(message.say)
      if (typeof message?.ask === 'string')
        void this.#options.onAsked(message.ask).then((answer) => child.connected && child.send({ answer }))
    })
    const mark = child.pid === undefined ? undefined : markOf(child.pid)
    if (mark) this.#options.onStarted?.({ ...mark, run })
    this.#exited = new Promise((resolve) => {
      const ended = (code: number | null, signal: NodeJS.Signals | null) => {
        this.#child = undefined
        if (child.pid !== undefined) sweep({ pid: child.pid, run })
        this.#ended = [...this.#ended, { run, at: Date.now() }]
        resolve()
        this.#afterEnd(code, signal, Date.now() - began)
      }
      child.once('exit', ended)
      child.once('error', () => child.pid === undefined && ended(1, null))
    })
  }

  #endedRuns(): NodeJS.ProcessEnv {
    this.#ended = this.#ended.filter(({ at }) => Date.now() - at < RECENT_MS)
    return this.#ended.length === 0 ? {} : { [ENDED_RUNS]: this.#ended.map(({ run }) => run).join(',') }
  }

  #afterEnd(code: number | null, signal: NodeJS.Signals | null, lived_ms: number): void {
    if (this.#stopping || this.#restarting) return
    if (code === EXIT_CONFIG) {
      this.#options.onGivenUp(code)
      return
    }
    const delay = restartDelay(this.#short_lives, signal !== null)
    this.#short_lives = lived_ms < SHORT_LIFE_MS ? this.#short_lives + 1 : 0
    this.#options.say(`${this.name} ended (${signal ?? `exit code ${code}`}); starting it again in ${delay} ms`)
    this.#timer = setTimeout(() => this.#start(), delay)
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import { smallest } from '@footnote/contract/shared/extremes.ts'
import type { ModelStore } from '../models.ts'
import type { Model, ModelKind } from './catalogue/model.ts'
import { ModelError, type ModelFailure } from './model-error.ts'

/** The state of a model on this machine. */
export interface LocalModel {
  readonly name: string
  readonly title: string
  /** `unasked`: missing, and waits for permission to download. */
  readonly state: 'missing' | 'unasked' | 'downloading' | 'ready' | 'failed'
  /** Downloaded share of its bytes, 0 to 1. */
  readonly share: number
  /** Bytes of all its files, as far as the catalogue knows. */
  readonly bytes: number
  /** One sentence: why it is missing or failed, or which files were pinned at their first download; else null. */
  readonly detail: string | null
}

export interface BackgroundOptions {
  readonly store: ModelStore
  readonly log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
  /** Names of models to download besides the catalogue's default ones. */
  readonly asked_for?: readonly string[]
  /** Whether default models wait for `start`; requested ones never wait. */
  readonly waits?: boolean
  /** Kinds of models that this process uses; all by default. */
  readonly kinds?: readonly ModelKind[]
  /** Receives the states of all models after each change and every `heartbeat`, one call at a time. */
  readonly report: (states: readonly LocalModel[]) => Promise<void>
  /** Called after each download; not awaited. */
  readonly onFetched?: () => void
  /** In milliseconds. */
  readonly heartbeat?: number
  /**
   * Milliseconds before the first retry, doubled each time. Files that the hub refuses wait the longest time at once.
   */
  readonly retry?: { readonly first: number; readonly longest: number }
}

const HEARTBEAT = 60_000
const RETRY = { first: 5 * 60_000, longest: 6 * 3_600_000 }
/** Failures that may end soon. */
const PASSING: readonly ModelFailure[] = ['unreachable', 'withheld', 'disk_full']
/**
 * Failures that may end some day, when a repository is filled or opened. All other failures need somebody to change
 * something.
 */
const REFUSED_FOR_NOW: readonly ModelFailure[] = ['absent', 'denied']

/** The running downloads. */
export interface BackgroundDownloads {
  /** Bytes of the models that wait for permission; resolves once known. */
  unasked(): Promise<number>
  /** Gives the permission to download. */
  start(): void
  stop(): Promise<void>
}

/**
 * Downloads default and requested models one after the other, the smallest first, and retries failures that may end.
 * Nothing waits for it. Without a hub it writes one line to the log.
 */
export function fetchInBackground(options: BackgroundOptions): BackgroundDownloads {
  const stopping = new AbortController()
  const reporter = new StateReporter(options)
  const started = Promise.withResolvers<void>()
  const unasked = Promise.withResolvers<number>()
  const heartbeat = setInterval(() => reporter.report(), options.heartbeat ?? HEARTBEAT)
  const run = async () => {
    const { now, later } = await wantedOf(options)
    for (const name of [...now, ...later]) {
      const { folder } = await options.store.folder(name)
      reporter.set(name, folder === null ? { state: now.includes(name) ? 'missing' : 'unasked' } : READY)
    }
    unasked.resolve(reporter.bytesUnasked())
    await fetchAll(options, reporter, now, stopping.signal)
    if (later.length === 0) return
    await Promise.race([started.promise, rejected(stopping.signal)])
    await fetchAll(options, reporter, later, stopping.signal)
  }
  const running = run().catch((error: unknown) => {
    unasked.resolve(0)
    if (!stopping.signal.aborted) options.log.warn({ err: error }, 'downloading models has stopped')
  })
  return {
    unasked: () => unasked.promise,
    start: started.resolve,
    async stop() {
      stopping.abort(new Error('The process is stopping.'))
      clearInterval(heartbeat)
      await running
      await reporter.idle()
    },
  }
}

const READY = { state: 'ready', share: 1 } as const
const bytesOf = (model: Model | undefined): number => model?.files.reduce((sum, { size }) => sum + (size ?? 0), 0) ?? 0

/** One sentence that names the files whose hash was unknown before the first download; null if all were known. */
function firstFetchOf({ files }: Model): string | null {
  const names = files.filter(({ sha256 }) => sha256 === null).map(({ path }) => path)
  if (names.length === 0) return null
  return `No hash is known of ${LIST.format(names)}: what was fetched first is pinned.`
}

const LIST = new Intl.ListFormat('en')

function rejected(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Names of the models to download now, and of those that wait for permission; the smallest first. */
async function wantedOf({ store, asked_for = [], kinds, waits = false }: BackgroundOptions) {
  const now: string[] = []
  const later: string[] = []
  const models = Object.entries(store.catalogue).sort(([, a], [, b]) => bytesOf(a) - bytesOf(b))
  for (const [name, { kind, fetched_by_default, unless }] of models) {
    if (!(kinds?.includes(kind) ?? true)) continue
    if (asked_for.includes(name)) now.push(name)
    else if (fetched_by_default && (unless === undefined || (await store.folder(unless)).folder === null))
      (waits && store.downloads ? later : now).push(name)
  }
  return { now, later }
}

async function fetchAll(
  options: BackgroundOptions,
  reporter: StateReporter,
  names: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const { retry = RETRY } = options
  /** Names of the remaining models, with the time of the next attempt. */
  const due = new Map(names.map((name) => [name, 0]))
  for (let pause = retry.first; due.size > 0; pause = Math.min(retry.longest, pause * 2)) {
    let hub_is_down: ModelError | null = null
    for (const [name, at] of due) {
      if (at > Date.now()) continue
      // When the hub is down for one model, skip the others.
      const failed: ModelError | null = hub_is_down ?? (await fetchOne(options, reporter, name, signal))
      if (failed?.failure === 'unreachable') hub_is_down = failed
      const until_next = failed && pauseAfter(failed, pause, retry.longest)
      if (until_next === null) due.delete(name)
      else due.set(name, Date.now() + until_next)
      if (failed) reporter.failed(name, failed)
    }
    if (due.size > 0) await wait(Math.max(0, smallest(due.values()) - Date.now()), undefined, { signal })
  }
}

/** Milliseconds until the next attempt; null when it would not help. */
function pauseAfter({ failure }: ModelError, pause: number, longest: number): number | null {
  if (PASSING.includes(failure)) return pause
  return REFUSED_FOR_NOW.includes(failure) ? longest : null
}

/** @returns the failure, or null when the model is complete */
async function fetchOne(
  { store, log, onFetched }: BackgroundOptions,
  reporter: StateReporter,
  name: string,
  signal: AbortSignal,
): Promise<ModelError | null> {
  let tenth = 0
  const onProgress = (share: number) => {
    reporter.set(name, { state: 'downloading', share })
    if (share * 10 < tenth) return
    tenth = Math.floor(share * 10) + 1
    log.info({ model: name, percent: Math.floor(share * 100) }, 'downloading model')
  }
  try {
    await store.fetch(name, onProgress, signal)
    if (tenth > 0) log.info({ model: name }, 'model downloaded')
    reporter.set(name, { state: 'ready', share: 1 })
    if (tenth > 0) onFetched?.()
    return null
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return error
  }
}

/** Collects the states and reports them, one report at a time, always with the newest states. */
class StateReporter {
  readonly #options: BackgroundOptions
  readonly #states = new Map<string, LocalModel>()
  readonly #said = new Set<string>()
  #reporting: Promise<void> | null = null
  #changed = false

  constructor(options: BackgroundOptions) {
    this.#options = options
  }

  set(name: string, { state, share = 0, ...said }: Pick<LocalModel, 'state'> & Partial<LocalModel>): void {
    const model = this.#options.store.catalogue[name]
    const detail = said.detail ?? (state === 'ready' && model ? firstFetchOf(model) : null)
    const before = this.#states.get(name)
    this.#states.set(name, { name, title: model?.title ?? name, state, share, bytes: bytesOf(model), detail })
    const percent = (of: LocalModel | undefined) => Math.floor((of?.share ?? -1) * 100)
    if (before?.state !== state || before.detail !== detail || percent(before) !== Math.floor(share * 100))
      this.report()
  }

  /** Bytes of the models that wait for permission. */
  bytesUnasked(): number {
    const waiting = [...this.#states.values()].filter(({ state }) => state === 'unasked')
    return waiting.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Records why a model is missing. */
  failed(name: string, { failure, message }: ModelError): void {
    this.set(name, { state: failure === 'off' ? 'missing' : 'failed', detail: message })
    if (this.#said.has(failure === 'off' ? failure : message)) return
    this.#said.add(failure === 'off' ? failure : message)
    const { log } = this.#options
    if (failure === 'off') log.info({}, 'models are not downloaded; engines that need none go on')
    else log.warn({ model: name, failure, reason: message }, 'model not downloaded; engines that need none go on')
  }

  report(): void {
    this.#changed = true
    this.#reporting ??= this.#run().finally(() => {
      this.#reporting = null
    })
  }

  async idle(): Promise<void> {
    await this.#reporting
  }

  async #run(): Promise<void> {
    while (this.#changed) {
      this.#changed = false
      await this.#options
        .report([...this.#states.values()])
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'states of models could not be reported'))
    }
  }
}

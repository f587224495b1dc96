import { setTimeout as wait } from 'node:timers/promises'
import type { ModelStore } from '../models.ts'
import type { Model, ModelKind } from './model.ts'
import { ModelError, type ModelFailure } from './model-error.ts'

/** What this machine has of a model. */
export interface ModelState {
  readonly name: string
  readonly title: string
  readonly state: 'missing' | 'downloading' | 'ready' | 'failed'
  /** Of its bytes, 0 to 1. */
  readonly share: number
  /** One sentence that says why it is missing or failed, else null. */
  readonly detail: string | null
}

export interface BackgroundOptions {
  readonly store: ModelStore
  readonly log: {
    info(details: object, message: string): void
    warn(details: object, message: string): void
  }
  /** Names of models that are fetched besides those that the catalogue says are fetched by default. */
  readonly asked_for?: readonly string[]
  /** Kinds of models that this process has a use for; all unless told. */
  readonly kinds?: readonly ModelKind[]
  /** Is told the states of all models whenever one has changed, and every `heartbeat`; never twice at once. */
  readonly report: (states: readonly ModelState[]) => Promise<void>
  /** Is told of each model that has been downloaded; not waited for. */
  readonly onFetched?: () => void
  /** Milliseconds. */
  readonly heartbeat?: number
  /** Milliseconds before what may be had later is tried again; doubled each time. */
  readonly retry?: { readonly first: number; readonly longest: number }
}

const HEARTBEAT = 60_000
const RETRY = { first: 5 * 60_000, longest: 6 * 3_600_000 }
/** What may be had later; the rest stays as it is until somebody changes something. */
const PASSING: readonly ModelFailure[] = ['unreachable', 'disk_full']

/**
 * Fetches the models that the catalogue says are fetched by default and those that are asked for, one after the other, and whatever
 * fails for now again later. Nothing waits for it; a machine without a hub is told so in the log once.
 * @returns stops it
 */
export function fetchInBackground(options: BackgroundOptions): () => Promise<void> {
  const stopping = new AbortController()
  const teller = new Teller(options)
  const heartbeat = setInterval(() => teller.tell(), options.heartbeat ?? HEARTBEAT)
  const running = fetchAll(options, teller, stopping.signal).catch((error: unknown) => {
    if (!stopping.signal.aborted) options.log.warn({ err: error }, 'models are no longer fetched')
  })
  return async () => {
    stopping.abort(new Error('The process is stopping.'))
    clearInterval(heartbeat)
    await running
    await teller.told()
  }
}

async function fetchAll(options: BackgroundOptions, teller: Teller, signal: AbortSignal): Promise<void> {
  const { store, asked_for = [], kinds, retry = RETRY } = options
  const isWanted = ([name, { kind, fetched_by_default }]: [string, Model]) =>
    (fetched_by_default || asked_for.includes(name)) && (kinds?.includes(kind) ?? true)
  let left = Object.entries(store.catalogue)
    .filter(isWanted)
    .map(([name]) => name)
  for (const name of left) teller.set(name, { state: 'missing' })
  for (let pause = retry.first; left.length > 0; pause = Math.min(retry.longest, pause * 2)) {
    const again: string[] = []
    let hub_is_down: ModelError | null = null
    for (const name of left) {
      // Where the hub did not answer for one, the others need not wait for it in vain.
      const failed: ModelError | null = hub_is_down ?? (await fetchOne(options, teller, name, signal))
      if (failed === null) continue
      if (failed.failure === 'unreachable') hub_is_down = failed
      if (PASSING.includes(failed.failure)) again.push(name)
      await teller.failed(name, failed)
    }
    left = again
    if (left.length > 0) await wait(pause, undefined, { signal })
  }
}

/** @returns why not, or null for a model that is there */
async function fetchOne(
  { store, log, onFetched }: BackgroundOptions,
  teller: Teller,
  name: string,
  signal: AbortSignal,
): Promise<ModelError | null> {
  let tenth = 0
  const onProgress = (share: number) => {
    teller.set(name, { state: 'downloading', share })
    if (share * 10 < tenth) return
    tenth = Math.floor(share * 10) + 1
    log.info({ model: name, percent: Math.floor(share * 100) }, 'model is being downloaded')
  }
  try {
    await store.fetch(name, onProgress, signal)
    if (tenth > 0) log.info({ model: name }, 'model downloaded')
    teller.set(name, { state: 'ready', share: 1 })
    if (tenth > 0) onFetched?.()
    return null
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return error
  }
}

/** Keeps the states and tells them, the newest ones after the telling that is under way. */
class Teller {
  readonly #options: BackgroundOptions
  readonly #states = new Map<string, ModelState>()
  readonly #said = new Set<string>()
  #telling: Promise<void> | null = null
  #changed = false

  constructor(options: BackgroundOptions) {
    this.#options = options
  }

  set(name: string, { state, share = 0, detail = null }: Pick<ModelState, 'state'> & Partial<ModelState>): void {
    const title = this.#options.store.catalogue[name]?.title ?? name
    const before = this.#states.get(name)
    this.#states.set(name, { name, title, state, share, detail })
    const percent = (of: ModelState | undefined) => Math.floor((of?.share ?? -1) * 100)
    if (before?.state !== state || before.detail !== detail || percent(before) !== Math.floor(share * 100)) this.tell()
  }

  /** Says why there is no model; without its optional files it may be there all the same. */
  async failed(name: string, { failure, message }: ModelError): Promise<void> {
    const { folder } = await this.#options.store.folder(name)
    if (folder !== null) this.set(name, { state: 'ready', share: 1 })
    else this.set(name, { state: failure === 'off' ? 'missing' : 'failed', detail: message })
    if (this.#said.has(failure === 'off' ? failure : message)) return
    this.#said.add(failure === 'off' ? failure : message)
    const { log } = this.#options
    if (failure === 'off') log.info({}, 'models are not downloaded; engines that need none go on')
    else log.warn({ model: name, failure, reason: message }, 'model not downloaded; engines that need none go on')
  }

  tell(): void {
    this.#changed = true
    this.#telling ??= this.#run().finally(() => {
      this.#telling = null
    })
  }

  async told(): Promise<void> {
    await this.#telling
  }

  async #run(): Promise<void> {
    while (this.#changed) {
      this.#changed = false
      await this.#options
        .report([...this.#states.values()])
        .catch((error: unknown) => this.#options.log.warn({ err: error }, 'states of models could not be told'))
    }
  }
}

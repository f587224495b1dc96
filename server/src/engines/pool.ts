import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import type { EngineEntry, EngineSettings } from './engine.ts'
import {
  type Admit,
  admitAll,
  ENGINES,
  type EngineOf,
  type Engines,
  noEngines,
  type Opener,
  openEngines,
} from './registry.ts'

/** Engines in use by somebody. The disposal returns them; the last user closes those that are no longer chosen. */
export interface EngineLoan<E> extends Disposable {
  readonly engines: E
}

/** Lends engines by their ids: only the engine that stored a result can query it. */
export interface EngineLender {
  /** The engines that are chosen at this moment. */
  lend(): EngineLoan<Engines>
  /** The engines with these ids that this machine can run. */
  lendBy<Kind extends EngineKind>(kind: Kind, ids: readonly string[]): Promise<EngineLoan<readonly EngineOf[Kind][]>>
}

interface PoolEntry {
  readonly engine: { close(): Promise<void> }
  /** Number of its current users. */
  users: number
  /** Milliseconds that it stays open without users when it is not chosen. */
  linger: number
  closing?: NodeJS.Timeout
}

/** Milliseconds that an engine which is no longer chosen stays loaded after a question. */
const LINGER = 60_000

/**
 * The engines of this process. The choice follows the available models without a restart: current users keep their
 * engines, later ones get the new ones.
 */
export class EnginePool implements EngineLender {
  readonly #settings: EngineSettings
  readonly #admit: Admit
  readonly #opened = new Map<string, PoolEntry>()
  /** Engines that this machine could not run at the last check. */
  readonly #unusable = new Set<string>()
  #engines: Engines
  #refreshing: Promise<unknown> = Promise.resolve()

  private constructor(settings: EngineSettings, admit: Admit, engines: Engines) {
    this.#settings = settings
    this.#admit = admit
    this.#engines = engines
  }

  /** @param admit decides which engines may be chosen; all by default. Any engine that can run is lent by its id. */
  static async open(settings: EngineSettings, admit: Admit = admitAll): Promise<EnginePool> {
    const pool = new EnginePool(settings, admit, noEngines())
    await pool.refresh()
    return pool
  }

  /** The current choice, for reading only; to use an engine, borrow it. */
  get chosen(): Engines {
    return this.#engines
  }

  /**
   * Repeats the choice among the engines that this machine can run now.
   * @returns whether anything has changed, even if only the reason why an engine is not chosen
   */
  async refresh(): Promise<boolean> {
    // One at a time: of two overlapping runs the earlier one could overwrite the later result.
    const refreshed = this.#refreshing.then(() => this.#choose())
    this.#refreshing = refreshed.catch(() => undefined)
    return await refreshed
  }

  lend(): EngineLoan<Engines> {
    const engines = this.#engines
    const kinds = Object.keys(engines) as EngineKind[]
    const held = kinds.flatMap((kind) => this.#opened.get(keyOf(kind, engines[kind].engine?.id ?? '')) ?? [])
    return { engines, [Symbol.dispose]: this.#hold(held) }
  }

  async lendBy<Kind extends EngineKind>(
    kind: Kind,
    ids: readonly string[],
  ): Promise<EngineLoan<readonly EngineOf[Kind][]>> {
    const usable: EngineEntry<EngineOf[Kind]>[] = []
    for (const entry of ENGINES[kind])
      if (ids.includes(entry.id) && (await this.#isUsable(kind, entry))) usable.push(entry)
    const engines = usable.map((entry) => this.#open(kind, entry))
    const held = usable.flatMap(({ id }) => this.#opened.get(keyOf(kind, id)) ?? [])
    // Another question may follow, and loading takes longer than answering.
    for (const opened of held) opened.linger = LINGER
    return { engines, [Symbol.dispose]: this.#hold(held) }
  }

  async close(): Promise<void> {
    await this.#refreshing
    const all = [...this.#opened.values()]
    this.#opened.clear()
    for (const { closing } of all) clearTimeout(closing)
    await Promise.all(all.map(({ engine }) => engine.close()))
  }

  async #choose(): Promise<boolean> {
    const before = this.#engines
    const held: PoolEntry[] = []
    this.#unusable.clear()
    try {
      const open: Opener = (kind, entry) => {
        const engine = this.#open(kind, entry)
        // Trying other engines takes a while; this prevents the closing of the open one meanwhile.
        const opened = this.#opened.get(keyOf(kind, entry.id)) as PoolEntry
        opened.users += 1
        held.push(opened)
        return engine
      }
      this.#engines = await openEngines(this.#settings, open, this.#admit)
    } finally {
      for (const opened of held) opened.users -= 1
    }
    for (const [key, opened] of this.#opened) if (opened.users === 0) this.#closeLater(key, opened)
    return JSON.stringify(summary(before)) !== JSON.stringify(summary(this.#engines))
  }

  #open<Kind extends EngineKind>(kind: Kind, entry: EngineEntry<EngineOf[Kind]>): EngineOf[Kind] {
    const key = keyOf(kind, entry.id)
    const found = this.#opened.get(key)
    if (found) return found.engine as EngineOf[Kind]
    const engine = entry.open(this.#settings)
    this.#opened.set(key, { engine, users: 0, linger: 0 })
    return engine
  }

  async #isUsable<Kind extends EngineKind>(kind: Kind, entry: EngineEntry<EngineOf[Kind]>): Promise<boolean> {
    const key = keyOf(kind, entry.id)
    if (this.#opened.has(key)) return true
    if (this.#unusable.has(key)) return false
    if ((await entry.obstacle(this.#settings)) === null) return true
    this.#unusable.add(key)
    return false
  }

  /** @returns a function that returns the engines; further calls do nothing */
  #hold(held: readonly PoolEntry[]): () => void {
    for (const opened of held) {
      opened.users += 1
      clearTimeout(opened.closing)
    }
    let holding = true
    return () => {
      if (!holding) return
      holding = false
      for (const opened of held) {
        opened.users -= 1
        const key = [...this.#opened].find(([, other]) => other === opened)?.[0]
        if (key !== undefined && opened.users === 0) this.#closeLater(key, opened)
      }
    }
  }

  #closeLater(key: string, opened: PoolEntry): void {
    clearTimeout(opened.closing)
    if (this.#isChosen(key)) return
    const close = () => {
      if (opened.users > 0 || this.#isChosen(key)) return
      this.#opened.delete(key)
      opened.engine.close().catch(() => undefined)
    }
    if (opened.linger === 0) close()
    else opened.closing = setTimeout(close, opened.linger).unref()
  }

  #isChosen(key: string): boolean {
    const kinds = Object.keys(this.#engines) as EngineKind[]
    return kinds.some((kind) => keyOf(kind, this.#engines[kind].engine?.id ?? '') === key)
  }
}

const keyOf = (kind: EngineKind, id: string) => `${kind} ${id}`

/** The visible part of a choice. */
export function summary(engines: Engines) {
  return Object.entries(engines).map(([kind, { engine, reason, passed_over }]) => ({
    kind,
    engine: engine?.id ?? null,
    reason,
    passed_over,
  }))
}

/** A lender of fixed engines, which its caller opens and closes. */
export function lenderOf(engines: Engines): EngineLender {
  const nothing = { [Symbol.dispose]: () => undefined }
  return {
    lend: () => ({ engines, ...nothing }),
    async lendBy<Kind extends EngineKind>(kind: Kind, ids: readonly string[]) {
      const { engine } = engines[kind]
      return { engines: engine && ids.includes(engine.id) ? [engine as EngineOf[Kind]] : [], ...nothing }
    },
  }
}

import type { EngineKind } from '@footnote/contract/nouns/indexing.ts'
import { type EnginePool, MODELS_CHANNEL, summary } from '../../engines/pool.ts'
import { ENGINES } from '../../engines/registry.ts'
import { writeEngineChoices } from '../../features/indexing/commands.ts'
import type { EngineChoice } from '../../features/indexing/queries.ts'
import type { Database } from '../../platform/db/database.ts'
import { tell } from '../../platform/db/notices.ts'
import type { Log } from '../../platform/queue/jobs.ts'

export interface FollowingOptions {
  readonly db: Database
  readonly pool: EnginePool
  readonly log: Log
  /** Name of this machine. */
  readonly machine: string
  /** Is told that other engines are chosen now, and once at the beginning. */
  readonly onChange: () => Promise<void>
  /** Milliseconds between two looks at what this machine can run. */
  readonly interval?: number
}

const INTERVAL = 30_000

/**
 * Looks from time to time at what this machine can run, so that models which were put here by anybody are used without a restart, and
 * writes down which engines it has chosen.
 * @returns `look` looks at once; `stop` ends it
 */
export function followEngines(options: FollowingOptions) {
  const { db, pool, log, machine } = options
  const failed = (error: unknown) => log.warn({ err: error }, 'engines could not be chosen anew')
  const writeDown = async () => await writeEngineChoices(db, machine, await choicesOf(pool))
  let looking: Promise<void> = Promise.resolve()
  let writing: Promise<void> = Promise.resolve()
  let waiting = false
  let known = false
  const run = async () => {
    waiting = false
    const changed = await pool.refresh()
    if (!changed && known) return
    for (const choice of summary(pool.chosen)) log.info(choice, 'engine chosen')
    await writeDown()
    await options.onChange()
    known = true
  }
  const look = async () => {
    // One that waits for its turn sees whatever has come until then.
    if (!waiting) looking = looking.then(run).catch(failed)
    waiting = true
    await looking
  }
  void look()
  const timer = setInterval(() => {
    void look()
    // Trying new weights may take longer than rows are believed that nobody renews.
    writing = writing.then(writeDown).catch(failed)
  }, options.interval ?? INTERVAL)
  return {
    /** Models have come: uses them here and tells the other processes. */
    async look(): Promise<void> {
      await look()
      await tell(db, MODELS_CHANNEL, { machine }).catch(failed)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all([looking, writing])
    },
  }
}

async function choicesOf(pool: EnginePool): Promise<EngineChoice[]> {
  const { engines, release } = pool.lend()
  try {
    const kinds = Object.keys(engines) as EngineKind[]
    return await Promise.all(
      kinds.map(async (kind) => {
        const { engine, reason, passed_over } = engines[kind]
        const entry = ENGINES[kind].find(({ id }) => id === engine?.id)
        return {
          kind,
          engine: engine?.id ?? null,
          name: engine?.name ?? null,
          reason,
          models: entry?.models ?? [],
          passed_over,
          seconds_a_sample: engine && 'secondsASample' in engine ? ((await engine.secondsASample?.()) ?? null) : null,
        }
      }),
    )
  } finally {
    release()
  }
}

import type { EngineKind } from '@footnote/contract/nouns/library/indexing.ts'
import { type EnginePool, summary } from '../../engines/pool.ts'
import { ENGINES } from '../../engines/registry.ts'
import { writeEngineChoices } from '../../features/library/indexing/commands.ts'
import type { EngineChoice } from '../../features/library/indexing/queries.ts'
import { type Channels, MODELS_CHANNEL, publish } from '../../platform/db/channels.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/queue/jobs.ts'

export interface FollowingOptions {
  readonly db: Database
  readonly pool: EnginePool
  /** Not started yet. */
  readonly channels: Channels
  readonly log: Log
  /** Name of this machine. */
  readonly machine: string
  /** Called after each change of the chosen engines, and once at the start. */
  readonly onChange: () => Promise<void>
  /** Milliseconds between two checks of the engines that this machine can run. */
  readonly interval?: number
}

const INTERVAL = 30_000

/**
 * Regularly checks which engines this machine can run, so that new models are used without a restart, and records its
 * choice.
 * @returns `look` checks at once; `stop` ends the checks
 */
export function followEngines(options: FollowingOptions) {
  const { db, pool, channels, log, machine } = options
  const failed = (error: unknown) => log.warn({ err: error }, 'the choice of engines failed')
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
    // A waiting check sees everything that arrives before it begins, so one is enough.
    if (!waiting) looking = looking.then(run).catch(failed)
    waiting = true
    await looking
  }
  void look()
  const lookQuietly = () => void look()
  channels.on(MODELS_CHANNEL, { onMessage: lookQuietly, onResume: lookQuietly })
  channels.start()
  const timer = setInterval(() => {
    void look()
    // Trying new weights may take longer than the lifetime of this machine's rows, so they are renewed separately.
    writing = writing.then(writeDown).catch(failed)
  }, options.interval ?? INTERVAL)
  return {
    /** Call when other engines may be used: chooses here and notifies the other processes. */
    async look(): Promise<void> {
      await look()
      await publish(db, MODELS_CHANNEL, { machine }).catch(failed)
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await Promise.all([looking, writing])
    },
  }
}

async function choicesOf(pool: EnginePool): Promise<EngineChoice[]> {
  using loan = pool.lend()
  const { engines } = loan
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
}

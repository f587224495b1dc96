import os from 'node:os'
import type { EngineSettings } from '../engine.ts'
import { type EngineHost, hostEngine } from '../process/host.ts'
import type { HostedModule } from '../process/hosted.ts'
import type { open } from './half.process.ts'
import type { HalfSettings } from './half.ts'
import type { Half, TrialTimes, VectorModel } from './model.ts'
import { type Trial, tryWeights, UnusableModel } from './weights.ts'

type Methods = Awaited<ReturnType<typeof open>>

/** Pictures per call of a tower while indexing; larger batches are no faster on a processor. */
export const BATCH = 8
/** These threads run at low priority, so that people's requests go first. */
export const THREADS = Math.min(2, os.availableParallelism())
/**
 * Milliseconds that a process for people's questions stays loaded without one. Shorter than for ever, since it takes
 * some hundred megabytes.
 */
export const BETWEEN_QUESTIONS = 10 * 60_000

/** One use of a model: the half that it needs, and the rules for that half's process. */
export type HalfUse = { readonly half: Half } & Pick<HostedModule, 'interactive' | 'concurrency' | 'idle_ms'>

/** The processes of one model, one for each use, started at the first call. */
export class HalfHosts<Use extends string> {
  readonly #model: VectorModel
  readonly #settings: EngineSettings
  readonly #uses: Readonly<Record<Use, HalfUse>>
  readonly #hosts = new Map<Use, Promise<EngineHost<Methods>>>()

  constructor(model: VectorModel, settings: EngineSettings, uses: Readonly<Record<Use, HalfUse>>) {
    this.#model = model
    this.#settings = settings
    this.#uses = uses
  }

  /** @throws UnusableModel */
  get(use: Use): Promise<EngineHost<Methods>> {
    const made = this.#hosts.get(use) ?? this.#start(use)
    this.#hosts.set(use, made)
    made.catch(() => this.#hosts.delete(use))
    return made
  }

  /** Milliseconds that a batch of pictures or one text took in the trial. @throws UnusableModel */
  async milliseconds(half: Half): Promise<number> {
    return (await tried(this.#model, this.#settings))[half] ?? 0
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map(async (host) => (await host.catch(() => null))?.close()))
  }

  async #start(use: Use): Promise<EngineHost<Methods>> {
    const { half, ...hosting } = this.#uses[use]
    const trial = await trialOf(this.#model, this.#settings)
    await tryWeights(trial)
    const settings: HalfSettings = { model: this.#model, folder: trial.folder, half, threads: THREADS }
    return hostEngine<Methods>({
      module: new URL('./half.process.ts', import.meta.url),
      settings,
      models: [trial.folder],
      ...hosting,
    })
  }
}

/** The reason why a model cannot run here, in a sentence; null if it can. */
export async function obstacleOf(model: VectorModel, settings: EngineSettings): Promise<string | null> {
  try {
    await tried(model, settings)
    return null
  } catch (error) {
    if (error instanceof UnusableModel) return error.message
    throw error
  }
}

const tried = async (model: VectorModel, settings: EngineSettings): Promise<TrialTimes> =>
  await tryWeights(await trialOf(model, settings))

async function trialOf(model: VectorModel, { models }: EngineSettings): Promise<Trial> {
  const { folder, obstacle } = await models.folder(model.folder)
  if (folder === null) throw new UnusableModel(obstacle)
  return { model, folder, records: models.records, batch: BATCH, threads: THREADS }
}

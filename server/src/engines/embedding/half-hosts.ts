import os from 'node:os'
import type { EngineSettings } from '../engine.ts'
import { type EngineHost, type HostedModule, hostEngine } from '../host.ts'
import type { open } from './half.process.ts'
import type { HalfSettings } from './half.ts'
import type { ChosenWeights, Half, VectorModel, Weights } from './model.ts'
import { chooseWeights, type Trial, UnusableModel } from './weights.ts'

type Methods = Awaited<ReturnType<typeof open>>

/** Pictures given to a tower at once in indexing; more gain nothing on a processor. */
export const BATCH = 8
/** At low priority they give way to everything that a person waits for. */
export const THREADS = Math.min(2, os.availableParallelism())
/** For somebody who may ask at any time, the process stays loaded: what timers can wait at most, about 25 days. */
export const ALWAYS = 2 ** 31 - 1

/** One use of a model: which half it needs, and how that half's process is kept. */
export type HalfUse = { readonly half: Half } & Pick<HostedModule, 'interactive' | 'concurrency' | 'idle_ms'>

/** The processes of one model, a process for each use, prepared when it is first asked for. */
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

  /** What a batch of pictures, or one text, took when the weights were chosen. @throws UnusableModel */
  async milliseconds(half: Half): Promise<number> {
    const chosen = (await weightsOf(this.#model, this.#settings))[half]
    return chosen?.milliseconds[chosen.precision] ?? 0
  }

  async close(): Promise<void> {
    await Promise.all([...this.#hosts.values()].map(async (host) => (await host.catch(() => null))?.close()))
  }

  async #start(use: Use): Promise<EngineHost<Methods>> {
    const { half, ...hosting } = this.#uses[use]
    const trial = await trialOf(this.#model, this.#settings)
    const { precision } = (await chooseWeights(trial))[half] as ChosenWeights
    const settings: HalfSettings = {
      model: this.#model,
      folder: trial.folder,
      half,
      weights: this.#model[half]?.[precision] as string,
      threads: THREADS,
    }
    return hostEngine<Methods>({ module: new URL('./half.process.ts', import.meta.url), settings, ...hosting })
  }
}

/** Why a model cannot run here, in a sentence; null where it can. */
export async function obstacleOf(model: VectorModel, settings: EngineSettings): Promise<string | null> {
  try {
    await weightsOf(model, settings)
    return null
  } catch (error) {
    if (error instanceof UnusableModel) return error.message
    throw error
  }
}

/** The weights of a model that this machine runs, chosen by trying them where that was not done yet. @throws UnusableModel */
export async function weightsOf(model: VectorModel, settings: EngineSettings): Promise<Weights> {
  return await chooseWeights(await trialOf(model, settings))
}

async function trialOf(model: VectorModel, { models }: EngineSettings): Promise<Trial> {
  const { folder, obstacle } = await models.folder(model.folder)
  if (folder === null) throw new UnusableModel(obstacle)
  return { model, folder, records: models.records, batch: BATCH, threads: THREADS }
}

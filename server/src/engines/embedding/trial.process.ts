import { openHalf } from './half.ts'
import { HALVES, type Half, type Tried, type VectorModel } from './model.ts'

/** What is tried. */
export interface TrialSettings {
  readonly model: VectorModel
  /** The model's own folder. */
  readonly folder: string
  /** Pictures at once, as indexing gives them. */
  readonly batch: number
  readonly threads: number
}

/**
 * Loads a model's weights, so that unfit ones are known before anybody waits for them; one half after the other, as both may not fit into
 * memory.
 */
export async function open({ model, folder, batch, threads }: TrialSettings) {
  return {
    /**
     * Runs each half twice, and times the second time.
     * @throws an error whose message says in a sentence which file is unfit, and why
     */
    async run(): Promise<Tried> {
      const tried: Record<Half, number | null> = { picture: null, text: null }
      for (const half of HALVES) {
        if (!model[half]) continue
        const loaded = await openHalf({ model, folder, half, threads })
        const run = loaded.rehearse(half === 'picture' ? batch : 1)
        await run()
        const started = performance.now()
        await run()
        tried[half] = Math.round(100 * (performance.now() - started)) / 100
        await loaded.close()
      }
      return tried
    },
  }
}

import { openHalf } from './half.ts'
import { HALVES, type Half, type TrialTimes, type VectorModel } from './model.ts'

/** The model to try. */
export interface TrialSettings {
  readonly model: VectorModel
  /** Absolute path of the model's folder, which is only read. */
  readonly folder: string
  /** Batch size, as in indexing. */
  readonly batch: number
  readonly threads: number
}

/**
 * Loads a model's weights, so that unusable ones are found before anybody needs them. Loads one half at a time, since
 * both may not fit into memory.
 */
export async function open({ model, folder, batch, threads }: TrialSettings) {
  return {
    /**
     * Runs each half twice, and measures the second run.
     * @throws an Error whose message names the unusable file and the reason in a sentence
     */
    async run(): Promise<TrialTimes> {
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

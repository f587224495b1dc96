import { openHalf } from './half.ts'
import { type ChosenWeights, HALVES, type Half, type Precision, type VectorModel, type Weights } from './model.ts'

/** What is tried. */
export interface TrialSettings {
  readonly model: VectorModel
  /** The model's own folder. */
  readonly folder: string
  /** Pictures at once, as indexing gives them. */
  readonly batch: number
  readonly threads: number
}

const RUNS = 5
/** Cosine between what both precisions say of the same input below which the quantised weights are no stand-in. */
const LEAST_AGREEMENT = 0.95
/** Integers take a quarter of the memory: floats are only worth it when they are faster by so much. */
const WORTHWHILE = 0.9

interface Tried {
  readonly precision: Precision
  /** Of the fastest run: what disturbs a run only makes it longer. */
  readonly milliseconds: number
  readonly vector: Float32Array
}

/**
 * Loads every file of weights that is there, so that an unfit one is known before anybody waits for it; one after the other, as two may
 * not fit into memory.
 */
export async function open({ model, folder, batch, threads }: TrialSettings) {
  return {
    /**
     * Times what is there of each half.
     * @returns the file to take for each, and what was measured
     * @throws an error whose message says in a sentence which file is unfit, and why
     */
    async choose(present: Readonly<Record<Half, readonly Precision[]>>): Promise<Weights> {
      const chosen: Record<Half, ChosenWeights | null> = { picture: null, text: null }
      for (const half of HALVES) {
        const files = model[half]
        if (!files) continue
        const tried: Tried[] = []
        for (const precision of present[half]) {
          const weights = files[precision] as string
          const loaded = await openHalf({ model, folder, half, weights, threads })
          tried.push({
            precision,
            ...(await timed(loaded.rehearse(half === 'picture' ? batch : 1), present[half].length > 1 ? RUNS : 1)),
          })
          await loaded.close()
        }
        const milliseconds = Object.fromEntries(tried.map(({ precision, milliseconds: spent }) => [precision, spent]))
        chosen[half] = { precision: better(tried), milliseconds }
      }
      return chosen
    },
  }
}

async function timed(run: () => Promise<Float32Array[]>, runs: number): Promise<Omit<Tried, 'precision'>> {
  const [vector] = (await run()) as [Float32Array]
  let shortest = Number.POSITIVE_INFINITY
  for (let count = 0; count < runs; count += 1) {
    const started = performance.now()
    await run()
    shortest = Math.min(shortest, performance.now() - started)
  }
  return { vector, milliseconds: Math.round(100 * shortest) / 100 }
}

function better(tried: readonly Tried[]): Precision {
  const [fp32, int8] = [
    tried.find(({ precision }) => precision === 'fp32'),
    tried.find(({ precision }) => precision === 'int8'),
  ]
  if (!fp32 || !int8) return fp32 ? 'fp32' : 'int8'
  const agreement = fp32.vector.reduce((sum, value, at) => sum + value * (int8.vector[at] as number), 0)
  if (agreement < LEAST_AGREEMENT) return 'fp32'
  return fp32.milliseconds < WORTHWHILE * int8.milliseconds ? 'fp32' : 'int8'
}

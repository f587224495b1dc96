import sharp from 'sharp'
import { type HalfSettings, type Input, openHalf } from './half.ts'

/** Loads one half of a model in its own process, so that a text query does not load the picture tower. */
export async function open(settings: HalfSettings) {
  // Each batch already decodes pictures in parallel, and none repeats: sharp needs one thread and no cache.
  sharp.concurrency(1)
  sharp.cache(false)
  const half = await openHalf(settings)
  return { embed: (inputs: Input[]) => half.embed(inputs) }
}

import sharp from 'sharp'
import { type HalfSettings, openHalf } from './half.ts'

/** Loads one half of a model in a process of its own: who asks by words keeps no picture tower in memory. */
export async function open(settings: HalfSettings) {
  // The pictures of a batch are decoded side by side already, and none comes twice.
  sharp.concurrency(1)
  sharp.cache(false)
  const half = await openHalf(settings)
  return { embed: (inputs: string[]) => half.embed(inputs) }
}

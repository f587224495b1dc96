import sharp from 'sharp'
import { Looker } from './look.ts'

/** Loads the concepts engine's models in its own process. */
export async function open() {
  // A second thread for one small picture costs more processor time than it saves, and no picture repeats.
  sharp.concurrency(1)
  sharp.cache(false)
  const looker = new Looker()
  return {
    look: (picture: Uint8Array) => looker.look(picture),
    describe: (picture: Uint8Array) => looker.describe(picture),
  }
}

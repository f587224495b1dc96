import sharp from 'sharp'
import { compare, type Likeness } from './comparison.ts'
import { placementsOf } from './fingerprint.ts'
import { readLuma, readPlain } from './plain-picture.ts'

/** Compares pictures in a process of its own: a comparison takes some hundredths of a second. */
export function open() {
  sharp.concurrency(1)
  return {
    placements: async (picture: Uint8Array): Promise<Float32Array[]> => placementsOf(await readLuma(picture)),
    async compare(picture: Uint8Array, frames: readonly Uint8Array[]): Promise<Likeness[]> {
      const asked = await readPlain(picture)
      const found: Likeness[] = []
      for (const frame of frames) found.push(compare(asked, await readPlain(frame)))
      return found
    },
  }
}

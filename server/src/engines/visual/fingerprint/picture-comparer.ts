import { type EngineHost, hostEngine } from '../../process/host.ts'
import type { Likeness } from './comparison.ts'
import type { open } from './fingerprint.process.ts'

/** Says whether pictures show the same, without a model. Pictures are contents of files. */
export interface PictureComparer {
  /** The fingerprints that a frame may have which shows the same; see `placementsOf`. None of a flat picture. */
  placements(picture: Uint8Array): Promise<Float32Array[]>
  /** Compares a picture with each of some frames, in the same order. */
  compare(picture: Uint8Array, frames: readonly Uint8Array[]): Promise<Likeness[]>
  close(): Promise<void>
}

/** Opens the comparer. Its process starts with the first picture, and ends after a while without one. */
export function openPictureComparer(): PictureComparer {
  const host: EngineHost<ReturnType<typeof open>> = hostEngine({
    module: new URL('./fingerprint.process.ts', import.meta.url),
    interactive: true,
  })
  return {
    placements: (picture) => host.call('placements', [picture]),
    compare: (picture, frames) => host.call('compare', [picture, frames]),
    close: () => host.close(),
  }
}

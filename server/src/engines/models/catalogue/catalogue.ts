import type { ModelCredit } from '../../engine.ts'
import type { Catalogue } from './model.ts'
import { ocr_models } from './ocr-models.ts'
import { speech_models } from './speech-models.ts'
import { text_models } from './text-models.ts'
import { visual_models } from './visual-models.ts'

/** Every model that the product knows, by the name of its folder, in the order of downloading. */
export const catalogue = { ...speech_models, ...text_models, ...visual_models, ...ocr_models } satisfies Catalogue

/** Name of a model in the catalogue. */
export type ModelName = keyof typeof catalogue

/** Facts about a model for people; an empty list for an unknown one. */
export function creditOf(name: string): ModelCredit[] {
  const model = (catalogue as Catalogue)[name]
  return model ? [{ title: model.title, licence: model.licence, by: model.by }, ...(model.parts ?? [])] : []
}

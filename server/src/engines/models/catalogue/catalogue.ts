import type { ModelCredit } from '../../engine.ts'
import type { Catalogue } from './model.ts'
import { ocr_models } from './ocr-models.ts'
import { speech_models } from './speech-models.ts'
import { text_models } from './text-models.ts'
import { visual_models } from './visual-models.ts'

/** Every model that the product knows, by the name of its folder; those that are fetched first stand first. */
export const catalogue = { ...speech_models, ...text_models, ...visual_models, ...ocr_models } satisfies Catalogue

/** Name of a model of the catalogue. */
export type ModelName = keyof typeof catalogue

/** What a person is told of a model of the catalogue; nothing of one that is not there. */
export function creditOf(name: string): ModelCredit[] {
  const model = (catalogue as Catalogue)[name]
  return model ? [{ title: model.title, licence: model.licence, by: model.by }, ...(model.parts ?? [])] : []
}

import path from 'node:path'
import type { Model } from './catalogue/model.ts'
import { verify } from './verify.ts'

/** Where models are looked for, in this order, and where they are fetched from. */
export interface ModelStoreSettings {
  /** Absolute path of a folder of models that somebody else looks after; only read. Null without. */
  readonly provided_folder: string | null
  /** Absolute path of the folder that models are fetched into. Pins and checks are kept there too. */
  readonly folder: string
  /** Address of the hub without a trailing slash; null where nothing is to be fetched. */
  readonly hub_url: string | null
}

/** Path of a folder that holds all files of a model, each verified; or a sentence that says why there is none. */
export type ModelFolder =
  | { readonly folder: string; readonly obstacle: null }
  | {
      readonly folder: null
      readonly obstacle: string
      /** Whether there are files that are not what they must be. */
      readonly refused: boolean
    }

/** Looks for a model in all places. @param thorough reads every byte, also of files that were checked before */
export async function findModel(
  settings: ModelStoreSettings,
  name: string,
  model: Model,
  thorough = false,
): Promise<ModelFolder> {
  let wrong: string | null = null
  for (const root of [settings.provided_folder, settings.folder]) {
    if (root === null) continue
    const finding = await verify({ name, model, root, records: settings.folder, thorough })
    if (finding === 'complete') return { folder: path.join(root, name), obstacle: null }
    if ('wrong' in finding) wrong = finding.wrong
  }
  const obstacle =
    wrong === null
      ? `The model ${model.title} is not on this machine.`
      : `The file ${wrong} of the model ${model.title} is not the one that is pinned: it was refused.`
  return { folder: null, obstacle, refused: wrong !== null }
}

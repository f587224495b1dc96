import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Model } from './catalogue/model.ts'
import { verify } from './verify.ts'

/** The places of models, in order of the search, and the source of downloads. */
export interface ModelStoreSettings {
  /** Absolute path of a folder of models that somebody else maintains; only read. Null without one. */
  readonly provided_folder: string | null
  /** Absolute path of the folder for downloads, pins and checks. */
  readonly folder: string
  /** Address of the hub without a trailing slash; null when downloads are off. */
  readonly hub_url: string | null
}

/** Path of a folder with all verified files of the model, or a sentence that says why there is none. */
export type ModelFolder =
  | {
      readonly folder: string
      readonly obstacle: null
      /** SHA-256 of the hashes of its files: another one means other weights. */
      readonly fingerprint: string
    }
  | {
      readonly folder: null
      readonly obstacle: string
      /** Whether some files do not match their pins. */
      readonly refused: boolean
    }

/** Searches all places for a model. @param thorough reads every byte, also of unchanged files */
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
    if ('hashes' in finding)
      return { folder: path.join(root, name), obstacle: null, fingerprint: fingerprintOf(finding.hashes) }
    if ('wrong' in finding) wrong = finding.wrong
  }
  const obstacle =
    wrong === null
      ? `The model ${model.title} is not on this machine.`
      : `The file ${wrong} of the model ${model.title} is not the one that is pinned: it was refused.`
  return { folder: null, obstacle, refused: wrong !== null }
}

function fingerprintOf(hashes: Readonly<Record<string, string>>): string {
  const listed = Object.entries(hashes).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(listed)).digest('hex')
}

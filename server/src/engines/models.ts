import type { ModelFolders } from './engine.ts'
import { catalogue as everything } from './models/catalogue/catalogue.ts'
import type { Catalogue, Model } from './models/catalogue/model.ts'
import { fetchModel, freeBytes } from './models/fetch-model.ts'
import { ModelError } from './models/model-error.ts'
import { type Patience, USUAL_PATIENCE } from './models/patience.ts'
import { findModel, type ModelFolder, type ModelStoreSettings } from './models/places.ts'

/** Options that tests change. */
export interface ModelStoreOptions {
  readonly catalogue?: Catalogue
  readonly patience?: Patience
  /** Free bytes on the disk of a folder. */
  readonly freeBytes?: (folder: string) => Promise<number>
}

/** The models of this machine. */
export interface ModelStore extends ModelFolders {
  readonly catalogue: Catalogue
  /** Whether the settings allow downloads. */
  readonly downloads: boolean
  /** The folder of a verified model. Reads unchanged files only once. A model that is not in the catalogue has none. */
  folder(name: string): Promise<ModelFolder>
  /** The same, but reads every byte. @throws ModelError unknown */
  verify(name: string): Promise<ModelFolder>
  /**
   * Downloads the missing files of a model. If another process of this machine is downloading, waits for its turn.
   * @param onProgress called with the share of bytes on disk, 0 to 1; never before this process's turn
   * @returns path of the model's folder
   * @throws ModelError; the signal's reason when aborted
   */
  fetch(name: string, onProgress?: (share: number) => void, signal?: AbortSignal): Promise<string>
}

/** Opens the store; reads nothing before the first call. */
export function openModelStore(settings: ModelStoreSettings, options: ModelStoreOptions = {}): ModelStore {
  const { catalogue = everything } = options
  const running = new Map<string, Promise<ModelFolder>>()
  return {
    catalogue,
    downloads: settings.hub_url !== null,
    records: settings.folder,
    async folder(name) {
      // Several engines may ask for one model at once: read its files only once.
      const asked = running.get(name)
      if (asked) return await asked
      const model = knownModel(catalogue, name)
      if (!model) return { folder: null, obstacle: unknown(name), refused: false }
      const finding = findModel(settings, name, model)
      running.set(name, finding)
      try {
        return await finding
      } finally {
        running.delete(name)
      }
    },
    verify: async (name) => await findModel(settings, name, modelOf(catalogue, name), true),
    fetch: async (name, onProgress, signal) =>
      await fetchModel({
        settings,
        name,
        model: modelOf(catalogue, name),
        patience: options.patience ?? USUAL_PATIENCE,
        freeBytes: options.freeBytes ?? freeBytes,
        onProgress,
        signal,
      }),
  }
}

const unknown = (name: string): string => `There is no model named ${name}.`

const knownModel = (catalogue: Catalogue, name: string): Model | undefined =>
  Object.hasOwn(catalogue, name) ? catalogue[name] : undefined

function modelOf(catalogue: Catalogue, name: string): Model {
  const model = knownModel(catalogue, name)
  if (!model) throw new ModelError('unknown', unknown(name))
  return model
}

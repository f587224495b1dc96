import { openModelStore } from '../models.ts'

/** The store of a machine without models and without downloads. */
export const noModels = openModelStore({ provided_folder: null, folder: '/nonexistent', hub_url: null })

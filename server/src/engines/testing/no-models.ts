import { openModelStore } from '../models.ts'

/** The models of a machine that has none and gets none. */
export const noModels = openModelStore({ provided_folder: null, folder: '/nonexistent', hub_url: null })

import path from 'node:path'
import type { ModelFolders } from '../engine.ts'

/** Models as they lie in a folder that a test has written: the store would refuse what is not the pinned file. */
export const unverifiedModels = (root: string): ModelFolders => ({
  folder: async (name) => ({ folder: path.join(root, name), obstacle: null }),
  records: root,
})

import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ModelFolders } from '../engine.ts'

/** Models as they lie in a folder that a test has written: the store would refuse what is not the pinned file. */
export const unverifiedModels = (root: string): ModelFolders => ({
  folder: async (name) => ({ folder: path.join(root, name), obstacle: null }),
  records: root,
})

/** The same, where models that no test has written are not there. */
export const writtenModels = (root: string): ModelFolders => ({
  folder: async (name) =>
    existsSync(path.join(root, name))
      ? { folder: path.join(root, name), obstacle: null }
      : { folder: null, obstacle: 'The model is not on this machine.', refused: false },
  records: root,
})

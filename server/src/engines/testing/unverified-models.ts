import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ModelFolders } from '../engine.ts'

/** Models in a folder that a test has written, which the store would refuse since they do not match their pins. */
export const unverifiedModels = (root: string): ModelFolders => ({
  folder: async (name) => ({ folder: path.join(root, name), obstacle: null, fingerprint: name }),
  records: root,
})

/** The same; models that no test has written are missing. */
export const writtenModels = (root: string): ModelFolders => ({
  folder: async (name) =>
    existsSync(path.join(root, name))
      ? { folder: path.join(root, name), obstacle: null, fingerprint: name }
      : { folder: null, obstacle: 'The model is not on this machine.', refused: false },
  records: root,
})

import { createRequire } from 'node:module'
import path from 'node:path'
import type { ModelFiles } from '../../process/model-files.ts'

/** A model in the package @vladmandic/human. @param name file name without extension */
export function humanModel(name: string): ModelFiles {
  // The package only exports its programs, so the path starts from one.
  const entry = createRequire(import.meta.url).resolve('@vladmandic/human')
  const folder = path.join(entry.slice(0, entry.lastIndexOf(`${path.sep}dist${path.sep}`)), 'models')
  return { topology: path.join(folder, `${name}.json`), weights: [path.join(folder, `${name}.bin`)] }
}

import { existsSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Folder of external media and small model files. Tests that need a missing one are skipped and say so. */
const FOLDER = process.env.TEST_MEDIA || path.join(path.dirname(ROOT), 'shared', 'media')

/** Path of a file in it, or null when it is missing. */
export function testMedia(name: string): string | null {
  const file = path.join(FOLDER, name)
  if (existsSync(file)) return file
  console.info(`skipped: there is no ${name} in TEST_MEDIA`)
  return null
}

import { existsSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** Folder of media and of small model files that others made; tests that need one are skipped, and say so, without it. */
const FOLDER = process.env.TEST_MEDIA || path.join(path.dirname(ROOT), 'shared', 'media')

/** Path of a file of it, or null where it is not there. */
export function testMedia(name: string): string | null {
  const file = path.join(FOLDER, name)
  if (existsSync(file)) return file
  console.info(`skipped: there is no ${name} in TEST_MEDIA`)
  return null
}

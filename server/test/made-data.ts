import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { copyContent, keptFolder } from './kept-folder.ts'

const MAKER = join(import.meta.dirname, 'make-data.ts')

/**
 * Makes a data folder on which a product has been started and stopped: its database, after all migrations, and the
 * sample films, which somebody has cancelled. So a start makes no database and indexes nothing.
 * @param data_dir a folder without a database
 */
export async function copyMadeData(data_dir: string): Promise<void> {
  const make = (folder: string) => promisify(execFile)(process.execPath, [MAKER, folder])
  await copyContent(await keptFolder('data', readFileSync(MAKER, 'utf8'), make), data_dir)
}

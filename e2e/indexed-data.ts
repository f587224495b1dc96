import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { copyContent, keptFolder } from '../server/test/kept-folder.ts'

const MAKER = path.join(import.meta.dirname, 'make-indexed-data.ts')

/**
 * Makes a data folder on which a product has been started, and stopped when its sample films were indexed. Settings of
 * this shell do not change how.
 * @param data_dir a folder without a database
 */
export async function copyIndexedData(data_dir: string): Promise<void> {
  const { PATH, HOME, TMPDIR } = process.env
  const make = (folder: string) =>
    promisify(execFile)(process.execPath, [MAKER, folder], { env: { PATH, HOME, TMPDIR } })
  await copyContent(await keptFolder('indexed', readFileSync(MAKER, 'utf8'), make), data_dir)
}

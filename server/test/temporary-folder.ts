import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'

/**
 * Makes a folder for the tests of a file, and removes it after them.
 * @param name says whose it is, if one remains
 */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `footnote-${name}-`))
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return folder
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, inject, onTestFinished } from 'vitest'

/**
 * Makes a folder, and removes it after the test that asks for it; outside of tests, after those of the file; in a hook,
 * after the run.
 * @param name says whose it is, if one remains
 */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(path.join(inject('run_folder') ?? tmpdir(), `footnote-${name}-`))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    onTestFinished(remove)
  } catch {
    // No test is running. The hook of a running test would never be called.
    afterAll(remove)
  }
  return folder
}

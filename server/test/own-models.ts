import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** Gives each test of a file its own folder of models, and closes the engines that the test opens. */
export function ownModels<Engine extends { close(): Promise<unknown> }>() {
  const own = {
    /** Folder of the models. */
    folder: '',
    opened: [] as Engine[],
  }
  beforeEach(async () => {
    own.folder = await mkdtemp(path.join(tmpdir(), 'footnote-models-'))
  })
  afterEach(async () => {
    await Promise.all(own.opened.splice(0).map((engine) => engine.close()))
    await rm(own.folder, { recursive: true, force: true })
  })
  return own
}

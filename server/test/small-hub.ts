import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { someBytes, startHub } from '../src/engines/testing/hub.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SMALL_CATALOGUE = pathToFileURL(path.join(ROOT, 'server/test/small-catalogue-hook.ts')).href

/** A hub with a small model in place of the real ones, which tests cannot download, and an empty folder for models. */
export async function startSmallHub() {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-models-command-'))
  const hub = await startHub({ 'tokens.txt': Buffer.from('<blk> 0\n'), 'onnx/model.onnx': someBytes(50_000) })
  return {
    data_dir,
    url: hub.url,
    /** The folder of the small model. */
    folder: path.join(data_dir, 'models', 'small'),
    /** Types `footnote models` with words. */
    async models(words: readonly string[], settings: NodeJS.ProcessEnv = {}) {
      const child = spawn(process.execPath, ['--import', SMALL_CATALOGUE, 'bin/footnote.mjs', 'models', ...words], {
        cwd: ROOT,
        env: { PATH: process.env.PATH, DATA_DIR: data_dir, MODEL_HUB_URL: hub.url, ...settings },
      })
      let printed = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          printed += part
        })
      const [status] = await once(child, 'close')
      return { status, printed }
    },
    async close() {
      await hub.close()
      await rm(data_dir, { recursive: true })
    },
  }
}
export type SmallHub = Awaited<ReturnType<typeof startSmallHub>>

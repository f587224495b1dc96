import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startForwardProxy } from '../../engines/testing/forward-proxy.ts'
import { someBytes, startHub } from '../../engines/testing/hub.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const SMALL_CATALOGUE = pathToFileURL(path.join(ROOT, 'server/test/small-catalogue-hook.ts')).href

let data_dir: string
let hub: Awaited<ReturnType<typeof startHub>>
beforeEach(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-models-command-'))
  hub = await startHub({ 'tokens.txt': Buffer.from('<blk> 0\n'), 'onnx/model.onnx': someBytes(50_000) })
})
afterEach(async () => {
  await hub.close()
  await rm(data_dir, { recursive: true })
})

/** Runs the command with a small model in place of the real ones, which tests cannot download. */
async function models(words: readonly string[], settings: NodeJS.ProcessEnv = {}) {
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
}
const folder = () => path.join(data_dir, 'models', 'small')

test('a model is listed with its details, fetched by its name, and found from then on', async () => {
  const before = await models(['list'])
  expect(before.printed).toContain('parakeet-110m-en\n  Parakeet TDT-CTC 110M: speech, by default, en, 126 MB\n')
  expect(before.printed).toContain(
    'small\n  Small: speech, by default, en, unknown size\n  made/small at its first use, MIT\n  not here\n',
  )
  expect(await models(['verify'])).toEqual({ status: 0, printed: 'There is no model on this machine.\n' })
  const fetched = await models(['fetch', 'small'])
  expect(fetched.status).toBe(0)
  expect(fetched.printed.trimEnd().split('\n').at(-1)).toBe(folder())
  expect((await models(['list'])).printed).toContain(`MIT\n  ${folder()}\n`)
  expect(await models(['verify'])).toEqual({ status: 0, printed: `small: ${folder()}\n` })
})

test('a file with another hash than the pinned one is named, and the command fails', async () => {
  await models(['fetch', 'small'])
  await writeFile(path.join(folder(), 'tokens.txt'), 'other\n')
  expect(await models(['verify'])).toEqual({
    status: 1,
    printed:
      'small: The file tokens.txt of the model Small is not the one that is pinned: it was refused.\nfootnote: refused: small\n',
  })
})

test('a failure is one sentence', async () => {
  const absent = `footnote: The model hub ${hub.url} has no file silero_vad.onnx of the model Silero VAD.\n`
  expect(await models(['fetch', 'silero-vad'])).toEqual({ status: 1, printed: absent })
  expect(await models(['fetch', 'nothing'])).toEqual({
    status: 1,
    printed: 'footnote: There is no model named nothing.\n',
  })
  expect(await models(['fetch', 'silero-vad'], { MODEL_HUB_URL: 'off' })).toEqual({
    status: 1,
    printed: 'footnote: The model Silero VAD is not on this machine, and downloading is switched off.\n',
  })
  expect(await models(['list'], { MODEL_HUB_URL: 'hub', MODELS_DIR: path.join(data_dir, 'nowhere') })).toEqual({
    status: 1,
    printed:
      'footnote: These settings are not right:\nfootnote:   MODELS_DIR: must be a folder that is there\n' +
      'footnote:   MODEL_HUB_URL: must be off, or an address that starts with http:// or https://\n',
  })
  expect((await models([])).status).toBe(2)
})

test('the command reaches the hub through the proxy that the environment names', async () => {
  const proxy = await startForwardProxy()
  try {
    const away = { MODEL_HUB_URL: hub.url.replace('127.0.0.1', 'hub.invalid'), HTTP_PROXY: proxy.url }
    expect((await models(['fetch', 'small'], away)).printed).toContain(folder())
    expect(proxy.connections()).toBeGreaterThan(0)
  } finally {
    await proxy.close()
  }
})

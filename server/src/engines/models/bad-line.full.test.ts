import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type ForwardProxy, startForwardProxy } from '../testing/forward-proxy.ts'
import { type Hub, type Mood, sha256, someBytes, startHub } from '../testing/hub.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../testing/fetch-model.process.ts')
const WEIGHTS = someBytes(40_000_000)
const CUT = 15_000_000

let hub: Hub
let proxy: ForwardProxy
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-models-'))
  const files = { 'tokens.txt': Buffer.from('hello 0\n'), 'onnx/model.onnx': WEIGHTS }
  hub = await startHub(files, 'made/small', 0, { etags: false })
  proxy = await startForwardProxy()
})
afterEach(async () => {
  await proxy.close()
  await hub.close()
  await rm(folder, { recursive: true })
})

const at = (name: string) => path.join(folder, 'small', name)

/** Cuts a connection when the partial file has grown by 15 MB. */
const cutAt = (bytes: number): Mood => ({
  cut_after: CUT,
  arrived: () => vi.waitFor(async () => expect((await stat(at('onnx/model.onnx.part'))).size).toBe(bytes), 60_000),
})

/** Downloads the model in its own process, which reaches the hub by a name that only the proxy resolves. */
async function fetchThroughProxy(settings: NodeJS.ProcessEnv): Promise<string> {
  const address = hub.url.replace('127.0.0.1', 'hub.invalid')
  const child = spawn(process.execPath, [PROGRAM, folder, address], {
    env: { PATH: process.env.PATH, HTTP_PROXY: proxy.url, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      printed += part
    })
  await once(child, 'close')
  return printed
}

test('every file arrives through a proxy, a connection that breaks every 15 MB, and a server without ETags that refuses once', async () => {
  hub.answers('onnx/model.onnx', { status: 403 }, cutAt(CUT), cutAt(2 * CUT))
  expect(await fetchThroughProxy({ NODE_USE_ENV_PROXY: '1' })).toContain(`fetched ${path.join(folder, 'small')}\n`)
  expect(sha256(await readFile(at('onnx/model.onnx')))).toBe(sha256(WEIGHTS))
  for (const [name, bytes] of Object.entries(hub.files)) expect(hub.sent(name)).toBeLessThanOrEqual(1.2 * bytes.length)
  expect(hub.sent('onnx/model.onnx')).toBeGreaterThanOrEqual(WEIGHTS.length)
  const ranges = hub.seen.filter((seen) => seen.path === 'onnx/model.onnx').map(({ range }) => range)
  expect(ranges).toEqual([null, null, `bytes=${CUT}-`, `bytes=${2 * CUT}-`])
  expect(proxy.connections()).toBeGreaterThan(0)
})

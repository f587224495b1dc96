import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Hub, someBytes, startHub } from '../testing/hub.ts'

const PROGRAM = path.resolve(import.meta.dirname, '../testing/fetch-model.process.ts')
const WEIGHTS = someBytes(2_000_000)

let hub: Hub
let folder: string
const started: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-models-'))
  hub = await startHub({ 'tokens.txt': Buffer.from('hello 0\n'), 'onnx/model.onnx': WEIGHTS })
})
afterEach(async () => {
  for (const child of started.splice(0)) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  await hub.close()
  await rm(folder, { recursive: true })
})

/** Downloads the model in its own process. */
function launch() {
  const child = spawn(process.execPath, [PROGRAM, folder, hub.url], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.push(child)
  const output = { text: '' }
  child.stdout.on('data', (part: Buffer) => {
    output.text += part
  })
  return {
    child,
    /** Resolves when the process has reported more than a share. */
    has: (share: number) =>
      expect.poll(() => output.text.split('\n').some((line) => Number(line) > share), { interval: 5 }).toBe(true),
    async ended(): Promise<string> {
      await once(child, 'close')
      return output.text
    },
  }
}
const rangesOf = () => hub.seen.filter((seen) => seen.path === 'onnx/model.onnx').map(({ range }) => range)

test('a killed process blocks nobody, and the next one continues its download', async () => {
  hub.answers('onnx/model.onnx', { slow: 30 })
  const first = launch()
  await first.has(0.3)
  first.child.kill('SIGKILL')
  await first.ended()
  const part = path.join(folder, 'small/onnx/model.onnx.part')
  const { size } = await stat(part)
  expect(size).toBeGreaterThan(0.3 * WEIGHTS.length)
  expect(size).toBeLessThan(WEIGHTS.length)

  expect(await launch().ended()).toContain(`fetched ${path.join(folder, 'small')}`)
  expect(rangesOf()).toEqual([null, `bytes=${size}-`])
  expect(await readFile(path.join(folder, 'small/onnx/model.onnx'))).toEqual(WEIGHTS)
})

test('of two processes one downloads, the other waits and finds everything on disk', async () => {
  hub.answers('onnx/model.onnx', { slow: 5 })
  const [first, second] = [launch(), launch()]
  for (const output of await Promise.all([first.ended(), second.ended()]))
    expect(output).toContain(`fetched ${path.join(folder, 'small')}`)
  expect(rangesOf()).toEqual([null])
})

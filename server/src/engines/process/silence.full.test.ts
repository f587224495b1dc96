import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeMadeModels } from '../../../test/made-models.ts'
import { type Doings, isAbsentNameCache, readDoings, watchWords, whyUnwatchable } from '../../../test/strace.ts'
import { ENGINES } from '../registry.ts'
import { say } from '../testing/spoken-sound.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../..')
const EVERY_ENGINE = path.join(ROOT, 'server/test/every-engine.ts')
const why = whyUnwatchable(true)
if (why) console.warn(`What engines do is not looked at: ${why}`)

test.skipIf(why !== null)('a program that is watched alone reaches no process of others', () => {
  const [first = '', ...words] = watchWords('/dev/null', true)
  const { status, stderr } = spawnSync(first, [...words, 'sh', '-c', `kill -0 ${process.pid}`], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('No such process')])
})

/** Every engine of the registry has worked once, in a network namespace and a home folder of its own. */
describe.skipIf(why !== null)('every engine at work', () => {
  let folder: string
  let doings: Doings
  let said: string
  const data = (...names: string[]) => path.join(folder, 'data', ...names)

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-silence-'))
    for (const name of ['home', 'temporary', 'data']) await mkdir(path.join(folder, name))
    await writeMadeModels(data('models'))
    const trace = path.join(folder, 'trace')
    const [first = '', ...words] = watchWords(trace, true)
    const sound = await say(data(), 'spoken', 'Please close the window before the rain comes.')
    const child = spawn(first, [...words, process.execPath, EVERY_ENGINE, data('models'), data('work'), sound], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: path.join(folder, 'home'), TMPDIR: path.join(folder, 'temporary') },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const output = Promise.all([text(child.stdout), text(child.stderr)])
    await once(child, 'close')
    said = (await output).join('')
    doings = await readDoings(trace, ROOT)
  }, 300_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('has worked', () => {
    const ids = Object.values(ENGINES)
      .flat()
      .map(({ id }) => id)
    expect(said.trim().split('\n').toSorted()).toEqual(ids.toSorted())
    for (const model of ['speaker-segmentation', 'speaker-embedding'])
      expect([...doings.read.keys()].some((file) => file.startsWith(data('models', model)))).toBe(true)
  })

  test('opens no network socket, and looks up no name', () => {
    expect([...doings.sockets]).toEqual([])
    // Before accounts are taken, the machine's lists of users are asked who has them.
    expect([...doings.reached.keys()].filter((place) => !isAbsentNameCache(place))).toEqual([])
  })

  test('writes nothing outside the data folder, and leaves nothing in the home folder', async () => {
    // Decoders let searches go first, and live in a namespace: settings of the kernel, not files.
    const isSetting = (file: string) =>
      /^\/proc\/(?:\d+\/(?:autogroup|[ug]id_map)|sys\/user\/max_user_namespaces)$/.test(file)
    const outside = [...doings.written.keys()].filter((file) => !file.startsWith(data()) && file !== '/dev/null')
    expect(outside.filter((file) => !isSetting(file))).toEqual([])
    expect(await readdir(path.join(folder, 'home'))).toEqual([])
    expect(await readdir(path.join(folder, 'temporary'))).toEqual([])
  })

  test("does not read the machine's identity", () => {
    expect([...doings.read.keys()].filter((file) => file.includes('machine-id'))).toEqual([])
  })
})

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../server/src/app/supervisor/network.ts'
import { countOf } from '../../server/test/drawn-cases.ts'
import { startObjectStore } from '../../server/test/object-store.ts'
import { startProxy } from '../../server/test/proxy.ts'
import { startTestPostgres, type TestPostgres } from '../../server/test/test-postgres.ts'
import { launch } from '../product.ts'

let postgres: TestPostgres
let store: Awaited<ReturnType<typeof startObjectStore>>
let data_dir: string
let child: ChildProcess | undefined
beforeAll(async () => {
  postgres = await startTestPostgres()
  store = await startObjectStore()
})
afterAll(async () => {
  await store.stop()
  await postgres.stop()
})
beforeEach(async () => {
  data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-start-'))
  await chmod(data_dir, 0o755)
})
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await rm(data_dir, { recursive: true, force: true })
})

/** Starts API and worker. @returns their output and how they end */
function start(settings: NodeJS.ProcessEnv) {
  const launched = launch({ DATA_DIR: data_dir, ...settings })
  child = launched.child
  return { printed: launched.printed, ended: once(child, 'exit') as Promise<[number | null]> }
}

const s3 = (changed: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  S3_ENDPOINT: store.settings.endpoint,
  S3_BUCKET: store.settings.bucket,
  S3_ACCESS_KEY_ID: store.settings.access_key_id,
  S3_SECRET_ACCESS_KEY: store.settings.secret_access_key,
  ...changed,
})
const times = (text: string, words: string) => text.split(words).length - 1

test('the start waits for a missing database and object store, names each once, and then uses them', async () => {
  const far = await startProxy(await postgres.createDatabase())
  const far_store = await startProxy(store.settings.endpoint)
  far.refuse()
  far_store.refuse()
  const port = await freePort('127.0.0.1')
  const output = start({ PORT: `${port}`, DATABASE_URL: far.url, ...s3({ S3_ENDPOINT: far_store.url }) })
  const waiting = [
    `Waiting for the database at ${new URL(far.url).host}`,
    `Waiting for the object store at ${new URL(far_store.url).host}`,
  ]
  const health = () =>
    fetch(`http://127.0.0.1:${port}/api/health`).then(
      async (answer) => ({ code: answer.status, ...(await answer.json()) }),
      () => null,
    )
  await expect.poll(() => waiting.map((words) => times(output.printed(), words))).toEqual([1, 1])
  await expect.poll(health).toMatchObject({ code: 503, status: 'starting' })
  const failing = (await health()).checks.filter(({ state }: { state: string }) => state === 'fail')
  expect(failing.map(({ name }: { name: string }) => name)).toEqual(['database', 'storage'])
  far.admit()
  far_store.admit()
  await expect.poll(health).toMatchObject({ code: 200, status: 'ok' })
  await expect.poll(output.printed).toContain('ready at')
  expect(waiting.map((words) => times(output.printed(), words))).toEqual([1, 1])
  expect(output.printed()).not.toMatch(/ended \(|\n {4}at /)
  child!.kill('SIGTERM')
  expect((await output.ended)[0]).toBe(0)
  await far.stop()
  await far_store.stop()
})

/** Refused starts: the name, the settings for the database's address, and the sentence. */
const REFUSED: readonly [string, (database_url: string) => NodeJS.ProcessEnv, RegExp][] = [
  [
    "a database's password",
    (url) => ({ DATABASE_URL: withPart(url, 'password', 'another-secret') }),
    /DATABASE_URL: the server at 127\.0\.0\.1:\d+ does not accept this password/,
  ],
  [
    "a database's name",
    (url) => ({ DATABASE_URL: withPart(url, 'pathname', '/nowhere') }),
    /DATABASE_URL: the server at 127\.0\.0\.1:\d+ has no database of this name/,
  ],
  ['a bucket', () => s3({ S3_BUCKET: 'nowhere' }), /S3_BUCKET: the object store at 127\.0\.0\.1:\d+ refuses/],
  [
    'an access key',
    () => s3({ S3_ACCESS_KEY_ID: 'SOMEBODY' }),
    /S3_ACCESS_KEY_ID: the object store at 127\.0\.0\.1:\d+ refuses/,
  ],
]

function withPart(address: string, part: 'password' | 'pathname', value: string): string {
  const url = new URL(address)
  url[part] = value
  return url.href
}

test.each(REFUSED)('%s ends the start with one sentence that names the setting', async (_, settings, sentence) => {
  const database_url = await postgres.createDatabase()
  const port = await freePort('127.0.0.1')
  const output = start({ PORT: `${port}`, DATABASE_URL: database_url, ...settings(database_url) })
  await expect.poll(() => child!.exitCode).toBe(78)
  expect(output.printed()).toMatch(sentence)
  expect(times(output.printed(), sentence.exec(output.printed())![0])).toBe(1)
  expect(output.printed()).not.toMatch(/another-secret|starting it again|\n {4}at /)
})

test('a signal during the start ends it in order, whenever it comes', async () => {
  const url = await postgres.createDatabase()
  // The first start migrates, and those after it come to each of their steps sooner.
  for (let count = countOf({ usual: 3, all: 20 }); count > 0; count -= 1) {
    const port = await freePort('127.0.0.1')
    const output = start({ PORT: `${port}`, DATABASE_URL: url })
    const isReady = count % 2 === 0
    if (isReady) await expect.poll(output.printed, { interval: 5 }).toContain('ready at')
    // By then the worker has started.
    const milliseconds = Math.round(Math.random() * (isReady ? 2_000 : 4_000))
    await wait(milliseconds)
    child!.kill('SIGTERM')
    const said = `${milliseconds} ms after ${isReady ? 'ready' : 'the start'}`
    expect((await output.ended)[0], said).toBe(0)
    expect(output.printed(), said).not.toMatch(/ended \(|\n {4}at |Error/)
  }
})

test('incomplete settings of an object store are refused by name', async () => {
  const output = start({ PORT: '0', DATABASE_URL: 'postgres://127.0.0.1/x', S3_ENDPOINT: store.settings.endpoint })
  expect((await output.ended)[0]).toBe(78)
  for (const key of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    expect(output.printed()).toContain(`${key}: must be set when another S3_ key is`)
})

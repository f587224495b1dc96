import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { addCollection } from '../../seed/rows/collections.ts'
import { peopleOf } from '../../seed/rows/people.ts'
import { SECRET } from '../../seed/rows/senders.ts'
import { freePort } from '../../server/src/app/supervisor/network.ts'
import { wordsFor } from '../../server/src/app/supervisor/role-words.ts'
import { buildWebAppWhenStale } from '../../server/src/app/supervisor/web-app.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { DiskStorage } from '../../server/src/platform/storage/disk.ts'
import { S3Storage } from '../../server/src/platform/storage/s3/s3-storage.ts'
import type { Storage } from '../../server/src/platform/storage/storage.ts'
import { startTestPostgres } from '../../server/test/test-postgres.ts'
import { startWholeObjectStore } from '../../server/test/whole-object-store.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SERVER = path.join(ROOT, 'server/src/app/main.ts')

/** An API process, which can be killed and comes back on the same port. */
export interface Api {
  readonly port: number
  readonly pid: number
  readonly ready: boolean
  /** Kills it at once, and starts it again. @returns when it answers again */
  kill(): Promise<void>
  stop(): Promise<void>
}

/** Two API processes with the same database and files, and a person with a collection. */
export interface UploadPlace {
  readonly db: Database
  readonly storage: Storage
  /** Names of what the storage keeps of uploads that are not complete. */
  underWay(): Promise<string[]>
  readonly apis: readonly [Api, Api]
  readonly key: string
  readonly collection: string
  stop(): Promise<void>
}

/** Opens everything, or nothing: what was opened before a failure is closed. */
export async function openPlace(kind: 'disk' | 's3'): Promise<UploadPlace> {
  await buildWebAppWhenStale(ROOT, console.log, new AbortController().signal)
  const ends: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    return { ...(await openParts(kind, ends)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openParts(kind: 'disk' | 's3', ends: (() => Promise<unknown>)[]): Promise<Omit<UploadPlace, 'stop'>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-uploads-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const postgres = await startTestPostgres()
  ends.push(postgres.stop)
  const store = kind === 's3' ? await startWholeObjectStore() : null
  if (store) ends.push(store.stop)
  const database_url = await postgres.createDatabase()
  await migrate(database_url)
  const db = openDatabase(database_url, { connections: 4 })
  ends.push(() => db.destroy())
  const storage = store
    ? new S3Storage({ s3: store.settings, secret_key: SECRET })
    : new DiskStorage({ folder: path.join(folder, 'files'), secret_key: SECRET })
  const s3: Record<string, string> = store
    ? {
        S3_ENDPOINT: store.settings.endpoint,
        S3_BUCKET: store.settings.bucket,
        S3_REGION: store.settings.region,
        S3_ACCESS_KEY_ID: store.settings.access_key_id,
        S3_SECRET_ACCESS_KEY: store.settings.secret_access_key,
      }
    : {}
  const settings = { ...s3, DATABASE_URL: database_url, DATA_DIR: folder, ROLES: 'api', SECRET_KEY: SECRET }
  // One after the other: the first makes the tables of the queue.
  const first = await startApi(settings)
  ends.push(first.stop)
  const second = await startApi(settings)
  ends.push(second.stop)
  const person = await peopleOf(db).person()
  const post = async (url: string, body: object, access: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` }
    const init = { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`http://127.0.0.1:${first.port}${url}`, init)
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const { key } = await post('/api/api_keys', { name: 'soak', scopes: ['read', 'write'] }, person.access)
  const collection = await addCollection(db, person, { name: 'Rushes' })
  const underWay = async () => (await Array.fromAsync(storage.remains(new Set()))).map(({ key }) => key)
  return { db, storage, underWay, apis: [first, second], key, collection }
}

/** Prints the errors of a log whose level is the product's own: writing a line can fail, too. */
function printErrors(log: Readable): void {
  createInterface({ input: log }).on('line', (line) => /"level":[56]0\b/.test(line) && console.log(line))
}

async function startApi(settings: Readonly<Record<string, string>>): Promise<Api> {
  const port = await freePort('127.0.0.1')
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: `${port}`, MODELS: 'off' }
  let ready = false
  let stopped = false
  const start = async (): Promise<ChildProcess> => {
    // The channel ends it together with this process.
    const child = spawn(process.execPath, [...wordsFor('api'), SERVER], {
      env: { ...env, RATE_LIMITS: 'off', BILLING: 'off', MODEL_HUB_URL: 'off', ...settings },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    printErrors(child.stdout!)
    for (const end = Date.now() + 120_000; Date.now() < end && child.exitCode === null; await wait(100)) {
      const health = await fetch(`http://127.0.0.1:${port}/api/health`).catch(() => null)
      if (!health?.ok) continue
      ready = true
      return child
    }
    throw new Error('An API process did not answer.')
  }
  let child = await start()
  let restarting: Promise<void> = Promise.resolve()
  const end = async (signal: NodeJS.Signals) => {
    ready = false
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    port,
    get pid() {
      return child.pid!
    },
    get ready() {
      return ready
    },
    kill() {
      restarting = restarting.then(async () => {
        if (stopped) return
        await end('SIGKILL')
        child = await start()
      })
      return restarting
    },
    async stop() {
      stopped = true
      await restarting
      await end('SIGTERM')
    },
  }
}

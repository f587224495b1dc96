import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../../server/src/app/supervisor/network.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { migrate } from '../../server/src/platform/db/migrate.ts'
import { DiskStorage } from '../../server/src/platform/storage/disk.ts'
import { S3Storage } from '../../server/src/platform/storage/s3/s3-storage.ts'
import type { Storage } from '../../server/src/platform/storage/storage.ts'
import { builders } from '../../server/test/builders.ts'
import { startObjectStore } from '../../server/test/object-store.ts'
import { peopleOf } from '../../server/test/people.ts'
import { SECRET } from '../../server/test/test-config.ts'
import { startTestPostgres } from '../../server/test/test-postgres.ts'

const SERVER = path.resolve(import.meta.dirname, '../../server/src/app/main.ts')

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
  /** Folder of the data, of which files on disk are in `files`. */
  readonly folder: string
  readonly apis: readonly [Api, Api]
  readonly key: string
  readonly collection: string
  stop(): Promise<void>
}

export async function openPlace(kind: 'disk' | 's3'): Promise<UploadPlace> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-uploads-'))
  const postgres = await startTestPostgres()
  const store = kind === 's3' ? await startObjectStore() : null
  const database_url = await postgres.createDatabase()
  await migrate(database_url)
  const db = openDatabase(database_url, { connections: 4 })
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
  const apis = [await startApi(settings), await startApi(settings)] as const
  const person = await peopleOf(db).person()
  const origin = `http://127.0.0.1:${apis[0].port}`
  const post = async (url: string, body: object, access: string) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${access}` }
    const answer = await fetch(`${origin}${url}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${url} was answered ${answer.status}: ${await answer.text()}`)
    return await answer.json()
  }
  const { key } = await post('/api/api_keys', { name: 'soak', scopes: ['read', 'write'] }, person.access)
  const collection = await builders({ db, storage, post: async () => Promise.reject(new Error('unused')) }).aCollection(
    person,
  )
  return {
    db,
    storage,
    folder,
    apis,
    key,
    collection,
    async stop() {
      await Promise.all(apis.map((api) => api.stop()))
      await db.destroy()
      await store?.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startApi(settings: Readonly<Record<string, string>>): Promise<Api> {
  const port = await freePort('127.0.0.1')
  const env = { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: `${port}`, LOG_LEVEL: 'warn', MODELS: 'off' }
  let ready = false
  let stopped = false
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [SERVER], {
      env: { ...env, RATE_LIMITS: 'off', BILLING: 'off', MODEL_HUB_URL: 'off', ...settings },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
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

import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { connectProduct, type RunningProduct } from '../../e2e/product.ts'
import { buildWebAppWhenStale } from '../../server/src/app/supervisor/web-app.ts'
import { type Database, openDatabase } from '../../server/src/platform/db/database.ts'
import { startTestPostgres } from '../../server/test/test-postgres.ts'
import { startWholeObjectStore } from '../../server/test/whole-object-store.ts'
import { makeFilm } from '../films.ts'
import type { Log } from '../run.ts'
import { CuttingProxy } from '../uploads/cutting-proxy.ts'
import { isReady, Machine, type Part, until } from './machine.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Several machines as one installation. */
export interface Machines {
  readonly db: Database
  readonly parts: readonly Part[]
  /** What people see: a proxy in front of both APIs. */
  readonly product: RunningProduct
  readonly port: number
  readonly films: readonly string[]
  answers(): Promise<boolean>
  close(): Promise<void>
}

/** Starts two APIs, two workers, a database and an object store. */
export async function openMachines(log: Log): Promise<Machines> {
  await buildWebAppWhenStale(ROOT, log, new AbortController().signal)
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-machines-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const postgres = await startTestPostgres({})
    ends.push(postgres.stop)
    const store = await startWholeObjectStore()
    ends.push(store.stop)
    const database_url = await postgres.createDatabase()
    const settings = {
      DATABASE_URL: database_url,
      S3_ENDPOINT: store.settings.endpoint,
      S3_BUCKET: store.settings.bucket,
      S3_REGION: store.settings.region,
      S3_ACCESS_KEY_ID: store.settings.access_key_id,
      S3_SECRET_ACCESS_KEY: store.settings.secret_access_key,
      SECRET_KEY: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
    }
    const machine = async (name: string, role: 'api' | 'worker') => {
      const one = await Machine.start(name, { ...settings, ROLES: role })
      ends.push(() => one.stop())
      return one
    }
    // The first one makes the tables.
    const apis = [await machine('the first API', 'api'), await machine('the second API', 'api')] as const
    const workers = [await machine('the first worker', 'worker'), await machine('the second worker', 'worker')]
    let turn = 0
    const proxy = await CuttingProxy.start(() => {
      const ready = apis.filter((api) => api.ready)
      turn += 1
      return (ready[turn % ready.length] ?? apis[0]).port
    })
    ends.push(() => proxy.stop())
    const { port } = proxy
    const db = openDatabase(database_url, { connections: 4 })
    ends.push(() => db.destroy())
    await cancelSamples(db)
    const now = () => Promise.resolve()
    return {
      db,
      port,
      product: connectProduct({ origin: `http://127.0.0.1:${port}`, data_dir: folder }),
      films: await Promise.all([0, 1, 2].map((number) => makeFilm(folder, number))),
      parts: [
        ...apis,
        ...workers,
        { name: 'the database', kill: () => postgres.crash(), back: now },
        {
          name: 'the object store',
          kill: async () => {
            await store.kill()
            await wait(3_000)
            await store.restart()
          },
          back: now,
        },
      ],
      answers: () => isReady(port),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The sample films would take the workers minutes. */
async function cancelSamples(db: Database): Promise<void> {
  const seeded = () => db.selectFrom('videos').select('id').execute()
  await until(async () => (await seeded()).length > 0, 'The sample films are there')
  await db.updateTable('videos').set({ status: 'FAILED' }).execute()
  await sql`delete from pgboss.job`.execute(db)
}

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { PlanType } from '@footnote/contract/limits.ts'
import { type Insertable, sql } from 'kysely'
import { AccessTokens } from '../src/accounts/access.ts'
import { startSession } from '../src/accounts/sessions.ts'
import { clipRoutes } from '../src/clips/routes.ts'
import { collectionRoutes } from '../src/collections/routes.ts'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import type { Collections, Videos } from '../src/db/schema.ts'
import { buildApp } from '../src/http/app.ts'
import { serveFiles } from '../src/http/files.ts'
import { identifyBy } from '../src/http/viewer.ts'
import { notificationRoutes } from '../src/notifications/routes.ts'
import type { Log } from '../src/queue/jobs.ts'
import { openQueue } from '../src/queue/pg-boss.ts'
import { DiskStorage } from '../src/storage/disk.ts'
import type { Storage } from '../src/storage/storage.ts'
import { usageRoutes } from '../src/subscriptions/routes.ts'
import { presentVideo } from '../src/videos/present.ts'
import { NOT_INDEXED } from '../src/videos/queries.ts'
import { videoRoutes } from '../src/videos/routes.ts'
import { createTestDatabase } from './test-database.ts'

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
export const SECRET = 'a secret that is long enough for a test'

/** Somebody who is signed in. */
export interface Person {
  readonly id: string
  readonly company_id: string
  readonly access: string
}

/** An API with collections, videos and files on a fresh database, a real queue and a folder of its own. */
export async function startNounServer(options: { billing?: boolean; storage?: Storage } = {}) {
  const database_url = await createTestDatabase()
  await migrate(database_url)
  const db = openDatabase(database_url)
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-nouns-'))
  const tokens = new AccessTokens(SECRET)
  const config = {
    log_level: 'silent',
    public_url: 'http://localhost:3000',
    s3: null,
    rate_limits: false,
    secret_key: SECRET,
    billing: options.billing ?? true,
  }
  const { app, route } = await buildApp({ config, identify: identifyBy(db, tokens) })
  const storage = options.storage ?? new DiskStorage({ folder, secret_key: SECRET })
  const queue = await openQueue({ database_url, database: db, log: silentLog, worker: false })
  collectionRoutes(route, { db, storage, queue, config, presentVideo })
  videoRoutes(route, { db, storage, queue, config })
  usageRoutes(route, { db, config })
  clipRoutes(route, { db, queue, config })
  notificationRoutes(route, { db, storage })
  serveFiles(app, { db, storage, config })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })

  const call = (method: 'GET' | 'POST', url: string, person?: Person, payload?: object) =>
    app.inject({
      method,
      url,
      ...(payload === undefined ? {} : { payload }),
      headers: person ? { authorization: `Bearer ${person.access}` } : {},
    })

  return {
    app,
    db,
    base,
    folder,
    storage,
    get: (url: string, person?: Person) => call('GET', url, person),
    post: (url: string, payload: object, person?: Person) => call('POST', url, person, payload),

    async company(plan: PlanType = 'FREE'): Promise<string> {
      const { id } = await db
        .insertInto('companies')
        .values({ name: 'Company' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('subscriptions').values({ company_id: id, plan, period_end: null }).execute()
      return id
    },
    async person(company_id: string): Promise<Person> {
      const { id } = await db
        .insertInto('users')
        .values({
          company_id,
          email: `${randomUUID()}@example.org`,
          first_name: 'Ada',
          last_name: 'Lovelace',
          password_hash: '-',
          verified_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id, company_id, access: (await startSession(db, tokens, id)).access }
    },
    /** A collection of a person, or a sample without one. */
    async collection(owner: Person | null, values: Partial<InsertableCollection> = {}): Promise<string> {
      const row = await db
        .insertInto('collections')
        .values({
          company_id: owner?.company_id ?? null,
          user_id: owner?.id ?? null,
          sample: owner === null,
          name: 'Matches',
          visual: true,
          ocr: false,
          audio: true,
          ...values,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    /** A video with a file of five bytes. */
    async video(owner: Person | null, collection_id: string, values: Partial<InsertableVideo> = {}): Promise<string> {
      const id = randomUUID()
      const storage_key = `videos/${id}/original.mp4`
      await storage.write(storage_key, Readable.from([Buffer.from('bytes')]), 'video/mp4')
      await db
        .insertInto('videos')
        .values({
          id,
          collection_id,
          user_id: owner?.id ?? null,
          file_name: 'match.mp4',
          file_extension: 'mp4',
          file_size: 5,
          storage_key,
          status: 'SUCCESS',
          ...NOT_INDEXED,
          ...values,
        })
        .execute()
      return id
    },
    /** What has been enqueued, oldest first. */
    async jobs(): Promise<{ name: string; data: object }[]> {
      const { rows } = await sql<{ name: string; data: object }>`
        select name, data from pgboss.job where name not like '\\_\\_%' order by created_on, id`.execute(db)
      return rows
    },
    async close() {
      await app.close()
      await queue.stop()
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type NounServer = Awaited<ReturnType<typeof startNounServer>>

type InsertableCollection = Insertable<Collections>
type InsertableVideo = Insertable<Videos>

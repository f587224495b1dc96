import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { type Insertable, sql } from 'kysely'
import { composeApi } from '../src/app/api.ts'
import { AccessTokens } from '../src/features/accounts/access.ts'
import { findViewer } from '../src/features/accounts/queries.ts'
import { startSession } from '../src/features/accounts/sessions.ts'
import { NOT_INDEXED } from '../src/features/videos/commands.ts'
import { NIL_ID, openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import type { Collections, Videos } from '../src/platform/db/schema.ts'
import type { Log } from '../src/platform/queue/jobs.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import type { UserViewer } from '../src/platform/route.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { emptyWebApp } from './empty-web-app.ts'
import { SECRET, testConfig } from './test-config.ts'
import { createTestDatabase } from './test-database.ts'

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** An id that nothing has. */
export const NIL = NIL_ID
export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)

/** Somebody who is signed in. */
export interface Person {
  readonly id: string
  readonly company_id: string
  readonly access: string
}

/** Somebody who came by a share link, as a guest with a key where one is given. */
export interface LinkHolder {
  readonly share_token: string
  readonly guest_key?: string
}

export interface NounServerOptions {
  readonly billing?: boolean
  readonly storage?: Storage
  /** Address of a database that another server made: both are then processes of one installation. */
  readonly database_url?: string
}

/** An API with collections, videos, review and files on a fresh database, a real queue and a folder of its own. */
export async function startNounServer(options: NounServerOptions = {}) {
  const database_url = options.database_url ?? (await createTestDatabase())
  if (!options.database_url) await migrate(database_url)
  const db = openDatabase(database_url)
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-nouns-'))
  const tokens = new AccessTokens(SECRET)
  const config = testConfig({
    DATA_DIR: folder,
    DATABASE_URL: database_url,
    BILLING: options.billing === false ? 'off' : 'on',
  })
  const storage = options.storage ?? new DiskStorage({ folder, secret_key: SECRET })
  const queue = await openQueue({ database_url, database: db, log: silentLog, worker: false })
  const { app, close } = await composeApi({
    config,
    db,
    storage,
    opening: Promise.resolve(queue),
    web_folder: await emptyWebApp(folder),
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })

  const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, who?: Person | LinkHolder, payload?: object) =>
    app.inject({ method, url, ...(payload === undefined ? {} : { payload }), headers: headersOf(who) })

  return {
    app,
    config,
    db,
    base,
    folder,
    queue,
    storage,
    database_url,
    get: (url: string, who?: Person | LinkHolder) => call('GET', url, who),
    post: (url: string, payload: object, who?: Person | LinkHolder) => call('POST', url, who, payload),
    put: (url: string, payload: object, who?: Person | LinkHolder) => call('PUT', url, who, payload),
    delete: (url: string, who?: Person | LinkHolder) => call('DELETE', url, who),

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
    /** Somebody as the server knows them by their sign-in. */
    async viewer({ access }: Person): Promise<UserViewer> {
      const named = await tokens.read(access)
      const viewer = named && (await findViewer(db, named.user_id, named.session_id))
      if (!viewer) throw new Error('Nobody is signed in by this token.')
      return viewer
    },
    /** Two people of a company on that plan, and one of another company. */
    async people(plan?: PlanType): Promise<{ owner: Person; colleague: Person; stranger: Person }> {
      const company = await this.company(plan)
      return {
        owner: await this.person(company),
        colleague: await this.person(company),
        stranger: await this.person(await this.company()),
      }
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
    /** A share link to a video. */
    async link(
      person: Person,
      video_id: string,
      permission: 'viewer' | 'commenter' = 'commenter',
    ): Promise<LinkHolder> {
      const made = await call('POST', `/api/sharing_router/create-share-link/${video_id}`, person, { permission })
      return { share_token: made.json().share_url.split('/').at(-1) }
    },
    /** What has been enqueued, oldest first. */
    async jobs(): Promise<{ name: string; data: object }[]> {
      const { rows } = await sql<{ name: string; data: object }>`
        select name, data from pgboss.job where name not like '\\_\\_%' order by created_on, id`.execute(db)
      return rows
    },
    async close() {
      await close()
      await queue.stop()
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
/** What somebody sends with each request. */
export function headersOf(who?: Person | LinkHolder): Record<string, string> {
  if (!who) return {}
  if ('access' in who) return { authorization: `Bearer ${who.access}` }
  return { 'x-share-token': who.share_token, ...(who.guest_key ? { 'x-guest-key': who.guest_key } : {}) }
}

export type NounServer = Awaited<ReturnType<typeof startNounServer>>

type InsertableCollection = Insertable<Collections>
type InsertableVideo = Insertable<Videos>

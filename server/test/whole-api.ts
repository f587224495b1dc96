import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { composeApi } from '../src/app/api.ts'
import type { Catalogue } from '../src/engines/models/catalogue/model.ts'
import { AccessTokens } from '../src/features/accounts/access.ts'
import { startSession } from '../src/features/accounts/sessions.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { hashPassword } from '../src/platform/passwords.ts'
import type { JobName } from '../src/platform/queue/jobs.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import { emptyWebApp } from './empty-web-app.ts'
import { silentLog } from './noun-server.ts'
import { openSettledMailer } from './settled-mailer.ts'
import { SECRET, testConfig } from './test-config.ts'
import { createTestDatabase } from './test-database.ts'

export const PASSWORD = 'correct horse battery'

/**
 * The API as the product composes it, listening on a free port, with a database, a queue and a folder of its own.
 * @param settings environment variables besides those of a test
 * @param catalogue the models that there are; the product's by default
 * @param empty_database_url a database of its own; one of the test run's server by default
 */
export async function startWholeApi(
  settings: Readonly<Record<string, string>> = {},
  catalogue?: Catalogue,
  empty_database_url?: string,
) {
  const database_url = empty_database_url ?? (await createTestDatabase())
  await migrate(database_url)
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-api-'))
  const web_folder = await emptyWebApp(data_dir)
  const config = testConfig({ DATA_DIR: data_dir, DATABASE_URL: database_url, ...settings })
  const db = openDatabase(database_url)
  const storage = new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key: SECRET })
  const queue = await openQueue({ database_url, database: db, log: silentLog, worker: false })
  const mailer = openSettledMailer({ ...config, onFailure: () => undefined, announce: () => undefined })
  const { app, close } = await composeApi({
    config,
    db,
    storage,
    opening: Promise.resolve(queue),
    web_folder,
    mailer,
    ...(catalogue ? { catalogue } : {}),
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const password_hash = await hashPassword(PASSWORD)
  const tokens = new AccessTokens(SECRET)

  const call = async (method: string, address: string, as?: { readonly access: string } | null, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      headers: {
        ...(as ? { authorization: `Bearer ${as.access}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, json: text ? JSON.parse(text) : null }
  }

  return {
    db,
    queue,
    storage,
    config,
    get: (address: string, as?: { readonly access: string } | null) => call('GET', address, as),
    post: (address: string, body: object, as?: { readonly access: string } | null) => call('POST', address, as, body),
    delete: (address: string, as: { readonly access: string }) => call('DELETE', address, as),
    /** What has been enqueued of a kind, oldest first, since this was asked last. */
    async jobs(name: JobName): Promise<{ data: unknown }[]> {
      const { rows } = await sql<{ data: unknown }>`
        with taken as (delete from pgboss.job where name = ${name} returning data, created_on, id)
        select data from taken order by created_on, id`.execute(db)
      return rows
    },
    /** Messages in the outbox, oldest first. */
    async outbox(): Promise<string[]> {
      await mailer.settled()
      const folder = path.join(data_dir, 'outbox')
      const names = (await readdir(folder).catch(() => [])).sort()
      return await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
    },
    base: `http://127.0.0.1:${port}`,
    port,

    /** Somebody verified who is signed in: an admin of a company of their own, or a member of another's. */
    async person(of?: { readonly company_id: string }, plan: PlanType = 'FREE') {
      const company = of ? { id: of.company_id } : await this.company(plan)
      const email = `${randomUUID()}@example.org`
      const user = await db
        .insertInto('users')
        .values({
          company_id: company.id,
          email,
          first_name: 'Ada',
          last_name: 'Lovelace',
          password_hash,
          is_admin: !of,
          verified_at: new Date(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { id: user.id, company_id: company.id, email, ...(await startSession(db, tokens, user.id)) }
    },

    async company(plan: PlanType): Promise<{ id: string }> {
      const company = await db
        .insertInto('companies')
        .values({ name: 'Company' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('subscriptions').values({ company_id: company.id, plan, period_end: null }).execute()
      return company
    },

    /** A collection of a person's that is searched by everything, with one video of five bytes. */
    async collectionWithVideo(person: { readonly id: string; readonly company_id: string }) {
      const collection = await db
        .insertInto('collections')
        .values({
          company_id: person.company_id,
          user_id: person.id,
          name: 'Matches',
          visual: true,
          ocr: true,
          audio: true,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const id = randomUUID()
      const storage_key = `videos/${id}/original.mp4`
      await storage.write(storage_key, Readable.from([Buffer.from('bytes')]))
      await db
        .insertInto('videos')
        .values({
          id,
          collection_id: collection.id,
          user_id: person.id,
          file_name: 'match.mp4',
          file_extension: 'mp4',
          file_size: 5,
          storage_key,
          status: 'SUCCESS',
          duration: 10,
        })
        .execute()
      return { collection_id: collection.id, video_id: id }
    },

    async close() {
      await mailer.settled()
      await close()
      await queue.stop()
      await db.destroy()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}
export type WholeApi = Awaited<ReturnType<typeof startWholeApi>>

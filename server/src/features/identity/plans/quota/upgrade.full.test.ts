import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, test } from 'vitest'
import { SECRET } from '../../../../../../seed/rows/senders.ts'
import { createEmptyDatabase } from '../../../../../test/test-database.ts'
import { openDatabase } from '../../../../platform/db/database.ts'
import { migrate } from '../../../../platform/db/migrate.ts'
import { openLog } from '../../../../platform/log.ts'
import { DiskStorage } from '../../../../platform/storage/disk.ts'
import { storageUsed } from './queries.ts'
import { settleStorage } from './settle-storage.job.ts'

const MIGRATIONS = new URL('../../../../platform/db/migrations/', import.meta.url)
const FIRST = '017-storage-use.sql'

/** Runs the migrations from before sizes were counted. */
async function migrateUntilThen(client: pg.Client): Promise<void> {
  await client.query('create table migrations (name text primary key, applied_at timestamptz not null default now())')
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql') && name < FIRST).sort()
  for (const name of names) {
    await client.query(await readFile(new URL(name, MIGRATIONS), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
}

test('clips, exports and uploads from before sizes were stored count after an upgrade, by the sizes of their files', async () => {
  const url = await createEmptyDatabase()
  const folder = await mkdtemp(path.join(tmpdir(), 'footnote-upgrade-'))
  const storage = new DiskStorage({ folder, secret_key: SECRET })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await migrateUntilThen(client)
  const [company, user, collection, video, gone, upload] = Array.from({ length: 6 }, () => randomUUID())
  await client.query("insert into companies (id, name) values ($1, 'Company')", [company])
  await client.query(
    "insert into users (id, company_id, email, first_name, last_name, password_hash) values ($1, $2, 'a@b.org', '', '', '')",
    [user, company],
  )
  await client.query(
    "insert into collections (id, company_id, user_id, name, visual, ocr, audio) values ($1, $2, $3, 'Films', true, false, false)",
    [collection, company, user],
  )
  await client.query(
    "insert into videos (id, collection_id, user_id, file_name, file_extension, file_size, storage_key) values ($1, $2, $3, 'a', 'mp4', 1000, 'k')",
    [video, collection, user],
  )
  const uploadKey = `videos/${upload}/original.mp4`
  await client.query(
    "insert into uploads (id, collection_id, user_id, storage_key, file_extension, content_type, max_bytes, expires_at) values ($1, $2, $3, $4, 'mp4', 'video/mp4', 5000, now() + interval '1 day')",
    [upload, collection, user, uploadKey],
  )
  const clip = `videos/${video}/clips/a.mp4`
  const notify = (type: string, payload: object) =>
    client.query('insert into notifications (user_id, type, payload) values ($1, $2, $3)', [user, type, payload])
  await notify('DOWNLOAD_CLIP', { video_id: video, storage_key: clip, file_name: 'a.mp4' })
  await notify('DOWNLOAD_CLIP', { video_id: gone, storage_key: `videos/${gone}/clips/b.mp4`, file_name: 'b.mp4' })
  await notify('DOWNLOAD_CLIP', { video_id: video, storage_key: null, error: 'No.' })
  await notify('DATA_EXPORT', { storage_key: `exports/${user}/a.zip`, file_name: 'a.zip' })
  await notify('COMMENT', { video_id: video, text: 'Longer' })
  await client.end()
  for (const [key, bytes] of [
    [clip, 20],
    [`exports/${user}/a.zip`, 300],
    [uploadKey, 4000],
  ] as const)
    await storage.write(key, Readable.from([Buffer.alloc(bytes)]))

  await migrate(url)
  const db = openDatabase(url)
  try {
    expect(await storageUsed(db, company!)).toBe(1000)
    await settleStorage({ db, storage })(
      {},
      { signal: new AbortController().signal, last_attempt: false, starts: 1, log: openLog('silent') },
    )
    expect(await storageUsed(db, company!)).toBe(5320)
    const rows = await db.selectFrom('requested_files').select(['storage_key', 'bytes', 'video_id']).execute()
    expect(rows).toHaveLength(2)
  } finally {
    await db.destroy()
    await rm(folder, { recursive: true, force: true })
  }
})

import { cp, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { emptyPlace, filesOf, rowsOf, settingsOf, startBackups } from '../../../test/backups.ts'
import { startObjectStore } from '../../../test/object-store.ts'
import { silentLog, startProduct } from '../../../test/product.ts'
import { typeCommand } from '../../../test/typed-command.ts'
import { deleteVideo } from '../../features/library/videos/delete-video.job.ts'
import { openDatabase } from '../../platform/db/database.ts'
import { storeVectors } from '../../platform/db/vectors/vectors.ts'
import { holdDeletions } from '../../platform/storage/held-deletions.ts'
import { S3Storage } from '../../platform/storage/s3/s3-storage.ts'
import { refuseDuringBackup } from './backup-beat.ts'
import { finishRestore } from './finish-restore.ts'

const { product, owner, collection, folder, type, backUp, aSpokenVideo, answersOf } = await startBackups()

test('a backup under load, restored elsewhere, has equal rows, files and answers', async () => {
  for (const text of ['The harbour at night', 'Sea gulls over the harbour', 'My tax return'])
    await product.aComment(owner, await aSpokenVideo(text), { content: `About ${text}` })
  const { rows: samples } = await sql<{ row_id: number; video_id: string }>`
    insert into samples (video_id, time, shot) select id, 1, 0 from videos
    returning id as row_id, video_id`.execute(product.db)
  expect(samples.length).toBe(3)
  // An engine makes a table that no migration names.
  for (const sample of samples)
    await product.db
      .transaction()
      .execute((transaction) =>
        storeVectors(transaction, { engine: 'test', rows_of: 'samples' }, [
          { ...sample, vector: Float32Array.from({ length: 64 }, (_, at) => Math.sin(at + sample.row_id) / 8) },
        ]),
      )
  let stopped = false
  let written = 0
  const load = (async () => {
    for (; !stopped; written += 1) await product.aComment(owner, await aSpokenVideo(`Load ${written}`))
  })()
  await expect.poll(() => written > 2).toBe(true)
  const target = path.join(folder, 'under-load')
  const made = await backUp(target)
  stopped = true
  await load
  const place = await emptyPlace()
  const restored = await type(['restore', target, '--json'], place)
  expect([restored.error, restored.code]).toEqual([expect.not.stringContaining('Error'), 0])

  const there = await startProduct({ database_url: place.DATABASE_URL })
  onTestFinished(() => there.close())
  // Each video of the load has one line and one comment, and one file: a torn backup would have more of one kind.
  const { rows: torn } = await sql<{ videos: number; cues: number; comments: number }>`
    select (select count(*) from videos) as videos, (select count(*) from cues) as cues,
      (select count(*) from comments) as comments`.execute(there.db)
  const [counts] = torn as [{ videos: number; cues: number; comments: number }]
  expect(counts.videos - counts.cues).toBeLessThanOrEqual(1)
  expect(counts.cues - counts.comments).toBeLessThanOrEqual(1)
  const files = await filesOf(path.join(place.DATA_DIR, 'files'))
  for (const { storage_key } of await there.db.selectFrom('videos').select('storage_key').execute())
    expect(files[storage_key]).toBe('bytes')
  expect(made.rows).toBe(JSON.parse(restored.out).rows)
  expect(await answersOf(there, owner)).toEqual(await answersOf(product, owner))

  // A second one at rest compares everything.
  const quiet = await backUp(target)
  expect(quiet.new_files).toBeLessThan(quiet.files)
  const second = await emptyPlace()
  expect((await type(['restore', quiet.folder], second)).code).toBe(0)
  expect(await rowsOf(second.DATABASE_URL)).toEqual(await rowsOf(product.config.database_url))
  expect(await filesOf(path.join(second.DATA_DIR, 'files'))).toEqual(await filesOf(product.files))
  // The sequences go on.
  const again = openDatabase(second.DATABASE_URL)
  await sql`insert into samples (video_id, time, shot) select id, 2, 0 from videos limit 1`.execute(again)
  await again.destroy()
  const kept = await readdir(target)
  const inodes = await Promise.all(
    kept.map(async (name) => (await stat(path.join(target, name, 'files', Object.keys(files)[0]!))).ino),
  )
  expect(new Set(inodes).size).toBe(1)
})

test('a restore over people needs --replace and a stopped Footnote; killed at any moment it is the old state or the new', async () => {
  const target = path.join(folder, 'killed')
  await backUp(target)
  const wanted = [await rowsOf(product.config.database_url), await filesOf(product.files)] as const
  expect((await type(['restore', target, '--replace'])).error).toContain('Footnote still uses this database')

  const place = await emptyPlace()
  const before = await startProduct({ database_url: place.DATABASE_URL })
  const somebody = await before.person()
  await before.aVideo(somebody, await before.aCollection(somebody))
  await cp(before.files, path.join(place.DATA_DIR, 'files'), { recursive: true })
  await before.close()
  const old = [await rowsOf(place.DATABASE_URL), await filesOf(path.join(place.DATA_DIR, 'files'))] as const
  expect((await type(['restore', target], place)).error).toContain('add --replace')

  const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
  console.info(`seed of the moments: ${seed}`)
  const began = Date.now()
  const rehearsal = await emptyPlace()
  expect((await type(['restore', target, '--replace'], rehearsal)).code).toBe(0)
  const lasts = Date.now() - began
  const ends = { old: 0, new: 0 }
  for (let number = 0; number < 8; number += 1) {
    const share = (number + ((seed * 16_807 * (number + 1)) % 997) / 997) / 8
    const killer = new AbortController()
    const timer = setTimeout(() => killer.abort(), share * lasts)
    await typeCommand(['restore', target, '--replace'], place, { signal: killer.signal })
    clearTimeout(timer)
    await settled(place.DATABASE_URL)
    // As the next start does.
    const db = openDatabase(place.DATABASE_URL)
    if ((await sql`select to_regclass('backups')`.execute(db)).rows.length) await finishRestore(db, place.DATA_DIR)
    await db.destroy()
    const now = [await rowsOf(place.DATABASE_URL), await filesOf(path.join(place.DATA_DIR, 'files'))] as const
    const which = JSON.stringify(now) === JSON.stringify(old) ? 'old' : 'new'
    if (which === 'new') expect(now).toEqual(wanted)
    ends[which] += 1
    if (which === 'new') break
  }
  expect(ends.old + ends.new).toBeGreaterThan(0)
  expect((await type(['restore', target, '--replace'], place)).code).toBe(0)
  expect([await rowsOf(place.DATABASE_URL), await filesOf(path.join(place.DATA_DIR, 'files'))]).toEqual(wanted)
})

/** Waits until the server has noticed that the killed command is gone. */
async function settled(database_url: string): Promise<void> {
  const db = openDatabase(database_url, { name: 'look' })
  const others = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and application_name like 'footnote%'`.execute(
        db,
      )
    ).rows.length
  await expect.poll(others).toBe(0)
  await db.destroy()
}

test('a killed backup leaves no backup, and the next one removes its remains', async () => {
  const target = path.join(folder, 'half')
  const killer = new AbortController()
  const typed = typeCommand(['backup', target], settingsOf(product), { signal: killer.signal })
  await expect.poll(() => readdir(target).catch(() => []), { timeout: 300_000, interval: 5 }).not.toEqual([])
  killer.abort()
  await typed
  const left = await readdir(target)
  if (left.some((name) => name.startsWith('.incomplete-'))) {
    expect((await type(['restore', target], await emptyPlace())).error).toContain('There is no backup in')
    expect((await type(['backup', target])).error).toContain('Another backup runs, or was killed')
    await product.db
      .updateTable('backups')
      .set({ beat_at: new Date(0) })
      .execute()
  }
  await backUp(target)
  expect((await readdir(target)).filter((name) => !/^\d{8}T\d{6}Z$/.test(name))).toEqual([])
})

test('while a backup beats, a worker deletes no files; afterwards it does', async () => {
  const doomed = await product.aVideo(owner, collection)
  await product.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', doomed).execute()
  const { id } = await product.db
    .insertInto('backups')
    .values({ kind: 'backup' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const storage = holdDeletions(product.storage, () => refuseDuringBackup(product.db))
  const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }
  const work = deleteVideo({ db: product.db, storage })({ video_id: doomed }, context)
  await expect(work).rejects.toMatchObject({ name: 'Postponed' })
  expect(await product.storage.stat(`videos/${doomed}/original.mp4`)).not.toBeNull()
  await product.db.updateTable('backups').set({ finished_at: new Date() }).where('id', '=', id).execute()
  await deleteVideo({ db: product.db, storage })({ video_id: doomed }, context)
  expect(await product.storage.stat(`videos/${doomed}/original.mp4`)).toBeNull()
})

test('files of an object store are backed up, and restored into another', async () => {
  const [from, to] = [await startObjectStore(), await startObjectStore()]
  onTestFinished(async () => void (await Promise.all([from.stop(), to.stop()])))
  const settings = ({ settings: s3 }: typeof from) => ({
    ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_REGION: s3.region },
    ...{ S3_ACCESS_KEY_ID: s3.access_key_id, S3_SECRET_ACCESS_KEY: s3.secret_access_key },
  })
  const [there, here] = [from, to].map(({ settings: s3 }) => new S3Storage({ s3, secret_key: SECRET })) as [
    S3Storage,
    S3Storage,
  ]
  for (const key of ['videos/a/original.mp4', 'videos/b/clips/1.mp4'])
    await there.write(key, Readable.from([Buffer.from(`content of ${key}`)]), 'video/mp4')
  const target = path.join(folder, 'object-store')
  const typed = await type(['backup', target, '--json'], { ...settingsOf(product), ...settings(from) })
  expect(JSON.parse(typed.out)).toMatchObject({ files: 2, new_files: 2 })
  const place = await emptyPlace()
  expect((await type(['restore', target], { ...place, ...settings(to) })).code).toBe(0)
  const found: string[] = []
  for await (const { key, size } of here.list('')) found.push(`${key} ${size}`)
  expect(found.sort()).toEqual(['videos/a/original.mp4 32', 'videos/b/clips/1.mp4 31'])
})

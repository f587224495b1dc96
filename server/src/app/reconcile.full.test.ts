import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { ffmpeg } from '../../test/made-media.ts'
import { type Product, silentLog, startProduct } from '../../test/product.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { listJobs } from '../platform/queue/listed-jobs.ts'
import { openQueue } from '../platform/queue/pg-boss.ts'
import { startWorker } from './worker.ts'

const folder = await temporaryFolder('reconcile')
const film = path.join(folder, 'film.mp4')
await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=2', '-pix_fmt', 'yuv420p', film)
/** Empties every table of the queue, as a restored database has them. */
async function emptyQueue({ db }: Product): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('pgboss.%I', tablename) as name from pg_tables
    where schemaname = 'pgboss' and tablename <> 'version'`.execute(db)
  await sql.raw(`truncate ${rows.map(({ name }) => name).join()} cascade`).execute(db)
}

/** Runs a worker of the product during `act`. */
async function withWorker(product: Product, act: () => Promise<void>): Promise<void> {
  const { config, db, storage } = product
  const queue = await openQueue({ database_url: config.database_url, database: db, log: silentLog, worker: true })
  const films_folder = path.join(folder, 'no-films')
  const end = await startWorker({ config, db, storage, queue, log: silentLog, films_folder })
  try {
    await act()
  } finally {
    await queue.stop()
    await end()
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 240_000; !(await holds()); await wait(200))
    if (Date.now() > end) throw new Error('It did not happen within four minutes.')
}

test('with an empty queue videos reach a final state, mails go out, clips are made, and deletions and uploads end', async () => {
  const product = await startProduct({ settings: { MODELS: 'off' } })
  onTestFinished(() => product.close())
  const { db, storage } = product
  const owner = await product.person(null, 'PRO')
  const collection = await product.aCollection(owner, { audio: false })
  const kept = async (values: Parameters<typeof product.aVideo>[2] = {}) => {
    const id = await product.aVideo(owner, collection, { duration: 2, ...values })
    await storage.write(`videos/${id}/original.mp4`, createReadStream(film), 'video/mp4')
    return id
  }
  const fresh = await kept({ status: 'PENDING', duration: null })
  const begun = await kept({ status: 'PROCESSING_VISUAL' })
  const unchecked = await kept({ playback: 'UNCHECKED' })
  const preparing = await kept({ playback: 'PREPARING' })
  const doomed = await kept()
  const clipped = await kept({ playback: 'READY' })
  expect(
    (await product.post('/api/download_clip', { video_id: clipped, start_time: 0, end_time: 1 }, owner)).status,
  ).toBe(200)
  expect((await product.post('/api/forgot-password', { email: owner.email })).status).toBe(200)
  expect((await product.post('/api/delete_video', { id: doomed }, owner)).status).toBe(200)
  const closed = await product.aCollection(owner, { deleted_at: new Date() })
  await db
    .insertInto('uploads')
    .values({
      ...{ collection_id: closed, user_id: owner.id, storage_key: 'videos/none/original.mp4', file_extension: 'mp4' },
      ...{ content_type: 'video/mp4', max_bytes: 5, expires_at: new Date(0) },
    })
    .execute()

  await emptyQueue(product)
  expect(await listJobs(db, {})).toEqual([])
  await withWorker(product, () =>
    until(async () => {
      const rows = await db.selectFrom('videos').select(['id', 'status', 'playback']).orderBy('id').execute()
      const settled = rows.every(({ status, playback }) => status === 'SUCCESS' && playback === 'READY')
      const left = await db.selectFrom('uploads').select('id').execute()
      const gone = await db.selectFrom('collections').select('id').where('id', '=', closed).execute()
      const requests = await db.selectFrom('kept_jobs').select('id').execute()
      return settled && rows.length === 5 && left.length + gone.length + requests.length === 0
    }),
  )
  const ids = (await db.selectFrom('videos').select('id').execute()).map(({ id }) => id)
  expect(ids.sort()).toEqual([fresh, begun, unchecked, preparing, clipped].sort())
  const clip = await db.selectFrom('notifications').select('payload').where('type', '=', 'DOWNLOAD_CLIP').execute()
  expect(clip.map(({ payload }) => [payload.video_id, payload.error])).toEqual([[clipped, null]])
  const outbox = path.join(product.config.data_dir, 'outbox')
  const mails = await Promise.all((await readdir(outbox)).map((name) => readFile(path.join(outbox, name), 'utf8')))
  expect(mails.filter((mail) => mail.includes('X-Footnote-Code')).length).toBe(1)
})

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { runWords } from '../../../test/typed-command.ts'
import type { JobName } from '../../platform/queue/jobs.ts'

const product = await startProduct()
const { db } = product
afterAll(() => product.close())

const settings = { DATABASE_URL: product.config.database_url, DATA_DIR: product.config.data_dir, SECRET_KEY: SECRET }
const type = (...words: string[]) => runWords(words, settings)
const listed = async (...words: string[]) => JSON.parse((await type('jobs', 'list', '--json', ...words)).out).jobs

/** Gives up the waiting job of a video, as a worker does. @returns its id */
async function giveUp(name: JobName, video_id: string): Promise<string> {
  const { rows } = await sql<{ id: string; data: object }>`
    update pgboss.job set state = 'completed' where name = ${name} and data ->> 'video_id' = ${video_id}
    returning id, data`.execute(db)
  const [{ id, data }] = rows as [{ id: string; data: object }]
  const values = { job_id: id, job_name: name, errors: 3, last_error: 'No luck', payload: JSON.stringify(data) }
  await db
    .insertInto('job_errors')
    .values({ ...values, given_up_at: new Date() })
    .execute()
  return id
}

const jobOf = async (video_id: string) =>
  (await listed()).find((job: { payload?: { video_id?: string } }) => job.payload?.video_id === video_id)
const enqueue = (name: 'index-video' | 'transcode-video', video_id: string) =>
  db.transaction().execute((transaction) => product.queue.enqueue(transaction, name, { video_id }))

test('a list of nothing says what there is not', async () => {
  const out = async (...words: string[]) => (await type('jobs', 'list', ...words)).out
  expect(await out()).toBe('No work waits.\n')
  expect(await out('--state', 'running')).toBe('No work runs.\n')
  expect(await out('--state', 'given-up')).toBe('No work was given up.\n')
  expect(await out('--name', 'make-clip')).toBe('No make-clip waits.\n')
})

test('the given-up job of a failed video is listed with its error, and retried: the video waits again', async () => {
  const owner = await product.person()
  const video = await product.aVideo(owner, await product.aCollection(owner), { status: 'ERROR', error: 'No luck' })
  await enqueue('index-video', video)
  const id = await giveUp('index-video', video)
  expect(await listed('--state', 'given-up')).toMatchObject([
    { id, name: 'index-video', errors: 3, last_error: 'No luck' },
  ])
  expect((await type('jobs', 'list')).out).toContain(`${id}  given-up  index-video, video ${video}, 3 errors`)
  expect(await type('jobs', 'retry', id)).toMatchObject({ code: 0, out: `index-video ${id} will run\n`, error: '' })
  expect(await listed('--state', 'given-up')).toEqual([])
  expect(await jobOf(video)).toMatchObject({ name: 'index-video', state: 'waiting' })
  const row = await db.selectFrom('videos').select(['status', 'error']).where('id', '=', video).executeTakeFirst()
  expect(row).toEqual({ status: 'PENDING', error: null })
})

test('a cancelled job is gone for good: its video and the person who asked for a clip read why', async () => {
  const owner = await product.person()
  const collection = await product.aCollection(owner)
  const waiting = await product.aVideo(owner, collection, { status: 'PENDING' })
  await enqueue('index-video', waiting)
  const preparing = await product.aVideo(owner, collection, { playback: 'PREPARING' })
  await enqueue('transcode-video', preparing)
  const video = await product.aVideo(owner, collection, { duration: 10, playback: 'READY' })
  await product.post('/api/download_clip', { video_id: video, start_time: 1, end_time: 2 }, owner)
  for (const about of [waiting, preparing, video]) {
    const { id } = await jobOf(about)
    expect((await type('jobs', 'cancel', id)).code).toBe(0)
    expect(await jobOf(about)).toBeUndefined()
  }
  const why = expect.stringContaining('cancelled it')
  const rows = await db
    .selectFrom('videos')
    .select(['id', 'status', 'error', 'playback', 'playback_error'])
    .where('collection_id', '=', collection)
    .execute()
  expect(rows.find(({ id }) => id === waiting)).toMatchObject({ status: 'ERROR', error: why })
  expect(rows.find(({ id }) => id === preparing)).toMatchObject({ playback: 'FAILED', playback_error: why })
  const { notifications } = (await product.get('/api/get_notifications', owner)).json
  expect(notifications).toContainEqual(expect.objectContaining({ type: 'DOWNLOAD_CLIP', error: why }))
  expect(await db.selectFrom('kept_jobs').select('id').where('job_name', '=', 'make-clip').execute()).toEqual([])
})

test('a deletion is not cancelled, and an unknown id or state is answered with a sentence', async () => {
  const owner = await product.person()
  const video = await product.aVideo(owner, await product.aCollection(owner))
  await product.post('/api/delete_video', { id: video }, owner)
  const { id } = await jobOf(video)
  const refused = [
    [['jobs', 'cancel', id], 1, /A deletion cannot be cancelled/],
    [['jobs', 'retry', '00000000-0000-0000-0000-000000000000'], 1, /There is no job 0000/],
    [['jobs', 'retry', 'nonsense'], 1, /nonsense is not the id of a job/],
    [['jobs', 'list', '--state', 'lost'], 1, /lost is none of waiting, running, given-up/],
    [['jobs', 'explode'], 2, /unknown command 'explode'/],
    [['jobs', 'list', '--colour'], 2, /unknown option '--colour'/],
  ] as const
  for (const [words, code, sentence] of refused) {
    const typed = await type(...words)
    expect([typed.code, typed.out]).toEqual([code, ''])
    expect(typed.error).toMatch(sentence)
  }
  expect(await jobOf(video)).toMatchObject({ name: 'delete-video', state: 'waiting' })
})

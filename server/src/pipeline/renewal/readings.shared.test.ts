import type { Updateable } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { makeJob } from '../../../test/made-media.ts'
import { startProduct } from '../../../test/product.ts'
import { makeVariedFilm } from '../../../test/varied-films.ts'
import type { Videos } from '../../platform/db/schema.ts'

const job = await makeJob()
const indexing = await startIndexing()
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
afterAll(async () => {
  await Promise.all([api.close(), indexing.close()])
  await job.remove()
})

await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const file = job.path('gap.mp4')
await makeVariedFilm(file, { rate: { num: 25, den: 1 }, frames: 50, missing: [17], timecode: '10:00:00:00' })

const row = (id: string) => indexing.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Indexes the film, changes its row to what an earlier version wrote, and has the job compare it. */
async function indexedBefore(written: Updateable<Videos>): Promise<string> {
  const { id } = await indexing.settled(await indexing.add(file))
  await indexing.db
    .updateTable('videos')
    .set({ reading: 0, ...written })
    .where('id', '=', id)
    .execute()
  await indexing.db.transaction().execute((transaction) => indexing.queue.enqueue(transaction, 'check-readings', {}))
  await expect.poll(async () => (await row(id)).reading, { timeout: 60_000 }).toBe(1)
  return id
}

/** The times of the film's frames, as a version wrote them that knew no gaps. */
const TIMES = Float64Array.from(
  Array.from({ length: 50 }, (_, frame) => frame).filter((frame) => frame !== 17),
  (frame) => frame / 25,
)
const AS_TABLE = {
  ...{ frame_rate_num: null, frame_rate_den: null, timecode_start: null, timecode_drop: null },
  frame_times: Buffer.from(TIMES.buffer),
}

test('a video that is read as before is offered to nobody', async () => {
  const id = await indexedBefore({})
  expect(await row(id)).toMatchObject({ reading_note: null, duration: 2, frame_rate_num: 25 })
})

test('a film that only its sound made longer gets the length of its picture, without a question', async () => {
  const id = await indexedBefore({ duration: 2.03 })
  expect(await row(id)).toMatchObject({ reading_note: null, duration: 2 })
})

test('a video with other frames stays as it is until its owner has it indexed again', async () => {
  const id = await indexedBefore(AS_TABLE)
  expect(await row(id)).toMatchObject({ frame_rate_num: null, reading_note: expect.stringContaining('differently') })
  const owner = await api.person({ company_id: indexing.company_id })
  const colleague = await api.person({ company_id: indexing.company_id })
  await indexing.db.updateTable('videos').set({ user_id: owner.id }).where('id', '=', id).execute()
  const seen = async (person: typeof owner) => (await api.get(`/api/get_video_details/${id}`, person)).json
  expect(await seen(colleague)).toMatchObject({ can: { retry: false } })
  expect(await seen(owner)).toMatchObject({ can: { retry: true }, frame_rate: null, timecode: null })
  expect((await api.post('/api/retry-indexing', { video_id: id }, owner)).json).toEqual({
    message: 'The video is being indexed again',
  })
  await expect.poll(async () => (await row(id)).reading_note, { timeout: 60_000 }).toBeNull()
  expect(await seen(owner)).toMatchObject({
    status: 'SUCCESS',
    frame_rate: { num: 25, den: 1 },
    frame_times: null,
    timecode: { start: 900_000, drop_frame: false },
    can: { retry: false },
  })
})

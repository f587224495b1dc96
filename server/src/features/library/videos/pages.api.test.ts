import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'
import { moonshine } from '../../../engines/speech/moonshine/moonshine.ts'

const product = await startProduct()
afterAll(() => product.close())
const { db, get } = product
const owner = await product.person()

/** All pages of a call, until one has no items. */
async function pagesOf(path: string, page_size: number, count: (answer: Answer) => number, who: Sender = owner) {
  const pages: Answer[] = []
  for (let page = 1; ; page += 1) {
    const answer = (await get(`${path}?page=${page}&page_size=${page_size}`, who)).json
    if (count(answer) === 0) return { pages, after: answer }
    pages.push(answer)
  }
}
type Answer = Awaited<ReturnType<typeof get>>['json']
type Sender = Person | Awaited<ReturnType<typeof product.aLink>>

/** A spoken film whose lines have so many words, and the times of so many frames. */
async function film(lines: readonly number[], frames: number): Promise<string> {
  const collection = await product.aCollection(owner, { kind: 'review' })
  const id = await product.aVideo(owner, collection, { duration: 600 })
  await db.insertInto('video_stages').values({ video_id: id, stage: 'speech', engine: 'heard-1' }).execute()
  for (const [number, size] of lines.entries()) {
    const words = Array.from({ length: size }, (_, at) => {
      const start = number * 10 + at * 0.5
      return { word: `w${number}-${at}`, start, end: start + 0.4, confidence: 0.9 }
    })
    const line = { video_id: id, engine: 'heard-1', number: number + 1, text: words.map(({ word }) => word).join(' ') }
    const place = { start_time: number * 10, end_time: number * 10 + 9, language: 'en' }
    await db
      .insertInto('cues')
      .values({ ...line, ...place, words: JSON.stringify(words) } as never)
      .execute()
  }
  const times = Float64Array.from({ length: frames }, (_, at) => at / 25 + (at % 3) / 1_000)
  await db
    .updateTable('videos')
    .set({ frame_times: Buffer.from(times.buffer) })
    .where('id', '=', id)
    .execute()
  return id
}

test('a video names the engine that wrote its transcript only if it came with the product', async () => {
  const id = await film([2], 0)
  const engineOf = async () => (await get(`/api/get_video_details/${id}`, owner)).json.transcript_engine
  expect(await engineOf()).toBeNull()
  const { id: engine, name } = moonshine('base')
  await db.updateTable('video_stages').set({ engine }).where('video_id', '=', id).execute()
  await db.updateTable('cues').set({ engine }).where('video_id', '=', id).execute()
  expect(await engineOf()).toBe(name)
})

test('pages of a collection follow one another, and the whole is as it was without them', async () => {
  const collection = await product.aCollection(owner)
  for (let number = 0; number < 5; number += 1) await product.aVideo(owner, collection, { file_name: `${number}.mp4` })
  const path = `/api/indexes/${collection}`
  const whole = (await get(path, owner)).json
  expect(Object.keys(whole)).toEqual(['collection', 'videos', 'visual', 'ocr', 'audio', 'expired'])
  const { pages, after } = await pagesOf(path, 2, ({ videos }) => videos.length)
  expect(pages.map(({ page, page_size, total, videos }) => [page, page_size, total, videos.length])).toEqual([
    [1, 2, 5, 2],
    [2, 2, 5, 2],
    [3, 2, 5, 1],
  ])
  expect(pages.flatMap(({ videos }) => videos)).toEqual(whole.videos)
  expect(after).toMatchObject({ page: 4, total: 5, collection: whole.collection })
  expect((await get(`${path}?page=1`, owner)).json).toMatchObject({ page_size: 500, videos: whole.videos })
})

test.each([
  [[3, 0, 4, 1, 5], 8],
  [[2, 2], 30],
  [[], 7],
  [[6], 0],
])('pages of words in lines of %j and of %i frames follow one another', async (lines, frames) => {
  const id = await film(lines, frames)
  const words = lines.reduce((sum, size) => sum + size, 0)
  const link = await product.aLink(owner, id)
  for (const [path, who] of [
    [`/api/get_video_details/${id}`, owner],
    [`/api/sharing_router/get_shared_video_details/${id}`, link],
  ] as const) {
    const whole = (await get(path, who)).json
    expect(whole.subtitle_word).toHaveLength(words)
    expect(whole).not.toHaveProperty('total')
    const size = (answer: Answer) => answer.subtitle_word.length + (answer.frame_times?.length ?? 0)
    const { pages } = await pagesOf(path, 3, size, who)
    expect(pages.flatMap(({ subtitle_word }) => subtitle_word)).toEqual(whole.subtitle_word)
    expect(pages.flatMap(({ frame_times }) => frame_times ?? [])).toEqual(whole.frame_times ?? [])
    expect(pages.map(({ total }) => total)).toEqual(pages.map(() => Math.max(words, frames)))
  }
  const path = `/api/transcripts/${id}`
  const whole = (await get(path, owner)).json
  expect(Object.keys(whole)).toEqual(['revision', 'subtitle_word', 'speakers', 'subtitle_url'])
  const { pages, after } = await pagesOf(path, 4, ({ subtitle_word }) => subtitle_word.length)
  expect(pages.flatMap(({ subtitle_word }) => subtitle_word)).toEqual(whole.subtitle_word)
  expect(after.total).toBe(words)
})

test('speakers are numbered alike on every page', async () => {
  const id = await film([3, 4, 2], 0)
  const named = { revision: 0, name: 'Ada', start_time: 10, end_time: 12 }
  expect((await product.put(`/api/transcripts/${id}/speakers`, named, owner)).status).toBe(200)
  const path = `/api/transcripts/${id}`
  const whole = (await get(path, owner)).json
  expect(whole.speakers).toEqual([{ speaker: expect.any(Number), name: 'Ada' }])
  const { pages } = await pagesOf(path, 2, ({ subtitle_word }) => subtitle_word.length)
  expect(pages.flatMap(({ subtitle_word }) => subtitle_word)).toEqual(whole.subtitle_word)
  for (const { speakers, revision } of pages) expect([speakers, revision]).toEqual([whole.speakers, whole.revision])
})

test.each(['page=0', 'page_size=0', 'page=a', 'page_size=1.5', 'page=1000001', 'page_size=20001'])(
  '%s is refused',
  async (query) => {
    const id = await film([], 0)
    const collection = await product.aCollection(owner)
    for (const path of [`/api/get_video_details/${id}`, `/api/transcripts/${id}`, `/api/indexes/${collection}`])
      expect((await get(`${path}?${query}`, owner)).json.code, path).toBe('validation_failed')
  },
)

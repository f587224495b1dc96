import { EXPORT_FORMATS } from '@footnote/contract/nouns/comments/export-formats.ts'
import { MATCH_LIST_FORMATS } from '@footnote/contract/nouns/comments/match-lists.ts'
import { SELECTS_FORMATS } from '@footnote/contract/nouns/selects/render.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { MOMENTS, SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { afterAll, expect, test } from 'vitest'
import { startTeam } from '../../../test/team.ts'

const { server, owner } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const facts = { duration: 60, frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080 }
afterAll(() => server.close())

/** Microseconds of processor time that a file may take of the thread that answers everybody. */
const MOST = 200_000
/** Two letters, and as many blanks between them as there is room for. */
const spread = (length: number) => `x${' '.repeat(length - 2)}y`
/** How often a text is in a file. */
const timesIn = (file: string, text: string) => file.split(text).length - 1

/** Makes a call, and measures how long this thread, which is also that of the API, works for it. */
async function measured<Answer>(call: () => Promise<Answer>) {
  const before = process.threadCpuUsage()
  const answer = await call()
  const { user, system } = process.threadCpuUsage(before)
  return { answer, work: user + system }
}

/** A video with comments of that text, one on each frame. */
async function commented(content: string, count: number): Promise<string> {
  const video_id = await server.aVideo(owner, collection, facts)
  const by = { video_id, company_id: owner.company_id, user_id: owner.id, content }
  const rows = Array.from({ length: count }, (_, frame) => ({ ...by, start_time: frame / 25 }))
  await server.db.insertInto('comments').values(rows).execute()
  return video_id
}

test.each(EXPORT_FORMATS)('a guest exports long comments full of blanks as %s, and others need not wait', async (format) => {
  const long = spread(TEXT.comment)
  const video = await commented(long, 60)
  const guest = await server.aLink(owner, video, 'viewer')
  const { answer, work } = await measured(() => server.get(`/api/quick-review/export/${video}?format=${format}`, guest))
  console.log(format, work / 1000)
  expect([answer.status, timesIn(answer.text, long)]).toEqual([200, 60])
  expect(work).toBeLessThan(MOST)
})

test.each(MATCH_LIST_FORMATS)('a list of the longest matches as %s is made without holding up others', async (format) => {
  const content = spread(TEXT.comment)
  const match = { video_id: await server.aVideo(owner, collection, facts), start_time: 2, end_time: 3, score: 0.9 }
  const items = Array<object>(MOMENTS.most).fill({ ...match, types: ['speech'], content })
  const { answer, work } = await measured(() => server.post('/api/match_list', { format, items }, owner))
  console.log(format, work / 1000)
  expect([answer.status, timesIn(answer.text, content)]).toEqual([200, MOMENTS.most])
  expect(work).toBeLessThan(MOST)
})

test.each(SELECTS_FORMATS)('selects with the longest notes become %s without holding up others', async (format) => {
  const note = spread(SELECTS.note)
  const { id } = (await server.post('/api/selects', { name: 'Long' }, owner)).json
  const piece = { video_id: await server.aVideo(owner, collection, facts), start_frame: 0, end_frame: 25, note }
  for (let count = 0; count < SELECTS.items; count += 100)
    await server.post(`/api/selects/${id}/items`, { items: Array(100).fill(piece) }, owner)
  const { answer, work } = await measured(() => server.get(`/api/selects/${id}/export?format=${format}`, owner))
  console.log(format, work / 1000)
  expect([answer.status, timesIn(answer.text, note)]).toEqual([200, SELECTS.items])
  expect(work).toBeLessThan(MOST)
})

import { SELECTS_FORMATS } from '@footnote/contract/nouns/output/selects/render.ts'
import { EXPORT_FORMATS } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { MATCH_LIST_FORMATS } from '@footnote/contract/nouns/review/comments/match-lists.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { MOMENTS, SELECTS } from '@footnote/contract/shared/review-limits.ts'
import { afterAll, expect, test } from 'vitest'
import { startTeam } from '../../../../test/team.ts'
import { measured } from '../../../../test/work.ts'

const { server, owner } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const film = () =>
  server.aVideo(owner, collection, { duration: 60, frame_rate_num: 25, frame_rate_den: 1, width: 1920, height: 1080 })

interface Answer {
  readonly status: number
  readonly text: string
}

/** How often a file has a text, and the work of making it. */
async function made(text: string, call: () => Promise<Answer>): Promise<{ times: number; work: number }> {
  const { result, work } = await measured(call)
  expect(result.status).toBe(200)
  return { times: result.text.split(text).length - 1, work }
}

/** How many times the work of letters blanks may take. If a pattern begins at each blank, they take a hundred times. */
const MOST = 5

/** Makes files of letters, then of as many blanks between two letters; each has its text so many times. */
async function compare(length: number, times: number, callFor: (text: string) => Promise<() => Promise<Answer>>) {
  const works = []
  for (const text of ['x'.repeat(length), `x${' '.repeat(length - 2)}y`]) {
    const call = await callFor(text)
    // The first call compiles the code.
    const [cold, warm] = [await made(text, call), await made(text, call)]
    expect([cold.times, warm.times]).toEqual([times, times])
    works.push(Math.min(cold.work, warm.work))
  }
  const [letters = 0, blanks = 0] = works
  expect(blanks).toBeLessThan(MOST * letters)
}

test.each(EXPORT_FORMATS)('long comments full of blanks hold nobody up when a guest exports %s', async (format) => {
  // Premiere's markers are on the sequence and on its matte.
  await compare(TEXT.comment, format === 'premiere' ? 120 : 60, async (content) => {
    const video_id = await film()
    const by = { video_id, company_id: owner.company_id, user_id: owner.id, content, depth: 0 }
    const comments = Array.from({ length: 60 }, (_, frame) => ({ ...by, start_time: frame / 25 }))
    await server.db.insertInto('comments').values(comments).execute()
    const guest = await server.aLink(owner, video_id, 'viewer')
    return () => server.get(`/api/quick-review/export/${video_id}?format=${format}`, guest)
  })
})

test.each(MATCH_LIST_FORMATS)('long matches full of blanks hold nobody up in a list as %s', async (format) => {
  const match = { video_id: await film(), start_time: 2, end_time: 3, score: 0.9, types: ['speech'] }
  await compare(MOMENTS.list / MOMENTS.most, MOMENTS.most, async (content) => {
    const items = Array<object>(MOMENTS.most).fill({ ...match, content })
    return () => server.post('/api/match_list', { format, items }, owner)
  })
})

test.each(SELECTS_FORMATS)('long notes of selects full of blanks hold nobody up in %s', async (format) => {
  const video_id = await film()
  await compare(SELECTS.note, SELECTS.items, async (note) => {
    const { id } = (await server.post('/api/selects', { name: 'Long' }, owner)).json
    const item = { selects_id: id, video_id, video_name: 'match.mp4', start_frame: 0, end_frame: 25, seconds: 1, note }
    const items = Array.from({ length: SELECTS.items }, (_, position) => ({ ...item, position }))
    await server.db.insertInto('select_items').values(items).execute()
    return () => server.get(`/api/selects/${id}/export?format=${format}`, owner)
  })
})

import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { headersOf, type Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { name: 'Harbour *takes*' })
afterAll(() => server.close())

const RATE = { frame_rate_num: 25, frame_rate_den: 1 }
const film = (values: object = {}) => server.aVideo(owner, collection, { duration: 60, ...RATE, ...values })
const match = (video_id: string, more: object = {}) => ({
  ...{ video_id, start_time: 2, end_time: 3, score: 0.914, types: ['speech', 'visual'], content: '=1+1, "and" more' },
  ...more,
})

async function list(format: string, items: readonly object[], who: Sender = colleague) {
  const answer = await fetch(`${server.base}/api/match_list`, {
    method: 'POST',
    headers: { ...headersOf(who), 'content-type': 'application/json' },
    body: JSON.stringify({ format, items, query: 'the harbour' }),
  })
  const { status, headers } = answer
  return { status, name: headers.get('content-disposition') ?? '', text: await answer.text() }
}

test('a table has each match by the timecode of its own file, and no text runs in a spreadsheet', async () => {
  const [own, without] = [await film({ timecode_start: 900_000, timecode_drop: false }), await film()]
  const variable = Buffer.alloc(8 * 4)
  for (const [frame, time] of [0, 2, 2.5, 3].entries()) variable.writeDoubleLE(time, 8 * frame)
  const uneven = await film({ frame_rate_num: null, frame_rate_den: null, frame_times: variable })
  const { status, name, text } = await list('csv', [match(own), match(without, { start_time: 1 }), match(uneven)])
  expect([status, name]).toEqual([200, expect.stringContaining('moments the harbour.csv')])
  const rows: Record<string, string>[] = parse(text, { bom: true, columns: true })
  const of = (column: string) => rows.map((row) => row[column])
  expect(of('timecode_in')).toEqual(['10:00:02:00', '00:00:01:00', '00:00:02.000'])
  expect(of('timecode_out')).toEqual(['10:00:02:24', '00:00:02:24', '00:00:02.500'])
  expect(of('frame_in')).toEqual(['50', '25', '1'])
  expect(of('frame_out')).toEqual(['74', '74', '2'])
  expect(rows[0]).toMatchObject({
    ...{ number: '1', video: 'match.mp4', collection: 'Harbour *takes*', score: '0.9140', found_in: 'speech visual' },
    ...{ text: `'=1+1, "and" more`, seconds_in: '2.000000', seconds_out: '2.960000' },
  })
  expect(rows[0]?.link).toMatch(new RegExp(`/quick-review/${owner.id}/${own}\\?t=2\\.000000$`))
})

test('a text keeps the words as they are', async () => {
  const { text, name } = await list('md', [match(await film(), { content: '# not *a* [head](x)\nat all' })])
  expect(name).toContain('moments the harbour.md')
  expect(text).toMatch(
    /^# Moments: the harbour\n\n1\. \*\*match\.mp4\*\* \[`00:00:02:00 – 00:00:02:24`\]\(<http\S+>\) \(0\.91, speech, visual\): /,
  )
  expect(text).toContain(String.raw`\# not \*a\* \[head\](x) at all`)
})

test('videos that the person cannot read are refused by the number of the match', async () => {
  const video = await film()
  const refused = await list('csv', [match(video), match(video)], stranger)
  expect(JSON.parse(refused.text)).toMatchObject({ status: 404, code: 'not_found', detail: 'Item 1: Not found.' })
  expect((await list('csv', [match(video)], null)).status).toBe(401)
  expect((await list('csv', [])).status).toBe(400)
  expect((await list('csv', Array(201).fill(match(video)))).status).toBe(400)
})

test('a list with more text than all matches together can have is refused', async () => {
  const video = await film()
  const texts = (characters: number) => Array(51).fill(match(video, { content: 'x'.repeat(characters) }))
  expect((await list('md', texts(9_800))).status).toBe(200)
  const refused = await list('md', texts(9_900))
  expect(JSON.parse(refused.text)).toMatchObject({
    status: 400,
    fields: { items: 'The texts of all matches together can have at most 500000 characters' },
  })
})

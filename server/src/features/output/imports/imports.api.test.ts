import type { ImportResult } from '@footnote/contract/nouns/review/comments/imports.ts'
import { IMPORTS } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'
import { measured } from '../../../../test/work.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const film = (where = collection, more: object = {}) =>
  server.aVideo(owner, where, { duration: 60, frame_rate_num: 25, frame_rate_den: 1, ...more })
const run = (video: string, body: object, who: Sender = owner) =>
  server.post(`/api/quick-review/import-comments/${video}`, { format: 'csv', ...body }, who)
const undo = (video: string, comment_ids: readonly string[], who: Sender = owner) =>
  server.post(`/api/quick-review/undo-import/${video}`, { comment_ids }, who)
const imported = async (video: string, content: string, who: Sender = owner): Promise<ImportResult> => {
  const { status, json } = await run(video, { content }, who)
  expect(status).toBe(200)
  return json
}
const listed = async (video: string, who: Sender = owner) =>
  (await server.get(`/api/quick-review/comments/${video}?page_size=100`, who)).json.items
const TABLE = 'Time,Comment,Author\n0:01,Hold this,Bo Lind\n0:02,Too late,\n9:00,After the end,'

test('comments of a file belong to the person who imports it, and say where they come from', async () => {
  const video = await film()
  const { comments, skipped, present, start } = await imported(video, TABLE, colleague)
  const source = { kind: 'import' }
  const expected = [
    { content: 'Hold this', start_time: 1, end_time: null, source: { ...source, author: 'Bo Lind' }, mine: true },
    { content: 'Too late', start_time: 2, user_email: colleague.email, source, depth: 0, is_edited: false },
  ]
  expect(comments).toMatchObject(expected)
  expect([skipped, present, start]).toEqual([[{ line: 4, why: 'This place is after the end of the video.' }], 0, null])
  expect(await listed(video, colleague)).toMatchObject(expected)
})

test('a dry run says the same, and writes nothing', async () => {
  const video = await film()
  const { json } = await run(video, { content: TABLE, dry_run: true })
  expect(json).toMatchObject({ comments: [], present: 0, skipped_total: 1 })
  expect(json.preview).toMatchObject([
    { line: 2, content: 'Hold this', author: 'Bo Lind', start_time: 1, end_time: null, present: false },
    { line: 3, content: 'Too late', author: null, start_time: 2 },
  ])
  expect(await listed(video)).toEqual([])
})

test('a line full of blanks is read once', async () => {
  const blanks = ' '.repeat(30_000)
  const event = '001  001      V     C        00:00:02:03 00:00:02:04 00:00:02:03 00:00:02:04'
  const content = `${event}\n* COMMENT:${blanks}Fix\u2028this\n* LOC: 00:00:03:00${blanks}RED${blanks}Fix\u2028that`
  const body = { format: 'edl', content, dry_run: true, start: '00:00:00:00' }
  const { result, work } = await measured(async () => run(await film(), body))
  expect(result.json.preview.map((comment: { content: string }) => comment.content)).toEqual([
    'Fix\u2028this',
    'Fix\u2028that',
  ])
  expect(work).toBeLessThan(500)
})

describe('what is there already', () => {
  test('the same file adds nothing a second time, also after an edit, and by anybody', async () => {
    const video = await film()
    const [first] = (await imported(video, TABLE)).comments
    await server.put(`/api/quick-review/update-comment/${video}/${first!.id}`, { content: 'Hold it' }, owner)
    for (const who of [owner, colleague])
      expect(await imported(video, TABLE, who)).toMatchObject({ comments: [], present: 2 })
    expect((await listed(video)).map(({ content }: { content: string }) => content)).toEqual(['Hold it', 'Too late'])
    const longer = await imported(video, `${TABLE}\n0:03,New,`)
    expect([longer.present, longer.comments.map(({ content }) => content)]).toEqual([2, ['New']])
  })

  test('two imports at once write each comment once', async () => {
    const video = await film()
    const results = await Promise.all([owner, colleague, owner, colleague].map((who) => imported(video, TABLE, who)))
    expect(results.map(({ comments }) => comments.length).sort()).toEqual([0, 0, 0, 2])
    expect(await listed(video)).toHaveLength(2)
  })

  test('a comment that somebody typed counts, and equal rows are as many comments as the file has', async () => {
    const video = await film()
    await server.aComment(colleague, video, { content: 'Hold this', start_time: 1.01 })
    const twice = 'Time,Comment\n0:01,Hold this\n0:01,Hold this'
    expect(await imported(video, twice)).toMatchObject({ present: 1, comments: [{ content: 'Hold this' }] })
    expect(await imported(video, twice)).toMatchObject({ present: 2, comments: [] })
  })
})

describe('who may import', () => {
  test('members; a link of any kind may not, and changes nothing', async () => {
    const video = await film()
    for (const permission of ['viewer', 'commenter', 'approver'] as const) {
      const guest = { ...(await server.aLink(owner, video, permission)), guest_key: 'a guest' }
      expect(await run(video, { content: TABLE }, guest)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
      expect((await undo(video, ['a'], guest)).json.code).toBe('forbidden')
    }
    expect((await run(video, { content: TABLE }, stranger)).json.code).toBe('not_found')
    expect((await run(video, { content: TABLE }, null)).status).toBe(401)
    expect(await listed(video)).toEqual([])
  })

  test('nobody where a collection is expired', async () => {
    const free = await server.people('FREE')
    const old = await server.aCollection(free.owner, { kind: 'review', created_at: new Date(0) })
    const video = await server.aVideo(free.owner, old, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
    expect((await run(video, { content: TABLE }, free.owner)).json.code).toBe('collection_expired')
  })
})

test('one event and one notification are for all comments, and a link hears nothing of those for the team', async () => {
  const video = await film()
  const guest = { ...(await server.aLink(owner, video)), guest_key: 'a guest' }
  const [member, linked] = [await openEvents(server.base, video, owner), await openEvents(server.base, video, guest)]
  const own = (visibility: string, text: string) =>
    `number,status,seconds_in,seconds_out,author,comment,visibility\n1,open,1.0,1.0,Ana,${text},${visibility}`
  await imported(video, own('team', 'For us'), colleague)
  await expect.poll(() => member.events.map(({ event }) => event)).toEqual(['comments'])
  await imported(video, own('everyone', 'For all'), colleague)
  await expect.poll(() => member.events.length).toBe(2)
  await expect.poll(() => linked.events.map(({ event }) => event)).toEqual(['comments'])
  for (const { close } of [member, linked]) close()
  const notices = (await server.get('/api/get_notifications', owner)).json.notifications
  const about = notices.filter(({ video_id }: { video_id: string }) => video_id === video)
  expect(about.map(({ type, text }: Record<string, string>) => [type, text])).toEqual([
    ['COMMENT', 'Imported a comment from a file'],
    ['COMMENT', 'Imported a comment from a file'],
  ])
  const { comments } = await imported(await film(), TABLE)
  expect(comments).toHaveLength(2)
})

describe('an import can be undone', () => {
  test('by the person who made it, except where others have answered or it was not imported', async () => {
    const video = await film()
    const { comments } = await imported(video, `${TABLE}\n0:04,Third,`)
    const typed = await server.aComment(owner, video)
    const [first, second, third] = comments.map(({ id }) => id) as [string, string, string]
    await server.aComment(colleague, video, { parent_comment_id: second, content: 'An answer' })
    expect((await undo(video, [first], colleague)).json).toEqual({ deleted: 0, kept: 1 })
    expect((await undo(video, [first, second, third, third, typed.id, 'none'])).json).toEqual({ deleted: 2, kept: 3 })
    const left = (await listed(video)).map(({ content }: { content: string }) => content)
    expect(left.sort()).toEqual(['Cut here', 'Too late'])
    expect((await imported(video, TABLE)).comments.map(({ content }) => content)).toEqual(['Hold this'])
  })
})

describe('a bad file', () => {
  test.each([
    [{ content: '' }, 'content', 'The file is empty'],
    [{ content: 'a,b\n1,2' }, 'content', /must name a column with times/],
    [{ content: 'x'.repeat(IMPORTS.bytes + 1) }, 'content', /larger than 1 MB/],
    [{ content: '\u00e9'.repeat(IMPORTS.bytes / 2 + 1) }, 'content', /larger than 1 MB/],
    [{ content: `Time,Comment\n${'0:01,a\n'.repeat(IMPORTS.comments + 1)}` }, 'content', /more than 5000 rows/],
    [{ content: 'Timecode,Comment\n00:00:01:00,a', start: 'noon' }, 'start', /Write the start/],
    [{ content: TABLE, format: 'doc' }, 'format', /./],
  ])('is refused with a sentence on its field: %#', async (body, field, sentence) => {
    const { status, json } = await run(await film(), body)
    expect(status).toBe(400)
    expect(json.fields[field]).toMatch(sentence)
  })

  test('keeps what can be read: too long texts, control characters and lost parents are named', async () => {
    const own = 'number,status,seconds_in,seconds_out,author,comment,visibility'
    const rows = [
      '1.1,open,1,1,,No parent,everyone',
      `2,open,1,1,,${'x'.repeat(10_001)},everyone`,
      '3,open,1,1,,\u0007,team',
    ]
    const { skipped, comments } = await imported(await film(), [own, ...rows, '4,open,1,,Ana,Fine,team'].join('\n'))
    expect(skipped).toEqual([
      { line: 2, why: 'Comment 1, which this row replies to, is not imported.' },
      { line: 3, why: 'At most 10000 characters are allowed.' },
      { line: 4, why: 'Control characters are not allowed.' },
    ])
    expect(comments).toMatchObject([{ content: 'Fine', visibility: 'team' }])
  })

  test('names 500 lines at most, and counts all', async () => {
    const content = `Time,Comment\n${'soon,a\n'.repeat(IMPORTS.skipped + 7)}`
    const { skipped, skipped_total } = await imported(await film(), content)
    expect([skipped.length, skipped_total]).toEqual([IMPORTS.skipped, IMPORTS.skipped + 7])
  })

  test('in a video whose frames are unknown or vary waits for them, or for a rate', async () => {
    const unknown = await film(collection, { frame_rate_num: null, frame_rate_den: null })
    expect((await run(unknown, { content: TABLE })).json.code).toBe('video_not_ready')
    const fast = await film(collection, { frame_rate_num: 120, frame_rate_den: 1 })
    const content = 'Timecode,Comment\n00:00:01:00,a'
    expect((await run(fast, { content })).json.code).toBe('rate_needed')
    expect((await run(fast, { content, rate: '24' })).json.comments).toMatchObject([{ start_time: 1 }])
  })
})

test('a whole discussion of 5,000 comments is imported, in the order of the file', async () => {
  const rows = Array.from({ length: IMPORTS.comments }, (_, place) => `0:01,Number ${place}`)
  const video = await film()
  const { comments } = await imported(video, ['Time,Comment', ...rows].join('\n'))
  expect(comments.map(({ content }) => content)).toEqual(rows.map((row) => row.slice(5)))
  expect((await listed(video)).slice(0, 2)).toMatchObject([{ content: 'Number 0' }, { content: 'Number 1' }])
  const ids = comments.map(({ id }) => id)
  expect((await undo(video, ids)).json).toEqual({ deleted: IMPORTS.comments, kept: 0 })
})

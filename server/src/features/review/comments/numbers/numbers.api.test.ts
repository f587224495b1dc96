import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Person, Sender } from '../../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { queued } from '../../../../../test/locks.ts'
import { startTeam } from '../../../../../test/team.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { copySampleComments } from '../../../library/samples/commands.ts'
import { forgetDeletedComments } from '../deletion/commands.ts'
import { bringNumbers } from './commands.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const film = () => server.aVideo(owner, collection, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
const list = async (video: string, who: Sender = owner, query = ''): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${video}?page_size=100${query}`, who)).json.items
const numbers = async (video: string, who: Sender = owner, query = '') =>
  (await list(video, who, query)).map(({ number }) => number)
const stack = async (video: string, onto: string) =>
  expect((await server.post(`/api/quick-review/stack/${video}`, { onto }, owner)).status).toBe(200)
const unstack = async (video: string) =>
  expect((await server.post(`/api/quick-review/unstack/${video}`, {}, owner)).status).toBe(200)
const write = (video: string, start_time: number, who: Person = owner, more: object = {}): Promise<Comment> =>
  server.aComment(who, video, { start_time, ...more })
const guestOf = async (video: string, key: string) => ({ ...(await server.aLink(owner, video)), guest_key: key })
const remove = (video: string, id: string, who: Sender = owner) =>
  server.delete(`/api/quick-review/comments/${video}/${id}`, who)
/** Lets the time to undo all deletions of a video pass, and does what the job then does. */
async function forget(video: string): Promise<void> {
  const deleted_at = new Date(Date.now() - 13_000)
  const gone = server.db.updateTable('comments').set({ deleted_at }).where('video_id', '=', video)
  await gone.where('deleted_at', 'is not', null).execute()
  await forgetDeletedComments(server.db, video)
}
const exported = async (video: string, format: string, who: Sender = owner, query = ''): Promise<string> =>
  (await server.get(`/api/quick-review/export/${video}?format=${format}${query}`, who)).text

test('comments of five people count in the order of writing, and team-only ones by themselves', async () => {
  const video = await film()
  const [kim, lee] = [await guestOf(video, 'key of Kim'), await guestOf(video, 'key of Lee')]
  const first = await write(video, 30)
  expect((await write(video, 10, colleague, { visibility: 'team' })).number).toBe('T1')
  expect((await server.aComment(kim, video, { guest_name: 'Kim', start_time: 20 })).number).toBe('2')
  expect((await write(video, 5, owner, { visibility: 'team' })).number).toBe('T2')
  expect((await server.aComment(lee, video, { guest_name: 'Lee', start_time: 1 })).number).toBe('3')
  const reply = await write(video, 30, colleague, { parent_comment_id: first.id })
  expect([first.number, 'number' in reply]).toEqual(['1', false])
  expect(await numbers(video)).toEqual(['3', 'T2', 'T1', '2', '1'])
  for (const guest of [kim, lee]) expect(await numbers(video, guest)).toEqual(['3', '2', '1'])
})

test('a comment that is sent twice takes one number, and comments of one moment get different ones', async () => {
  const video = await film()
  for (let time = 0; time < 2; time++) await write(video, 1, owner, { idempotency_key: 'sent twice' })
  const people = [owner, colleague]
  await Promise.all(
    Array.from({ length: 12 }, (_, at) => write(video, at, people[at % 2], { content: `Number ${at}` })),
  )
  expect((await numbers(video)).map(Number).sort((one, other) => one - other)).toEqual(
    Array.from({ length: 13 }, (_, at) => at + 1),
  )
})

test('a deleted comment keeps its number if it has an answer, has it again after an undo, and leaves it to no other', async () => {
  const video = await film()
  const [answered, lost, back] = [await write(video, 1), await write(video, 2), await write(video, 3)]
  await write(video, 1, colleague, { parent_comment_id: answered.id })
  for (const { id } of [answered, lost, back]) await remove(video, id)
  await server.post(`/api/quick-review/restore-comment/${video}/${back.id}`, {}, owner)
  expect(await numbers(video)).toEqual(['1', '3'])
  await remove(video, back.id)
  await forget(video)
  expect((await write(video, 4)).number).toBe('4')
  expect(await numbers(video)).toEqual(['1', '4'])
})

test('versions count together; a comment keeps its number where it is carried and where it is kept', async () => {
  const [first, second] = [await film(), await film()]
  await stack(second, first)
  const [one, two] = [await write(first, 1), await write(second, 2)]
  const three = await write(first, 3)
  expect([one.number, two.number, three.number]).toEqual(['1', '2', '3'])
  await server.post(`/api/quick-review/carry-comment/${second}/${three.id}`, { start_time: 0.5 }, owner)
  expect(await numbers(second, owner, '&earlier=open')).toEqual(['3', '1'])
  await server.post('/api/delete_video', { id: first, keep_comments: true }, owner)
  expect(await numbers(second)).toEqual(['3', '1', '2'])
  expect((await write(second, 9)).number).toBe('4')
})

test('when two videos become versions of one, only doubled numbers change, and new ones follow the highest', async () => {
  const [first, second] = [await film(), await film()]
  for (const time of [1, 2]) await write(first, time)
  for (const time of [1, 2, 3, 4]) await write(second, time)
  await write(second, 5, owner, { visibility: 'team' })
  const gone = await write(second, 6)
  await remove(second, gone.id)
  await forget(second)
  await stack(second, first)
  expect(await numbers(first)).toEqual(['1', '2'])
  expect(await numbers(second)).toEqual(['5', '6', '3', '4', 'T1'])
  expect((await write(first, 9)).number).toBe('7')
  await unstack(second)
  expect(await numbers(second)).toEqual(['5', '6', '3', '4', 'T1'])
  expect([(await write(second, 9)).number, (await write(first, 10)).number]).toEqual(['8', '8'])
  await stack(second, first)
  expect(await numbers(second)).toEqual(['5', '6', '3', '4', 'T1', '9'])
})

test('a version that leaves its stack gives no comment the number of a deleted one', async () => {
  const [first, second] = [await film(), await film()]
  await stack(second, first)
  await write(second, 1)
  const highest = await write(second, 2)
  await remove(second, highest.id)
  await forget(second)
  await unstack(second)
  expect([highest.number, (await write(second, 3)).number]).toEqual(['2', '3'])
})

test('a page of a later version hears that stacking has changed numbers of an earlier one', async () => {
  const [first, second, third] = [await film(), await film(), await film()]
  await stack(third, second)
  await write(first, 1)
  await write(second, 2)
  const page = await openEvents(server.base, third, colleague)
  await stack(third, first)
  await expect.poll(() => page.events, { timeout: 60_000 }).toContainEqual({ event: 'earlier', data: {} })
  page.close()
  expect((await numbers(third, owner, '&earlier=open')).sort()).toEqual(['1', '2'])
})

test('a video that becomes a version waits for the comment that somebody is writing on it', async () => {
  const [first, second] = [await film(), await film()]
  await write(first, 1)
  const stackOf = async (id: string) =>
    (await server.db.selectFrom('videos').select('stack_id').where('id', '=', id).executeTakeFirstOrThrow()).stack_id
  const stack_id = await stackOf(first)
  const lock = (db: Database) => sql`select from videos where id = ${second} for update`.execute(db)
  const become = () =>
    server.db.transaction().execute(async (transaction) => {
      await bringNumbers(transaction, [second], stack_id)
      await transaction.updateTable('videos').set({ stack_id, version: 2 }).where('id', '=', second).execute()
    })
  await queued<unknown>(server.db, lock, [() => write(second, 2), become])
  expect([await numbers(first), await numbers(second)]).toEqual([['1'], ['2']])
})

test('comments of a file and of matches get their numbers at once, in their order', async () => {
  const video = await film()
  await write(video, 50)
  const content = 'Time,Comment\n0:09,Late\n0:02,Early'
  await server.post(`/api/quick-review/import-comments/${video}`, { format: 'csv', content }, colleague)
  const match = (start_time: number) => ({
    video_id: video,
    start_time,
    end_time: start_time + 1,
    score: 0.9,
    content: 'M',
  })
  const body = { items: [match(20), match(10)], query: 'harbour', visibility: 'team' }
  await server.post('/api/quick-review/comments-from-matches', body, colleague)
  expect((await list(video)).map(({ number, content }) => `${number} ${content}`)).toEqual([
    ...['3 Early', '2 Late', 'T2 M', 'T1 M'],
    expect.stringMatching(/^1 /),
  ])
})

test('every company counts the comments of a sample film by itself', async () => {
  const samples = await server.aCollection(null, { sample: true })
  const video = await server.aVideo(null, samples, { duration: 60 })
  await server.db
    .insertInto('sample_comments')
    .values(
      [2, 1].map((start_time) => ({ video_id: video, start_time, end_time: null, content: 'Look', shapes: null })),
    )
    .execute()
  const other = await server.people('TEAM')
  for (const { company_id } of [owner, other.owner])
    await server.db.transaction().execute((transaction) => copySampleComments(transaction, company_id))
  for (const who of [owner, other.owner, owner]) await write(video, 9, who)
  expect([await numbers(video), await numbers(video, other.owner)]).toEqual([
    ['1', '2', '3', '4'],
    ['1', '2', '3'],
  ])
})

test('files have the numbers of the page, with gaps where they leave comments out', async () => {
  const video = await film()
  await write(video, 3, owner, { content: 'Third' })
  await write(video, 1, owner, { content: 'For us', visibility: 'team' })
  const first = await write(video, 2, owner, { content: 'Second' })
  await write(video, 2, owner, { parent_comment_id: first.id })
  const edl = (text: string) => text.match(/(?<=\|M:)\S+/g)
  expect(edl(await exported(video, 'resolve'))).toEqual(['2', '1'])
  expect(edl(await exported(video, 'resolve', owner, '&team=true'))).toEqual(['T1', '2', '1'])
  const rows = (await exported(video, 'csv', owner, '&team=true')).split('\r\n').map((row) => row.split(',')[0])
  expect(rows.map((cell) => cell?.replaceAll('"', ''))).toEqual(['\ufeffnumber', 'T1', '2', '2.1', '1', ''])
  expect((await exported(video, 'txt', await guestOf(video, 'a key'))).match(/^\S+(?= {2}\S)/gm)).toEqual(['2', '1'])
  expect((await exported(video, 'md')).match(/(?<=\*\*)\d+(?=\*\* `)/g)).toEqual(['2', '1'])
})

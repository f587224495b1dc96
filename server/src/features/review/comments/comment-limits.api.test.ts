import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const film = () => server.aVideo(owner, collection, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
/** Writes comments of the owner, or of the guest who wrote another one. */
const fill = (video_id: string, number: number, guest_of: string | null = null) =>
  sql`insert into comments (video_id, company_id, user_id, guest_id, guest_name, content, start_time)
    select ${video_id}, ${owner.company_id}, case when ${guest_of}::uuid is null then ${owner.id}::uuid end,
      (select guest_id from comments where id = ${guest_of}), (select guest_name from comments where id = ${guest_of}),
      'Filled', 1
    from generate_series(1, ${number}::int)`.execute(server.db)
const count = async (video_id: string) => {
  const { rows } = await sql<{ all: number }>`
    select count(*)::int as all from comments where video_id = ${video_id}`.execute(server.db)
  return rows[0]?.all
}
const create = (video_id: string, who: Sender, fields: object = {}) =>
  server.post(
    `/api/quick-review/create-comment/${video_id}`,
    { content: 'One more', start_time: 1, guest_name: 'Grace', ...fields },
    who,
  )
const guestOf = async (video_id: string, guest_key?: string) => ({
  ...(await server.aLink(owner, video_id)),
  ...(guest_key && { guest_key }),
})
const FULL = {
  status: 409,
  json: {
    code: 'limit_comments',
    detail:
      'This video has reached the limit of comments. Delete some of them, or go on in a new version of the video.',
  },
}

test('the last comment of a video is written, one more or a reply is refused, and a deletion makes room', async () => {
  const video = await film()
  await fill(video, COMMENTS.of_video - 1)
  const { status, json: last } = await create(video, owner)
  expect(status).toBe(200)
  const guest = await guestOf(video, 'a guest')
  for (const refused of [
    await create(video, colleague),
    await create(video, colleague, { parent_comment_id: last.id }),
    await create(video, guest),
  ])
    expect(refused).toMatchObject(FULL)
  expect(await count(video)).toBe(COMMENTS.of_video)
  await server.delete(`/api/quick-review/comments/${video}/${last.id}`, owner)
  expect((await create(video, guest)).status).toBe(200)
  expect((await create(await film(), owner)).status).toBe(200)
})

test('calls at the same time do not pass the limit', async () => {
  const video = await film()
  await fill(video, COMMENTS.of_video - 3)
  const answers = await Promise.all(
    Array.from({ length: 9 }, (_, place) => create(video, place % 2 ? owner : colleague)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(6).fill(409)])
  expect(await count(video)).toBe(COMMENTS.of_video)
})

test('a comment that is sent again to a full video is found', async () => {
  const video = await film()
  await fill(video, COMMENTS.of_video - 1)
  const sent = { idempotency_key: 'the last one' }
  const first = await create(video, owner, sent)
  expect((await create(video, owner, sent)).json.id).toBe(first.json.id)
})

test.each(['a guest', undefined])('one guest cannot fill a video (key: %s), and others go on', async (key) => {
  const video = await film()
  const guest = await guestOf(video, key)
  const { json: first } = await create(video, guest)
  await fill(video, COMMENTS.of_guest - 2, first.id)
  const answers = await Promise.all([create(video, guest), create(video, guest), create(video, guest)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect((await create(video, guest)).json).toMatchObject({
    code: 'limit_comments',
    detail: 'You have reached a guest’s limit of comments on this video. Delete some of them, or write to the team.',
  })
  for (const other of [{ ...guest, guest_key: 'another guest' }, owner])
    expect((await create(video, other)).status).toBe(200)
})

test('comments on matches are written all or none, and the first match of a full video is named', async () => {
  const [roomy, full] = [await film(), await film()]
  await fill(full, COMMENTS.of_video - 2)
  const match = (video_id: string, start_time: number) => ({
    video_id,
    start_time,
    end_time: start_time + 1,
    score: 0.9,
    content: `At ${start_time}`,
  })
  const send = (items: object[]) =>
    server.post('/api/quick-review/comments-from-matches', { items, query: 'harbour' }, owner)
  const three = [1, 3, 5].map((start) => match(full, start))
  expect(await send([match(roomy, 1), ...three])).toMatchObject({
    status: 409,
    json: { code: 'limit_comments', detail: `Item 2: ${FULL.json.detail}` },
  })
  expect(await Promise.all([roomy, full].map(count))).toEqual([0, COMMENTS.of_video - 2])
  const answers = await Promise.all(three.map((item) => send([match(roomy, 1), item])))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409])
  expect(await Promise.all([roomy, full].map(count))).toEqual([1, COMMENTS.of_video])
  // What is there already needs no room.
  const written = three.filter((_, place) => answers[place]?.status === 200)
  expect((await send(written)).json.repeated).toHaveLength(2)
})

test('an import that does not fit is refused whole, also in its preview, and one that fits is written', async () => {
  const video = await film()
  await fill(video, COMMENTS.of_video - 2)
  const run = (rows: number, dry_run = false) => {
    const content = ['Time,Comment', ...Array.from({ length: rows }, (_, place) => `0:02,Row ${place}`)].join('\n')
    return server.post(`/api/quick-review/import-comments/${video}`, { format: 'csv', content, dry_run }, owner)
  }
  for (const dry_run of [true, false])
    expect(await run(3, dry_run)).toMatchObject({
      status: 409,
      json: {
        code: 'limit_comments',
        detail:
          'The file would add 3 comments, and this video has room for 2. Split the file, or go on in a new version of the video.',
      },
    })
  expect(await count(video)).toBe(COMMENTS.of_video - 2)
  expect((await run(2)).status).toBe(200)
  expect((await run(2)).json.present).toBe(2)
  expect((await run(3)).status).toBe(409)
})

test('comments of another company on a sample do not count', async () => {
  const sample = await server.aVideo(null, await server.aCollection(null), { duration: 60 })
  await fill(sample, COMMENTS.of_video)
  const other = await server.people('TEAM')
  expect((await create(sample, other.owner)).status).toBe(200)
  expect((await create(sample, owner)).status).toBe(409)
})

test('the text of all comments has a limit, also for edits and imports, and what is too long can be shortened', async () => {
  const video = await film()
  const room = 200
  await sql`insert into comments (video_id, company_id, user_id, content, start_time)
    select ${video}, ${owner.company_id}, ${owner.id}, repeat('x', ${(COMMENTS.bytes - room) / 200}::int), 1
    from generate_series(1, 200)`.execute(server.db)
  const content = 'x'.repeat(room)
  const TOO_LONG = {
    status: 409,
    json: { code: 'limit_comments', detail: expect.stringContaining('reached the limit of text') },
  }
  expect(await create(video, owner, { content: `${content}é` })).toMatchObject(TOO_LONG)
  const { status, json: last } = await create(video, owner, { content })
  expect(status).toBe(200)
  expect(await create(video, colleague, { content: 'x' })).toMatchObject(TOO_LONG)
  const update = (text: string) =>
    server.put(`/api/quick-review/update-comment/${video}/${last.id}`, { content: text }, owner)
  expect(await update(`${content}x`)).toMatchObject(TOO_LONG)
  const file = { format: 'csv', content: 'Time,Comment\n0:01,x', dry_run: false }
  expect(await server.post(`/api/quick-review/import-comments/${video}`, file, owner)).toMatchObject(TOO_LONG)
  expect((await update('y'.repeat(room))).status).toBe(200)
  await sql`update comments set content = content || 'x' where video_id = ${video} and id <> ${last.id}`.execute(
    server.db,
  )
  expect((await update('shorter')).status).toBe(200)
})

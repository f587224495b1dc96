import type { Notification } from '@footnote/contract/nouns/personal/notifications.ts'
import { type Comment, NO_RIGHTS } from '@footnote/contract/nouns/review/comments.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Sender } from '../../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../../test/event-stream.ts'
import { startTeam } from '../../../../../test/team.ts'
import { forgetDeletedComments } from './commands.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

/** A line of two points. */
const SHAPE = { t: 'arrow', c: 'red', w: 0.01, p: [0.1, 0.1, 0.4, 0.4] }

const film = (who: Parameters<typeof server.aVideo>[0] = owner) =>
  server.aVideo(who, collection, { duration: 60, frame_rate_num: 25, frame_rate_den: 1 })
const guestOf = async (video: string, key = 'key of a guest') => ({
  ...(await server.aLink(owner, video)),
  guest_key: key,
})
const list = async (video: string, who: Sender = owner, query = ''): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${video}${query}`, who)).json.items
const replies = (video: string, id: string, who: Sender = owner) =>
  server.get(`/api/quick-review/comments/${video}/${id}`, who)
const remove = (video: string, id: string, who: Sender) =>
  server.delete(`/api/quick-review/comments/${video}/${id}`, who)
const restore = (video: string, id: string, who: Sender) =>
  server.post(`/api/quick-review/restore-comment/${video}/${id}`, {}, who)
const notices = async (who: Sender): Promise<Notification[]> =>
  (await server.get('/api/get_notifications', who)).json.notifications
const textOf = async (video: string, format: string, who: Sender = owner): Promise<string> =>
  (await server.get(`/api/quick-review/export/${video}?format=${format}`, who)).text
/** Lets the time to undo all deletions of a video pass, and does what the job then does. */
async function later(video: string): Promise<void> {
  await server.db
    .updateTable('comments')
    .set({ deleted_at: new Date(Date.now() - 13_000) })
    .where('video_id', '=', video)
    .where('deleted_at', 'is not', null)
    .execute()
  await forgetDeletedComments(server.db, video)
}
const rowsOf = (video: string) =>
  server.db.selectFrom('comments').select(['id', 'content']).where('video_id', '=', video).execute()

/** A thread of a guest, which the owner and a member answered. */
async function thread() {
  const video = await film()
  const guest = await guestOf(video)
  const root = await server.aComment(guest, video, { content: 'Words of Gil', guest_name: 'Gil', start_time: 5 })
  const first = await server.aComment(owner, video, { content: 'Words of the owner', parent_comment_id: root.id })
  const second = await server.aComment(colleague, video, { content: 'Words of a member', parent_comment_id: root.id })
  return { video, guest, root, first, second }
}

describe('a deleted comment that others answered', () => {
  test('stays without words and names, and so do the answers', async () => {
    const { video, guest, root, first, second } = await thread()
    await server.post(`/api/quick-review/resolve-comment/${video}/${root.id}`, { resolved: true }, owner)
    expect((await remove(video, root.id, guest)).json).toEqual({ message: 'The comment was deleted' })
    for (const who of [owner, colleague, guest])
      expect(await list(video, who)).toMatchObject([
        {
          id: root.id,
          deleted_at: expect.any(String),
          content: '',
          first_name: '',
          last_name: '',
          user_email: null,
          is_guest: false,
          is_edited: false,
          has_drawing: false,
          source: null,
          resolved_at: null,
          resolved_by: null,
          mine: false,
          reply_count: 2,
          start_time: 5,
          can: { ...NO_RIGHTS, reply: true },
        },
      ])
    expect((await replies(video, root.id)).json.replies.map(({ id }: Comment) => id)).toEqual([first.id, second.id])
  })

  test('can be answered, but not changed, resolved or deleted again', async () => {
    const { video, guest, root } = await thread()
    await remove(video, root.id, guest)
    const answer = await server.aComment(colleague, video, { content: 'And yet', parent_comment_id: root.id })
    expect(answer).toMatchObject({ depth: 1, parent_comment_id: root.id })
    const change = await server.put(`/api/quick-review/update-comment/${video}/${root.id}`, { content: 'a' }, guest)
    const done = await server.post(`/api/quick-review/resolve-comment/${video}/${root.id}`, { resolved: true }, owner)
    for (const refused of [change, done, await remove(video, root.id, owner), await remove(video, root.id, guest)])
      expect(refused.json).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('goes with its last answer, also when that is an answer to an answer', async () => {
    const { video, guest, root, first, second } = await thread()
    const below = await server.aComment(colleague, video, { content: 'Below', parent_comment_id: first.id })
    for (const [id, who] of [
      [root.id, guest],
      [first.id, owner],
      [second.id, colleague],
    ] as const) {
      await remove(video, id, who)
      expect((await list(video)).map((one) => one.id)).toEqual([root.id])
    }
    expect((await replies(video, root.id)).json.replies).toMatchObject([{ id: first.id, content: '', reply_count: 1 }])
    await remove(video, below.id, owner)
    expect(await list(video)).toEqual([])
    expect((await replies(video, root.id)).status).toBe(404)
    await later(video)
    expect(await rowsOf(video)).toEqual([])
  })

  test('without answers goes at once', async () => {
    const video = await film()
    const { id } = await server.aComment(owner, video)
    await remove(video, id, owner)
    expect(await list(video)).toEqual([])
    expect((await replies(video, id)).status).toBe(404)
    expect((await server.get(`/api/quick-review/comments/${video}`, owner)).json).toMatchObject({
      total: 0,
      counts: { open: 0, resolved: 0 },
    })
  })

  test('leaves its place to the answers in every file', async () => {
    const { video, guest, root, first } = await thread()
    await server.db
      .updateTable('videos')
      .set({ duration: 60, width: 640, height: 360 })
      .where('id', '=', video)
      .execute()
    await server.aComment(colleague, video, { content: 'Below', parent_comment_id: first.id })
    await remove(video, root.id, guest)
    for (const format of ['resolve', 'avid', 'fcpxml', 'premiere', 'otio', 'csv', 'md', 'txt']) {
      const text = await textOf(video, format)
      for (const words of ['Words of the owner', 'Words of a member', 'Below']) expect(text).toContain(words)
      for (const words of ['Words of Gil', 'Gil']) expect(text).not.toContain(words)
    }
    const numbers = (await textOf(video, 'csv')).split(/\r?\n/).map((line) => line.split(',')[0])
    expect(numbers.filter(Boolean)).toEqual(['\ufeffnumber', '1', '1.1', '1.2'])
  })
})

describe('comments of others', () => {
  test('are deleted by keepers of the video and admins of the company, each by itself', async () => {
    const { video, guest, root, first, second } = await thread()
    const member = await server.person(owner)
    const seen = (who: Sender) => list(video, who).then(([one]) => one?.can.delete)
    expect(await seen(owner)).toBe(true)
    expect(await seen(member)).toBe(false)
    expect((await remove(video, root.id, member)).json.code).toBe('forbidden')
    expect((await remove(video, first.id, guest)).json.code).toBe('forbidden')
    expect((await remove(video, root.id, stranger)).status).toBe(404)
    expect((await remove(video, root.id, owner)).status).toBe(200)
    expect((await replies(video, root.id)).json.replies.map(({ id }: Comment) => id)).toEqual([first.id, second.id])
    // A member keeps their own video, and an admin may moderate it all the same.
    const own = await server.aVideo(colleague, await server.aCollection(colleague), { duration: 60 })
    const admin = await server.person(owner)
    await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', admin.id).execute()
    const asked = await server.aComment(member, own, { content: 'a' })
    const answered = await server.aComment(member, own, { content: 'b' })
    expect((await remove(own, asked.id, colleague)).status).toBe(200)
    expect((await remove(own, answered.id, owner)).json.code).toBe('forbidden')
    expect((await remove(own, answered.id, admin)).status).toBe(200)
    // Nobody but the author changes the words.
    const third = await server.aComment(member, own, { content: 'c' })
    expect(
      (await server.put(`/api/quick-review/update-comment/${own}/${third.id}`, { content: 'd' }, owner)).json.code,
    ).toBe('forbidden')
  })

  test('of a guest can be deleted after the link has ended', async () => {
    const { video, guest, root } = await thread()
    const { share_links } = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json
    await server.delete(`/api/sharing_router/share-links/${share_links[0].id}`, owner)
    expect((await remove(video, root.id, guest)).status).toBe(404)
    expect((await remove(video, root.id, owner)).status).toBe(200)
    expect(await list(video)).toMatchObject([{ content: '', first_name: '' }])
  })

  test('are missed by their author: the author is notified, and nobody for a comment of their own', async () => {
    const { video, guest, root, first, second } = await thread()
    await remove(video, second.id, owner)
    const [told] = await notices(colleague)
    expect(told).toMatchObject({
      type: 'COMMENT_DELETED',
      actor_name: 'Ada Lovelace',
      video_id: video,
      text: 'Your comment at 0:01',
    })
    await remove(video, root.id, guest)
    await remove(video, first.id, owner)
    expect((await notices(owner)).filter(({ type }) => type === 'COMMENT_DELETED')).toEqual([])
  })
})

describe('the deleted words', () => {
  test('leave notifications and suggestions at once, and come back with the comment', async () => {
    const { video, root } = await thread()
    const { id } = await server.aComment(colleague, video, { content: 'Zanzibar harbour', start_time: 1 })
    const suggested = async () =>
      (await server.get(`/api/quick-review/comment-suggestions/${collection}?query=zanzi`, owner)).json.suggestions
    expect(await suggested()).toContain('Zanzibar')
    await remove(video, id, colleague)
    expect(await suggested()).toEqual([])
    expect(JSON.stringify(await notices(owner))).not.toContain('Zanzibar')
    await restore(video, id, colleague)
    expect(await suggested()).toContain('Zanzibar')
    expect((await notices(owner))[0]).toMatchObject({ type: 'COMMENT', text: 'Zanzibar harbour' })
    expect(root.id).not.toBe(id)
  })

  test('leave the database when the time to undo is over', async () => {
    const { video, guest, root } = await thread()
    await remove(video, root.id, guest)
    const kept = () => server.db.selectFrom('deleted_comments').selectAll().where('comment_id', '=', root.id).execute()
    await forgetDeletedComments(server.db, video)
    expect(await kept()).toHaveLength(1)
    await later(video)
    expect(await kept()).toEqual([])
    expect((await restore(video, root.id, guest)).json).toMatchObject({ status: 404, code: 'not_found' })
    expect(await list(video)).toMatchObject([{ id: root.id, content: '', reply_count: 2 }])
  })
})

describe('undoing a deletion', () => {
  test('brings back the words, the author, the drawing and the resolution', async () => {
    const video = await film()
    const drawing = { v: 1, shapes: [SHAPE] }
    const made = await server.post(
      `/api/quick-review/create-comment/${video}`,
      { content: 'Here', start_time: 2, end_time: 3, drawing },
      colleague,
    )
    const { id } = made.json
    await server.post(`/api/quick-review/resolve-comment/${video}/${id}`, { resolved: true }, owner)
    const [before] = await list(video)
    const drawn = await server.get(`/api/quick-review/drawings/${video}/${id}`, owner)
    await remove(video, id, owner)
    expect((await notices(colleague))[0]?.type).toBe('COMMENT_DELETED')
    expect((await restore(video, id, owner)).json).toEqual(before)
    expect(await list(video)).toEqual([before])
    expect((await server.get(`/api/quick-review/drawings/${video}/${id}`, owner)).json).toEqual(drawn.json)
    expect((await notices(colleague)).filter(({ video_id }) => video_id === video)).toEqual([])
  })

  test('is for the person who deleted, and for ten seconds', async () => {
    const { video, guest, root } = await thread()
    await remove(video, root.id, guest)
    const other = { ...guest, guest_key: 'key of another guest' }
    for (const who of [owner, colleague, other, stranger])
      expect((await restore(video, root.id, who)).json).toMatchObject({ status: 404 })
    await server.db
      .updateTable('comments')
      .set({ deleted_at: new Date(Date.now() - 13_000) })
      .where('id', '=', root.id)
      .execute()
    expect((await restore(video, root.id, guest)).status).toBe(404)
  })

  test('brings back what went with the last answer', async () => {
    const { video, guest, root, first, second } = await thread()
    await remove(video, root.id, guest)
    await remove(video, first.id, owner)
    await remove(video, second.id, owner)
    expect(await list(video)).toEqual([])
    await restore(video, second.id, owner)
    expect(await list(video)).toMatchObject([{ id: root.id, content: '', reply_count: 1 }])
    await restore(video, root.id, guest)
    expect(await list(video)).toMatchObject([{ id: root.id, content: 'Words of Gil', first_name: 'Gil', mine: false }])
  })
})

test('everybody in a thread hears of the next answer, but not its author, and not who has deleted their words', async () => {
  const { video, root, first } = await thread()
  const [asker, other] = [await server.person(owner), await server.person(owner)]
  const replied = async (who: Sender) =>
    (await notices(who)).filter(({ type, video_id }) => type === 'REPLY' && video_id === video).map(({ text }) => text)
  await server.aComment(asker, video, { content: 'Asked', parent_comment_id: root.id })
  const gone = await server.aComment(other, video, { content: 'Gone', parent_comment_id: first.id })
  await remove(video, gone.id, other)
  await server.aComment(owner, video, { content: 'The answer', parent_comment_id: first.id })
  expect(await replied(colleague)).toEqual(['The answer', null, 'Asked'])
  expect(await replied(asker)).toEqual(['The answer', null])
  expect(await replied(other)).toEqual([])
  expect(await replied(owner)).not.toContain('The answer')
})

test('open pages hear of each step, and no event has what was deleted', async () => {
  const { video, guest, root, first, second } = await thread()
  const [page, linked] = [
    await openEvents(server.base, video, owner),
    await openEvents(server.base, video, await server.aLink(owner, video, 'viewer')),
  ]
  const heard = () =>
    page.events
      .filter(({ event }) => event === 'comment')
      .map(({ data }) => [data.kind, data.comment.id, data.comment.content])
  await remove(video, root.id, guest)
  await expect.poll(heard).toEqual([['updated', root.id, '']])
  await remove(video, first.id, owner)
  await remove(video, second.id, owner)
  await expect.poll(heard).toEqual([
    ['updated', root.id, ''],
    ['deleted', first.id, ''],
    ['deleted', second.id, ''],
    ['deleted', root.id, ''],
  ])
  await linked.received(4)
  expect(JSON.stringify([page.events, linked.events])).not.toMatch(/Words of|Gil|Lovelace/)
  await restore(video, second.id, owner)
  await expect
    .poll(() => heard().slice(4))
    .toEqual([
      ['created', root.id, ''],
      ['created', second.id, 'Words of a member'],
    ])
  page.close()
  linked.close()
})

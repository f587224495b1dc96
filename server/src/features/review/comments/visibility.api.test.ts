import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@footnote/contract/calls/endpoint.ts'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { CommentSource } from '@footnote/contract/nouns/review/comments/source.ts'
import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { LinkHolder, Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { NIL } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
afterAll(() => server.close())

/** The calls of a share link, except the endless one. */
const OF_LINKS = Object.entries(endpoints)
  .flatMap(([noun, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, call]) => ({ name: `${noun}.${name}`, call })),
  )
  .filter(({ call }) => call.access === 'share' && !call.events)

/** Those that name a comment, in the address or as the parent of a reply. */
const ABOUT_ONE = OF_LINKS.filter(({ call }) => call.method !== 'GET' || call.path.includes(':comment_id'))

/** Queries that make each list answer in another way. */
const QUERIES = ['', '?sort=latest', '?page=2&page_size=1', '?page=9&page_size=100', '?format=otio&team=true']
const STATES = ['indexed', 'being indexed', 'damaged', 'a sample'] as const
const STATUS = { 'being indexed': 'PROCESSING', damaged: 'FAILED' } as const

const collection = await server.aCollection(owner, { kind: 'review' })

/** A video in a state with an open thread, and links that show it. */
async function reviewed(state: (typeof STATES)[number]) {
  const of = state === 'a sample' ? await server.aCollection(null) : collection
  const video = await server.aVideo(state === 'a sample' ? null : owner, of, {
    duration: 60,
    frame_rate_num: 25,
    frame_rate_den: 1,
  })
  if (state in STATUS) {
    const status = STATUS[state as keyof typeof STATUS]
    await server.db.updateTable('videos').set({ status }).where('id', '=', video).execute()
  }
  const links: Record<string, LinkHolder> = {
    viewer: await server.aLink(owner, video, 'viewer'),
    commenter: await server.aLink(owner, video),
    guest: { ...(await server.aLink(owner, video)), guest_key: 'a key' },
  }
  const root = await server.aComment(owner, video, { content: 'For everyone', start_time: 2 })
  await server.aComment(owner, video, { parent_comment_id: root.id, content: 'A reply for everyone' })
  return { video, links, root }
}

interface TeamThread {
  readonly root: Comment
  readonly ids: readonly string[]
  readonly words: readonly string[]
}

/** Team-only comments of two members: a root with replies three deep, one with an edit, one deleted. */
async function hiddenIn(video: string): Promise<TeamThread> {
  const words = Array.from({ length: 6 }, () => randomUUID())
  const root = await server.aComment(owner, video, { content: words[0], start_time: 1, visibility: 'team' })
  const thread = [root]
  for (const content of words.slice(1, 4))
    thread.push(await server.aComment(colleague, video, { content, parent_comment_id: thread.at(-1)!.id }))
  const edited = await server.aComment(owner, video, { content: words[4], start_time: 50, visibility: 'team' })
  await server.put(`/api/quick-review/update-comment/${video}/${edited.id}`, { content: words[5] }, owner)
  const deleted = await server.aComment(owner, video, { content: words[5], start_time: 3, visibility: 'team' })
  await server.delete(`/api/quick-review/comments/${video}/${deleted.id}`, owner)
  return { root, words, ids: [...thread, edited, deleted].map(({ id }) => id) }
}

/** A call about a comment. Signatures and expiries of file addresses change with the time. */
async function answer({ call }: (typeof OF_LINKS)[number], video: string, comment: string, query: string, who: Sender) {
  const address = call.path.replace(':video_id', video).replace(':comment_id', comment) + query
  const body = { content: 'Words', start_time: 1, guest_name: 'Grace', parent_comment_id: comment }
  const { status, json } =
    call.method === 'GET'
      ? await server.get(address, who)
      : call.method === 'DELETE'
        ? await server.delete(address, who)
        : await server[call.method === 'PUT' ? 'put' : 'post'](address, body, who)
  return JSON.stringify({ status, json })
    .replace(/\?[^"]*/g, '')
    .replaceAll(comment, 'comment')
}

describe.each(STATES)('of a video that is %s', async (state) => {
  const { video, links, root } = await reviewed(state)
  const reads = OF_LINKS.filter(({ call }) => call.method === 'GET')
  const everything = async () =>
    await Promise.all(
      Object.values(links).flatMap((who) =>
        reads.flatMap((call) => QUERIES.map((query) => answer(call, video, root.id, query, who))),
      ),
    )
  const before = await everything()
  const streams = await Promise.all(Object.values(links).map((who) => openEvents(server.base, video, who)))
  const member = await openEvents(server.base, video, colleague)
  const cursors = streams.map((stream) => stream.lastId())
  const hidden = await hiddenIn(video)
  afterAll(() => {
    for (const stream of [...streams, member]) stream.close()
  })

  test('every answer to a link is the same byte for byte with team-only comments and without', async () => {
    expect(before.some((text) => text.includes('For everyone'))).toBe(true)
    expect(await everything()).toEqual(before)
  })

  test.each(ABOUT_ONE.map((call) => [call.name, call] as const))(
    '%s answers a link about a team-only comment as about one that does not exist',
    async (_, call) => {
      for (const who of Object.values(links))
        for (const id of hidden.ids) {
          const given = await answer(call, video, id, '', who)
          expect(given).toBe(await answer(call, video, NIL, '', who))
          for (const secret of [...hidden.ids, ...hidden.words]) expect(given).not.toContain(secret)
        }
    },
  )

  test('a stream of a link carries no event of them, and that of a member carries each', async () => {
    const last = await server.aComment(owner, video, { content: 'The last one', start_time: 4 })
    const ofLast = ({ events }: (typeof streams)[number]) => events.some(({ data }) => data.comment?.id === last.id)
    for (const stream of [...streams, member]) {
      await expect.poll(() => ofLast(stream)).toBe(true)
      const ids = stream.events.map(({ data }) => data.comment.id)
      if (stream === member) expect(new Set(ids)).toEqual(new Set([...hidden.ids, last.id]))
      else expect(ids).toEqual([last.id])
    }
  })

  test('a stream of a link that goes on from before them carries no byte of them either', async () => {
    const last = await server.aComment(owner, video, { content: 'The very last one', start_time: 5 })
    for (const [at, who] of Object.values(links).entries()) {
      const later = await openEvents(server.base, video, who, { after: cursors[at]! })
      const isLast = ({ data }: (typeof later.events)[number]) => data.comment?.id === last.id
      await expect.poll(() => later.events.some(isLast)).toBe(true)
      expect(later.events.map(({ event }) => event)).not.toContain('missed')
      const heard = JSON.stringify(later.events)
      for (const secret of [...hidden.ids, ...hidden.words]) expect(heard).not.toContain(secret)
      later.close()
    }
  })
})

test('members see the search that a comment comes from, and a link does not', async () => {
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const root = await server.aComment(owner, video)
  const query = randomUUID()
  const source: CommentSource = { kind: 'search', index_id: 'all', query, types: ['VISUAL'], frame: null, score: 0.91 }
  const guest = { ...(await server.aLink(owner, video)), guest_key: 'a key' }
  const [stream, member] = [
    await openEvents(server.base, video, guest),
    await openEvents(server.base, video, colleague),
  ]
  await server.db
    .updateTable('comments')
    .set({ source: JSON.stringify(source) })
    .where('id', '=', root.id)
    .execute()
  await server.put(`/api/quick-review/update-comment/${video}/${root.id}`, { content: 'Changed' }, owner)
  for (const { events } of [stream, member]) await expect.poll(() => events.length).toBe(1)
  expect(member.events[0]?.data.comment.source).toEqual(source)
  expect((await server.get(`/api/quick-review/comments/${video}`, colleague)).json.items).toMatchObject([{ source }])
  expect(stream.events[0]?.data.comment).toMatchObject({ content: 'Changed', source: null })
  for (const call of OF_LINKS.filter(({ call }) => call.method === 'GET'))
    expect(await answer(call, video, root.id, '', guest)).not.toContain(query)
  for (const { close } of [stream, member]) close()
})

test('members list, count, answer and are notified of team-only comments, which keep their thread for the team', async () => {
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const root = await server.aComment(colleague, video, { content: 'For us', visibility: 'team' })
  expect(root.visibility).toBe('team')
  const reply = await server.aComment(owner, video, { parent_comment_id: root.id, content: 'Agreed' })
  expect(reply.visibility).toBe('team')
  const { json } = await server.get(`/api/quick-review/comments/${video}`, owner)
  expect([json.total, json.items[0].reply_count, json.items[0].visibility]).toEqual([1, 1, 'team'])
  const notices = await server.db.selectFrom('notifications').select(['user_id', 'type']).execute()
  expect(notices).toContainEqual({ user_id: owner.id, type: 'COMMENT' })
  expect(notices).toContainEqual({ user_id: colleague.id, type: 'REPLY' })
})

test('a link writes none, and nobody writes a reply with another visibility than its thread', async () => {
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const root = await server.aComment(owner, video)
  const create = (body: object, who: Sender) => server.post(`/api/quick-review/create-comment/${video}`, body, who)
  const team = { content: 'a', start_time: 1, visibility: 'team', guest_name: 'Grace' }
  const guest = { ...(await server.aLink(owner, video)), guest_key: 'key' }
  expect((await create(team, guest)).json).toMatchObject({ status: 403, code: 'forbidden' })
  expect((await create({ ...team, visibility: 'everyone' }, guest)).json.visibility).toBe('everyone')
  const reply = { content: 'a', parent_comment_id: root.id }
  expect((await create({ ...reply, visibility: 'team' }, owner)).json).toMatchObject({ code: 'validation_failed' })
  expect((await create({ ...reply, visibility: 'secret' }, owner)).status).toBe(400)
  const moved =
    sql`insert into comments (video_id, company_id, parent_comment_id, depth, user_id, content, start_time, visibility)
    select video_id, company_id, id, 1, user_id, 'a', 1, 'team' from comments where id = ${root.id}`.execute(server.db)
  await expect(moved).rejects.toThrow('foreign key')
})

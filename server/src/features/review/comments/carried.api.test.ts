import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { afterAll, expect, test } from 'vitest'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { NIL } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

/** Three versions of a video, each of 60 seconds, oldest first. */
async function versions(): Promise<[string, string, string]> {
  const ids = []
  for (let number = 0; number < 3; number++) ids.push(await server.aVideo(owner, collection, { duration: 60 }))
  const [first, second, third] = ids as [string, string, string]
  for (const id of [second, third]) await server.post(`/api/quick-review/stack/${id}`, { onto: first }, owner)
  return [first, second, third]
}
const earlier = async (id: string, who: Sender = owner): Promise<Comment[]> =>
  (await server.get(`/api/quick-review/comments/${id}?earlier=open`, who)).json.items
const carry = (video: string, comment: string, place: object, who?: Sender) =>
  server.post(`/api/quick-review/carry-comment/${video}/${comment}`, place, who)
const resolve = (video: string, comment: string, resolved: boolean) =>
  server.post(`/api/quick-review/resolve-comment/${video}/${comment}`, { resolved }, owner)

test('open comments of earlier versions are listed apart from the own ones, and resolved ones are not', async () => {
  const [first, second, third] = await versions()
  const old = await server.aComment(colleague, first, { start_time: 9 })
  const newer = await server.aComment(owner, second, { start_time: 3, visibility: 'team' })
  await server.aComment(owner, first, { parent_comment_id: old.id })
  const own = await server.aComment(owner, third)
  expect(await earlier(third)).toMatchObject([
    { id: newer.id, version: 2, video_id: second, carried: false, start_time: 3 },
    { id: old.id, version: 1, video_id: first, carried: false, reply_count: 1 },
  ])
  expect((await earlier(second)).map(({ id }) => id)).toEqual([old.id])
  expect(await earlier(first)).toEqual([])
  const list = (await server.get(`/api/quick-review/comments/${third}`, owner)).json
  expect(list).toMatchObject({ items: [{ id: own.id, version: 3 }], total: 1, counts: { open: 1 } })
  await resolve(second, newer.id, true)
  expect((await earlier(third)).map(({ id }) => id)).toEqual([old.id])
  await resolve(second, newer.id, false)
  expect(await earlier(third)).toHaveLength(2)
})

test('a link lists none, since it shows one version', async () => {
  const [first, , third] = await versions()
  await server.aComment(owner, first)
  const link = await server.aLink(owner, third)
  expect(await earlier(third, link)).toEqual([])
  expect((await server.get(`/api/quick-review/comments/${third}?earlier=open`, link)).json.total).toBe(0)
})

test('a comment gets another place in a later version, moves again, and keeps its own', async () => {
  const [first, second, third] = await versions()
  const { id } = await server.aComment(colleague, first, { start_time: 9, end_time: 11 })
  const placed = await carry(third, id, { start_time: 20, end_time: 22 }, owner)
  expect(placed.json).toMatchObject({ id, version: 1, video_id: first, carried: true, start_time: 20, end_time: 22 })
  await carry(third, id, { start_time: 2 }, colleague)
  expect(await earlier(third)).toMatchObject([{ carried: true, start_time: 2, end_time: null }])
  expect(await earlier(second)).toMatchObject([{ carried: false, start_time: 9, end_time: 11 }])
  const own = (await server.get(`/api/quick-review/comments/${first}`, owner)).json.items
  expect(own).toMatchObject([{ id, carried: false, start_time: 9 }])
  const { json } = await server.get(`/api/quick-review/comments/${third}?earlier=open&sort=timeline`, owner)
  expect(json.total).toBe(1)
})

test('a place must lie within the video, and the comment on an earlier version of it', async () => {
  const [first, second, third] = await versions()
  const { id } = await server.aComment(owner, second)
  const reply = await server.aComment(owner, second, { parent_comment_id: id })
  for (const place of [{ start_time: -1 }, { start_time: 61 }, { start_time: 5, end_time: 4 }, { end_time: 3 }, {}])
    expect((await carry(third, id, place, owner)).status, JSON.stringify(place)).toBe(400)
  const place = { start_time: 1 }
  for (const [video, comment] of [
    [first, id],
    [second, id],
    [third, reply.id],
    [third, NIL],
    [third, 'nonsense'],
    [await server.aVideo(owner, collection, { duration: 60 }), id],
  ] as const)
    expect((await carry(video, comment, place, owner)).status).toBe(404)
  expect((await carry(third, id, place)).status).toBe(401)
  expect((await carry(third, id, place, stranger)).status).toBe(404)
})

test('deleting the account of who placed a comment leaves it in its place', async () => {
  const [first, , third] = await versions()
  const { id } = await server.aComment(owner, first)
  const helper = await server.person(colleague)
  expect((await carry(third, id, { start_time: 7 }, helper)).status).toBe(200)
  await server.db.deleteFrom('users').where('id', '=', helper.id).execute()
  expect(await earlier(third)).toMatchObject([{ id, start_time: 7, carried: true }])
})

test('pages of later versions hear that a comment changed, and links and earlier versions hear nothing', async () => {
  const [first, second, third] = await versions()
  const link = await server.aLink(owner, third)
  const [later, also, before, guest] = await Promise.all([
    openEvents(server.base, third, owner),
    openEvents(server.base, second, colleague),
    openEvents(server.base, first, owner),
    openEvents(server.base, third, link),
  ])
  const { id } = await server.aComment(colleague, first, { visibility: 'team' })
  await server.put(`/api/quick-review/update-comment/${first}/${id}`, { content: 'Other words' }, colleague)
  await resolve(first, id, true)
  await resolve(first, id, false)
  await carry(third, id, { start_time: 20 }, owner)
  await server.delete(`/api/quick-review/comments/${first}/${id}`, colleague)
  await Promise.all([later.received(6), also.received(6), before.received(5)])
  // What comes last shows that nothing else came before it.
  await server.aComment(owner, third)
  await Promise.all([later.received(7), guest.received(1)])
  expect(later.events.slice(0, 6)).toEqual(Array(6).fill({ event: 'earlier', data: {} }))
  expect(also.events).toEqual(Array(6).fill({ event: 'earlier', data: {} }))
  expect(before.events.map(({ event, data }) => [event, data.kind])).toEqual([
    ['comment', 'created'],
    ['comment', 'updated'],
    ['comment', 'updated'],
    ['comment', 'updated'],
    ['comment', 'deleted'],
  ])
  expect(guest.events).toMatchObject([{ event: 'comment', data: { kind: 'created' } }])
  for (const stream of [later, also, before, guest]) stream.close()
})

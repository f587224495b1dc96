import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())
const names = { first_name: 'Grace', last_name: 'Hopper' }
await server.db.updateTable('users').set(names).where('id', '=', colleague.id).execute()
await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()

const fresh = () => server.aVideo(owner, collection, { duration: 60 })
const resolve = (video: string, id: string, who?: Sender, resolved: unknown = true) =>
  server.post(`/api/quick-review/resolve-comment/${video}/${id}`, { resolved }, who)
const list = async (video: string, who: Sender, query = '') =>
  (await server.get(`/api/quick-review/comments/${video}${query}`, who)).json
const contents = ({ items }: { items: Comment[] }) => items.map(({ content }) => content)

describe('resolving a thread', () => {
  test('says who did and when, once; opening it again forgets both', async () => {
    const video = await fresh()
    const { id, can, resolved_at } = await server.aComment(owner, video)
    expect([resolved_at, can.resolve]).toEqual([null, true])
    const { json: resolved } = await resolve(video, id, colleague)
    expect(resolved).toMatchObject({ id, resolved_at: expect.stringMatching(/Z$/), resolved_by: 'Grace Hopper' })
    expect((await resolve(video, id, owner)).json).toMatchObject({
      resolved_at: resolved.resolved_at,
      resolved_by: 'Grace Hopper',
    })
    const open = { id, resolved_at: null, resolved_by: null, is_edited: false }
    for (const who of [owner, colleague]) expect((await resolve(video, id, who, false)).json).toMatchObject(open)
  })

  test('is for members, and for guests in threads that they began', async () => {
    const video = await fresh()
    const guest = { ...(await server.aLink(owner, video)), guest_key: 'one guest' }
    const other = { ...guest, guest_key: 'another guest' }
    const viewer = { ...(await server.aLink(owner, video, 'viewer')), guest_key: 'one guest' }
    const theirs = await server.aComment(guest, video)
    const ours = await server.aComment(owner, video)
    expect((await list(video, guest)).items.map(({ can }: Comment) => can.resolve)).toEqual([true, false])
    expect((await list(video, viewer)).items.map(({ can }: Comment) => can.resolve)).toEqual([false, false])
    for (const [id, who] of [
      [ours.id, guest],
      [theirs.id, other],
      [theirs.id, viewer],
    ] as const)
      expect((await resolve(video, id, who)).json).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await resolve(video, theirs.id, stranger)).status).toBe(404)
    expect((await resolve(video, theirs.id)).status).toBe(401)
    expect((await resolve(video, theirs.id, guest)).json.resolved_by).toBe('Grace (guest)')
  })

  test('is refused for replies, and for anything but yes or no', async () => {
    const video = await fresh()
    const root = await server.aComment(owner, video)
    const reply = await server.aComment(owner, video, { parent_comment_id: root.id })
    expect(reply.can.resolve).toBe(false)
    expect((await resolve(video, reply.id, owner)).json).toMatchObject({ status: 400, code: 'validation_failed' })
    for (const wrong of [{}, null, 'true', 1]) expect((await resolve(video, root.id, owner, wrong)).status).toBe(400)
    expect((await resolve(await fresh(), root.id, owner)).status).toBe(404)
  })

  test('is heard by every page once, with the rights of its viewer', async () => {
    const video = await fresh()
    const { id } = await server.aComment(owner, video)
    const streams = [
      await openEvents(server.base, video, colleague),
      await openEvents(server.base, video, await server.aLink(owner, video)),
    ]
    await Promise.all([resolve(video, id, owner), resolve(video, id, colleague)])
    await resolve(video, id, owner, false)
    const last = await server.aComment(owner, video)
    for (const [place, stream] of streams.entries()) {
      await stream.received(3)
      expect(stream.events.map(({ data }) => [data.kind, data.comment.id])).toEqual([
        ['updated', id],
        ['updated', id],
        ['created', last.id],
      ])
      expect(stream.events[0]?.data.comment.can.resolve).toBe(place === 0)
      stream.close()
    }
  })

  test('keeps its name when the account is deleted', async () => {
    const video = await fresh()
    const { id } = await server.aComment(owner, video)
    const leaver = await server.person(colleague)
    await resolve(video, id, leaver)
    expect((await server.post('/api/delete_account', { password: PASSWORD }, leaver)).status).toBe(200)
    expect((await list(video, owner)).items[0]).toMatchObject({
      resolved_at: expect.any(String),
      resolved_by: 'Deleted user',
    })
  })
})

describe('a list', () => {
  test('has the open or the resolved comments of a person, and counts those that the viewer may see', async () => {
    const video = await fresh()
    const guest = { ...(await server.aLink(owner, video)), guest_key: 'key' }
    const add = async (who: Sender, content: string, done: boolean, fields: object = {}) => {
      const { id } = await server.aComment(who, video, { content, ...fields })
      if (done) await resolve(video, id, owner)
    }
    await add(owner, 'a', false)
    await add(owner, 'b', true)
    await add(colleague, 'c', false)
    await add(guest, 'd', true, { guest_name: 'Kim' })
    await add(guest, 'e', false, { guest_name: 'Kim' })
    await add(owner, 'secret', true, { visibility: 'team' })
    const asked = async (who: Sender, query: string) => {
      const answer = await list(video, who, query)
      expect(answer.counts).toEqual(who === guest ? { open: 3, resolved: 2 } : { open: 3, resolved: 3 })
      expect(answer.total).toBe(answer.items.length)
      return contents(answer).join(' ')
    }
    expect(await asked(owner, '')).toBe('a b c d e secret')
    expect(await asked(owner, '?status=open')).toBe('a c e')
    expect(await asked(owner, '?status=resolved&sort=latest')).toBe('secret d b')
    expect(await asked(owner, '?by=me')).toBe('a b secret')
    expect(await asked(owner, '?by=me&status=open')).toBe('a')
    expect(await asked(owner, '?by=Kim%20(guest)&status=resolved')).toBe('d')
    // A member could have this name.
    expect(await asked(owner, '?by=Kim')).toBe('')
    expect(await asked(colleague, '?by=Grace%20Hopper')).toBe('c')
    expect(await asked(colleague, '?by=Nobody')).toBe('')
    expect(await asked(guest, '')).toBe('a b c d e')
    expect(await asked(guest, '?status=resolved')).toBe('b d')
    expect(await asked(guest, '?by=me')).toBe('d e')
    const without = await list(video, { share_token: guest.share_token }, '?by=me')
    expect([without.total, without.items]).toEqual([0, []])
    const page = await list(video, owner, '?status=open&page=2&page_size=2')
    expect([page.total, contents(page)]).toEqual([3, ['e']])
    const beyond = await list(video, owner, '?status=open&page=9')
    expect([beyond.total, beyond.counts]).toEqual([3, { open: 3, resolved: 3 }])
    expect((await server.get(`/api/quick-review/comments/${video}?status=done`, owner)).status).toBe(400)
  })
})

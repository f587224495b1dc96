import { TEXT } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person, Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
afterAll(() => server.close())

const list = (of: string, who: Sender) => server.get(`/api/quick-review/comments/${of}`, who)
const replies = (of: string, id: string, who: Sender) => server.get(`/api/quick-review/comments/${of}/${id}`, who)
const create = (of: string, body: object, who: Sender) =>
  server.post(`/api/quick-review/create-comment/${of}`, body, who)
const update = (of: string, id: string, content: string, who: Sender) =>
  server.put(`/api/quick-review/update-comment/${of}/${id}`, { content }, who)
const remove = (of: string, id: string, who: Sender) => server.delete(`/api/quick-review/comments/${of}/${id}`, who)
const fresh = () => server.aVideo(owner, collection, { duration: 60 })
const noticesOf = async (who: Person) => (await server.get('/api/get_notifications', who)).json.notifications.length

describe('a comment that is sent again with its key', () => {
  const count = async (of: string) => (await list(of, owner)).json.total
  const sent = { content: 'Once', start_time: 2, end_time: 3, idempotency_key: 'a key' }

  test('is the first one, and nobody is notified twice', async () => {
    const of = await fresh()
    const noticesBefore = await noticesOf(owner)
    const first = await create(of, sent, colleague)
    const again = await create(of, sent, colleague)
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.json).toEqual(first.json)
    expect(await count(of)).toBe(1)
    expect(await noticesOf(owner)).toBe(noticesBefore + 1)
  })

  test('is written once when it is sent twenty times at once', async () => {
    const of = await fresh()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(of, sent, owner)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map((answer) => answer.json.id)).size).toBe(1)
    expect(await count(of)).toBe(1)
  })

  test('works for guests and for replies, too', async () => {
    const of = await fresh()
    const link = { ...(await server.aLink(owner, of)), guest_key: 'key of a guest' }
    const named = { ...sent, guest_name: 'Grace' }
    const root = (await create(of, named, link)).json
    expect((await create(of, { ...named, guest_name: 'Grace H.' }, link)).json.id).toBe(root.id)
    const reply = { content: 'Again', parent_comment_id: root.id, guest_name: 'Grace', idempotency_key: 'another key' }
    const first = (await create(of, reply, link)).json
    expect((await create(of, reply, link)).json.id).toBe(first.id)
    expect((await replies(of, root.id, owner)).json.replies).toHaveLength(1)
  })

  test('is another comment for another person, another video and another guest key', async () => {
    const [of, other] = [await fresh(), await fresh()]
    const link = await server.aLink(owner, of)
    const ids = [
      await create(of, sent, owner),
      await create(of, sent, colleague),
      await create(other, sent, owner),
      await create(of, { ...sent, guest_name: 'Grace' }, { ...link, guest_key: 'one' }),
      await create(of, { ...sent, guest_name: 'Alan' }, { ...link, guest_key: 'two' }),
    ].map((answer) => answer.json.id)
    expect(new Set(ids).size).toBe(5)
  })

  test('is found after an edit, and written again after a deletion', async () => {
    const of = await fresh()
    const first = (await create(of, sent, owner)).json
    await update(of, first.id, 'Edited', owner)
    expect((await create(of, sent, owner)).json).toMatchObject({ id: first.id, content: 'Edited' })
    await remove(of, first.id, owner)
    expect((await create(of, sent, owner)).json.content).toBe('Once')
    expect(await count(of)).toBe(1)
  })

  test('is refused when it differs, so that no text is lost silently', async () => {
    const of = await fresh()
    const { id } = (await create(of, sent, owner)).json
    for (const change of [{ content: 'Twice' }, { start_time: 1 }, { end_time: null }, { parent_comment_id: id }]) {
      const answer = await create(of, { ...sent, ...change }, owner)
      expect([answer.status, answer.json.code]).toEqual([409, 'idempotency_key_reused'])
    }
    expect(await count(of)).toBe(1)
    const long = await create(of, { ...sent, idempotency_key: 'k'.repeat(TEXT.idempotency_key + 1) }, owner)
    expect([long.status, Object.keys(long.json.fields)]).toEqual([400, ['idempotency_key']])
  })

  test('without a key is written each time', async () => {
    const of = await fresh()
    for (const key of [undefined, '', ' '])
      for (let time = 0; time < 2; time += 1) await create(of, { ...sent, idempotency_key: key }, owner)
    expect(await count(of)).toBe(6)
  })
})

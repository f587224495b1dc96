import { afterAll, describe, expect, test } from 'vitest'
import { ALL_RIGHTS } from '../../../../../seed/answers/comments.ts'
import { anOpenedLink } from '../../../../../seed/answers/links.ts'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { LinkHolder, Sender } from '../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../test/team.ts'
import { removeExpiredLinks } from './commands.ts'

const { server, owner, colleague } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const fresh = () => server.aVideo(owner, collection, { duration: 60 })
afterAll(() => server.close())

const create = (of: string, body: object, who: Sender) =>
  server.post(`/api/quick-review/create-comment/${of}`, body, who)
const list = async (of: string, who: Sender, query = '') =>
  (await server.get(`/api/quick-review/comments/${of}${query}`, who)).json
const revoke = async (of: string) => {
  for (const { id } of (await server.get(`/api/sharing_router/share-links/${of}`, owner)).json.share_links)
    await server.delete(`/api/sharing_router/share-links/${id}`, owner)
}
const guestsOf = (of: string) =>
  server.db
    .selectFrom('guests')
    .innerJoin('share_link_items as items', 'items.link_id', 'guests.link_id')
    .where('items.video_id', '=', of)
    .select(['guests.id', 'name'])
    .execute()
const said = { content: 'Cut here', start_time: 1, guest_name: 'Grace' }

describe('a guest', () => {
  test('is one row, also when the first twenty comments come at once', async () => {
    const of = await fresh()
    const link: LinkHolder = { ...(await server.aLink(owner, of)), guest_key: 'a new browser' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => create(of, { ...said, guest_name: `Grace ${n % 2}` }, link)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await guestsOf(of)).toHaveLength(1)
    expect((await list(of, link, '?by=me')).total).toBe(20)
  })

  test('may use another name later; a comment keeps the name that it was written with', async () => {
    const of = await fresh()
    const link: LinkHolder = { ...(await server.aLink(owner, of)), guest_key: 'a browser' }
    await create(of, said, link)
    await create(of, { ...said, guest_name: 'Grace Hopper' }, link)
    expect((await list(of, owner)).items.map(({ first_name }: { first_name: string }) => first_name)).toEqual([
      'Grace',
      'Grace Hopper',
    ])
    expect(await guestsOf(of)).toMatchObject([{ name: 'Grace Hopper' }])
  })

  test('changes their comments through a new link after the old one has ended', async () => {
    const of = await fresh()
    const old: LinkHolder = { ...(await server.aLink(owner, of)), guest_key: 'a browser' }
    const { id } = (await create(of, said, old)).json
    await revoke(of)
    const link: LinkHolder = { ...(await server.aLink(owner, of)), guest_key: 'a browser' }
    expect((await list(of, link)).items).toMatchObject([{ id, mine: true, can: { edit: true, delete: true } }])
    expect((await list(of, link, '?by=me')).total).toBe(1)
    const other = { ...link, guest_key: 'another browser' }
    expect((await list(of, other)).items).toMatchObject([{ id, mine: false, can: { edit: false } }])
    expect((await server.delete(`/api/quick-review/comments/${of}/${id}`, link)).status).toBe(200)
  })

  test('writes while the link ends and the video is deleted, without a deadlock', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const of = await fresh()
      const link = await server.aLink(owner, of)
      const guest = (n: number): LinkHolder => ({ ...link, guest_key: `browser ${n % 3}` })
      await create(of, said, guest(0))
      const answers = await Promise.all([
        ...Array.from({ length: 8 }, (_, n) => create(of, { ...said, guest_name: `G${n}` }, guest(n))),
        round % 2 === 0 ? revoke(of) : server.db.deleteFrom('videos').where('id', '=', of).execute(),
        ...Array.from({ length: 8 }, (_, n) => create(of, said, guest(n))),
        removeExpiredLinks(server.db),
      ])
      const statuses = answers.flatMap((answer) => (answer && 'status' in answer ? [answer.status] : []))
      expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([])
    }
  })

  test('is forgotten with the link, unless a comment of theirs stays', async () => {
    const of = await fresh()
    const link = await server.aLink(owner, of)
    const [stays, leaves] = [
      { ...link, guest_key: 'stays' },
      { ...link, guest_key: 'leaves' },
    ]
    await create(of, said, stays)
    const { id } = (await create(of, { ...said, guest_name: 'Bo' }, leaves)).json
    await server.delete(`/api/quick-review/comments/${of}/${id}`, leaves)
    const ids = (await guestsOf(of)).map((guest) => guest.id)
    expect(ids).toHaveLength(2)
    await removeExpiredLinks(server.db)
    expect(await guestsOf(of)).toHaveLength(2)
    await revoke(of)
    await removeExpiredLinks(server.db)
    const left = await server.db.selectFrom('guests').select('name').where('id', 'in', ids).execute()
    expect(left).toEqual([{ name: 'Grace' }])
  })

  test('keeps a comment when the account that made the link is deleted', async () => {
    const of = await fresh()
    await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
    const maker = await server.person({ company_id: owner.company_id })
    const link: LinkHolder = { ...(await server.aLink(maker, of)), guest_key: 'a browser' }
    await server.aComment(link, of)
    expect((await server.post('/api/delete_account', { password: PASSWORD }, maker)).status).toBe(200)
    expect((await list(of, link)).code).toBe('invalid_share_token')
    expect((await list(of, owner)).items).toMatchObject([{ first_name: 'Grace' }])
  })
})

describe('a link for approving', () => {
  test('opens the video, lets its guest comment, and says so', async () => {
    const of = await fresh()
    const link: LinkHolder = { ...(await server.aLink(colleague, of, 'approver')), guest_key: 'a browser' }
    const valid = await server.get(`/api/sharing_router/validate-share-token/${link.share_token}`)
    expect(valid.json).toEqual(anOpenedLink(of, { permission: 'approver' }))
    const shown = await server.get(`/api/sharing_router/get_shared_video_details/${of}`, link)
    expect(shown.json.shared_permission).toBe('approver')
    const { id, can } = (await create(of, said, link)).json
    expect(can).toEqual(ALL_RIGHTS)
    const inside = await server.aComment(owner, of, { visibility: 'team' })
    expect((await list(of, link)).items.map((item: { id: string }) => item.id)).toEqual([id])
    expect((await server.get(`/api/quick-review/comments/${of}/${inside.id}`, link)).status).toBe(404)
  })
})

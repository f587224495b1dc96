import { afterAll, expect, test } from 'vitest'
import { openEvents, openLinkEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'
import { withConnection } from '../../../platform/db/connections.ts'

const { server, owner } = await startTeam()
afterAll(() => server.close())

/** A collection with a video, and a link to it. */
async function aRoom(settings: object = {}) {
  const collection = await server.aCollection(owner, { kind: 'review' })
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const body = { kind: 'collection', ids: [collection], permission: 'viewer', ...settings }
  const { json } = await server.post('/api/sharing_router/links', body, owner)
  const who = { share_token: new URL(json.share_url).pathname.split('/').at(-1)!, guest_key: 'key of a guest' }
  const change = (part: object) => server.put(`/api/sharing_router/share-links/${json.link.id}`, part, owner)
  return { collection, video, id: json.link.id, who, change }
}
const soon = () => new Date(Date.now() + 1_500).toISOString()
const aBox = () => aRoom({ kind: 'box', expires_at: new Date(Date.now() + 86_400_000).toISOString() })

/** Settings that take no right. */
const CHANGES: readonly object[] = [
  { name: 'Autumn launch' },
  { permission: 'approver' },
  { download: 'original' },
  { watermark: 'over' },
  { watermark_text: 'Northlane' },
  { show_versions: true },
  { email_rule: 'optional' },
]
test.each(CHANGES)('%j reaches the room and the page of a video', async (part) => {
  const { who, video, change } = await aRoom()
  const streams = [await openLinkEvents(server.base, who), await openEvents(server.base, video, who)]
  await change(part)
  for (const stream of streams) {
    await stream.received(1)
    expect(stream.events).toEqual([{ event: 'link', data: {} }])
    stream.close()
  }
})

test('a link that is made is no news, and what it shows later is', async () => {
  const heard: string[] = []
  await withConnection(server.config.database_url, 'test', async (client) => {
    client.on('notification', ({ payload = '' }) => heard.push(payload))
    await client.query('listen footnote_rights')
    const { id, change } = await aRoom()
    await client.query(`notify footnote_rights, '{}'`)
    await change({ kind: 'collection', ids: [await server.aCollection(owner, { kind: 'review' })] })
    await expect.poll(() => heard.filter((payload) => payload.includes(id))).toHaveLength(1)
    expect(heard.findIndex((payload) => payload.includes(id))).toBeGreaterThan(heard.indexOf('{}'))
    expect(heard).toContain('{}')
  })
})

test('the owner hears nothing of a link, and neither do guests of another one', async () => {
  const { video, collection, change } = await aRoom()
  const other = await server.post(
    '/api/sharing_router/links',
    { kind: 'collection', ids: [collection], permission: 'viewer' },
    owner,
  )
  const guest = { share_token: new URL(other.json.share_url).pathname.split('/').at(-1)! }
  const streams = [await openEvents(server.base, video, owner), await openEvents(server.base, video, guest)]
  await change({ name: 'Autumn launch' })
  await server.aComment(owner, video)
  for (const stream of streams) {
    await stream.received(1)
    expect(stream.events.map(({ event }) => event)).toEqual(['comment'])
    stream.close()
  }
})

test('a room hears that a video comes to it and that one goes, and nothing of others', async () => {
  const { who, collection } = await aRoom()
  const stream = await openLinkEvents(server.base, who)
  await server.aVideo(owner, await server.aCollection(owner), { duration: 60 })
  const video = await server.aVideo(owner, collection, { duration: 60 })
  await stream.received(1)
  await server.post('/api/delete_video', { id: video }, owner)
  await stream.received(2)
  expect(stream.events.map(({ event }) => event)).toEqual(['link', 'link'])
  stream.close()
})

test('a box hears how much more it takes', async () => {
  const { who, change } = await aBox()
  const stream = await openLinkEvents(server.base, who)
  await change({ max_files: 7 })
  await stream.received(1)
  expect(stream.events).toEqual([{ event: 'link', data: {} }])
  stream.close()
})

test.each([
  ['a pause', { paused: true }, 'invalid_share_token'],
  ['a new password', { password: 'four quiet boats' }, 'link_locked'],
] as const)('%s ends the streams of room and box', async (_, part, code) => {
  for (const { who, change } of [await aRoom(), await aBox()]) {
    const stream = await openLinkEvents(server.base, who)
    await change(part)
    await stream.ended()
    expect(stream.events.map(({ event, data }) => [event, data.code])).toEqual([['ended', code]])
  }
})

test('a link that is over ends its streams at that moment, whenever that was decided', async () => {
  const { who, video, change } = await aRoom({ expires_at: soon() })
  const later = await aRoom()
  const streams = [
    await openLinkEvents(server.base, who),
    await openEvents(server.base, video, who),
    await openLinkEvents(server.base, later.who),
    await openEvents(server.base, later.video, later.who),
  ]
  await later.change({ expires_at: soon() })
  const began = Date.now()
  for (const stream of streams) {
    await stream.ended()
    expect(stream.events.at(-1)).toMatchObject({ event: 'ended', data: { code: 'invalid_share_token' } })
  }
  // Without a clock they would end with the check of each minute.
  expect(Date.now() - began).toBeLessThan(20_000)
  await change({ expires_at: null })
})

test('a locked link has no stream without its pass, and no other call has one', async () => {
  const { who } = await aRoom({ password: 'four quiet boats' })
  expect((await openLinkEvents(server.base, who)).status).toBe(401)
  expect((await server.get('/api/sharing_router/events', owner)).status).toBe(401)
  expect((await openLinkEvents(server.base, { share_token: 'of no link' })).status).toBe(404)
})

test('a page that opens its stream again takes the place that it had', async () => {
  const { who, change } = await aRoom()
  const first = await openLinkEvents(server.base, who, { page_key: 'page' })
  const second = await openLinkEvents(server.base, who, { page_key: 'page' })
  await first.ended()
  await change({ name: 'Autumn launch' })
  await second.received(1)
  expect(first.events).toEqual([])
  second.close()
})

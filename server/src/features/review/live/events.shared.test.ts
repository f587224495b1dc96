import { EVENT_STREAMS } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LinkHolder } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startProduct } from '../../../../test/product.ts'
import { startTwoProcesses } from '../../../../test/two-processes.ts'
import { addressesOf, openPages } from '../../../../test/watchers.ts'

const { server, owner, colleague, beside, fresh } = await startTwoProcesses()

test('is a stream that no proxy buffers', async () => {
  const stream = await openEvents(server.base, await fresh(), owner)
  expect(stream.status).toBe(200)
  expect(stream.headers.get('content-type')).toBe('text/event-stream')
  expect(stream.headers.get('cache-control')).toBe('no-store')
  expect(stream.headers.get('x-accel-buffering')).toBe('no')
  stream.close()
})

test('reports new, changed and deleted comments, also from another process, to each viewer with their rights', async () => {
  const video = await fresh()
  const link = { ...(await server.aLink(owner, video)), guest_key: 'key of a guest' }
  const viewer = await server.aLink(owner, video, 'viewer')
  const streams = [
    await openEvents(server.base, video, owner),
    await openEvents(beside.base, video, colleague),
    await openEvents(beside.base, video, link),
    await openEvents(server.base, video, viewer),
  ]
  const root = await server.aComment(owner, video)
  const reply = await server.aComment(link, video, { parent_comment_id: root.id, content: 'Yes' })
  await server.put(`/api/quick-review/update-comment/${video}/${reply.id}`, { content: 'No' }, link)
  // The event of a change contains the comment as it is when read. A deleted one only yields its deletion.
  for (const stream of streams) await stream.received(3)
  await server.delete(`/api/quick-review/comments/${video}/${root.id}`, owner)
  for (const stream of streams) {
    await stream.received(4)
    expect(stream.events.map(({ event, data }) => [event, data.kind, data.comment.id, data.comment.content])).toEqual([
      ['comment', 'created', root.id, 'Cut here'],
      ['comment', 'created', reply.id, expect.stringMatching(/Yes|No/)],
      ['comment', 'updated', reply.id, 'No'],
      ['comment', 'updated', root.id, ''],
    ])
  }
  const [mine, theirs, guests, watching] = streams.map(({ events }) => events[1]!.data.comment)
  expect(mine).toMatchObject({ parent_comment_id: root.id, depth: 1, can: { reply: true, edit: false, delete: true } })
  expect(theirs.can).toMatchObject({ reply: true, edit: false, delete: false })
  expect(guests.can).toMatchObject({ reply: true, edit: true, delete: true })
  expect(watching.can).toMatchObject({ reply: false, edit: false, delete: false })
  expect(streams.map(({ events }) => events[0]!.data.comment.user_email !== null)).toEqual([true, true, false, false])
  for (const stream of streams) stream.close()
})

test('reports nothing of other videos and of other companies on the same sample', async () => {
  const stranger = await server.person({ company_id: await server.company() })
  const sample = await server.aVideo(null, await server.aCollection(null), { duration: 60 })
  const stream = await openEvents(server.base, sample, stranger)
  await server.aComment(owner, await fresh())
  await server.aComment(owner, sample)
  const own = await server.aComment(stranger, sample)
  await stream.received(1)
  expect(stream.events.map(({ data }) => data.comment.id)).toEqual([own.id])
  stream.close()
})

test('is refused without the right to read the video', async () => {
  const stranger = await server.person({ company_id: await server.company() })
  const video = await fresh()
  expect((await openEvents(server.base, video, stranger)).status).toBe(404)
  expect((await openEvents(server.base, await fresh(), await server.aLink(owner, video))).status).toBe(404)
  expect((await server.get(`/api/quick-review/events/${video}`)).status).toBe(401)
})

test('ends with a reason when the link is revoked or expires, in another process, too', async () => {
  const video = await fresh()
  const [revoked, expired] = [await server.aLink(owner, video), await server.aLink(owner, video)]
  const [newer, older] = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json.share_links
  const streams = [await openEvents(beside.base, video, revoked), await openEvents(server.base, video, expired)]
  const watching = await openEvents(server.base, video, owner)
  await server.delete(`/api/sharing_router/share-links/${older.id}`, owner)
  await server.db.updateTable('share_links').set({ expires_at: new Date() }).where('id', '=', newer.id).execute()
  for (const stream of streams) {
    await stream.ended()
    expect(stream.events).toEqual([
      { event: 'ended', data: { code: 'invalid_share_token', detail: 'Invalid share token' } },
    ])
  }
  await server.aComment(owner, video)
  await watching.received(1)
  watching.close()
})

test('ends when the video is deleted, the session ends, or the right to read is lost', async () => {
  const video = await fresh()
  const link = await openEvents(server.base, video, await server.aLink(owner, video))
  const reader = await openEvents(server.base, video, colleague)
  const leaver = await server.person(colleague)
  const leaving = await openEvents(server.base, video, leaver)
  const mover = await server.person(colleague)
  const moving = await openEvents(server.base, video, mover)
  await server.db
    .updateTable('refresh_tokens')
    .set({ revoked_at: new Date() })
    .where('user_id', '=', leaver.id)
    .execute()
  const elsewhere = await server.company()
  await server.db.updateTable('users').set({ company_id: elsewhere }).where('id', '=', mover.id).execute()
  await leaving.ended()
  await moving.ended()
  expect([leaving.events[0]?.data.code, moving.events[0]?.data.code]).toEqual(['unauthenticated', 'not_found'])
  expect((await server.post('/api/delete_video', { id: video }, owner)).status).toBe(200)
  await link.ended()
  await reader.ended()
  expect([link.events[0]?.data.code, reader.events[0]?.data.code]).toEqual(['invalid_share_token', 'not_found'])
})

test('a lost database connection ends no stream and loses no event', async () => {
  const video = await fresh()
  const stream = await openEvents(server.base, video, owner)
  const written: string[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where application_name = 'footnote-channels' and datname = current_database()`.execute(server.db)
    written.push((await server.aComment(owner, video)).id, (await server.aComment(colleague, video)).id)
  }
  await stream.received(written.length)
  expect(stream.events.map(({ event, data }) => [event, data.comment?.id])).toEqual(
    written.map((id) => ['comment', id]),
  )
  stream.close()
})

test('one person has a limited number of streams; closing one makes room, and others have their own limit', async () => {
  const video = await fresh()
  const listener = await server.person(colleague)
  const streams = await Promise.all(
    Array.from({ length: EVENT_STREAMS.per_person }, () => openEvents(server.base, video, listener)),
  )
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200))
  const refused = await openEvents(server.base, video, listener)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, `${EVENT_STREAMS.retry_after}`])
  const other = await openEvents(server.base, video, owner)
  expect(other.status).toBe(200)
  streams.pop()?.close()
  await expect
    .poll(async () => {
      const again = await openEvents(server.base, video, listener)
      streams.push(again)
      return again.status
    })
    .toBe(200)
  for (const stream of [...streams, other]) stream.close()
})

test('each page of a viewer link hears a comment, also when more share an address than one person may open', async () => {
  const video = await fresh()
  const link = await server.aLink(owner, video, 'viewer')
  const office = Array(EVENT_STREAMS.per_person + 1).fill('203.0.113.7')
  const pages = await openPages(beside.base, video, link, [...office, ...addressesOf(2)])
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  const { id } = await server.aComment(owner, video)
  for (const page of pages) {
    await page.received(1)
    expect(page.events[0]?.data.comment.id).toBe(id)
    page.close()
  }
})

test('a page without a key is counted by its address at the link, or as the guest that it names', async () => {
  const video = await fresh()
  const link = await server.aLink(owner, video, 'viewer')
  const open = (address: string, who: LinkHolder = link) => openEvents(beside.base, video, who, { address })
  const pages = await Promise.all(Array.from({ length: EVENT_STREAMS.per_person }, () => open('203.0.113.7')))
  pages.push(
    await open('203.0.113.7'),
    await open('203.0.113.8'),
    await open('203.0.113.7', { ...link, guest_key: 'a' }),
  )
  expect(pages.map(({ status }) => status).slice(-4)).toEqual([200, 429, 200, 200])
  for (const page of pages) page.close()
})

test('a page that opens its stream again takes the place that it had, and nobody else can take it', async () => {
  const video = await fresh()
  const page = { page_key: 'of one page' }
  const first = await openEvents(server.base, video, owner, page)
  const others = [
    await openEvents(server.base, video, colleague, page),
    await openEvents(server.base, video, await server.aLink(owner, video, 'viewer'), page),
    await openEvents(server.base, video, owner, { page_key: 'of another page' }),
  ]
  const second = await openEvents(server.base, video, owner, page)
  await first.ended()
  await server.aComment(owner, video)
  for (const stream of [second, ...others]) {
    await stream.received(1)
    stream.close()
  }
  expect(first.events).toEqual([])
})

test('open streams do not keep a process from ending', async () => {
  const third = await startProduct({ database_url: server.config.database_url, storage: server.storage })
  const stream = await openEvents(third.base, await fresh(), owner)
  await third.close()
  await stream.ended()
})

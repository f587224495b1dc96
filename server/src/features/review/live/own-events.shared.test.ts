import { EVENT_STREAMS } from '@footnote/contract/shared/limits.ts'
import { expect, test } from 'vitest'
import { openEvents, openOwnEvents } from '../../../../test/event-stream.ts'
import { namesOf, startTwoProcesses } from '../../../../test/two-processes.ts'

const { server, owner, colleague, beside, fresh } = await startTwoProcesses()
const { db } = server
const readAll = async (who: typeof owner) => {
  for (const { id } of (await server.get('/api/get_notifications', who)).json.notifications)
    await server.post('/api/handle_notification', { id, type: 'change_read' }, who)
}

test("carries that the person's notifications changed, from another process too, and nothing of other people's", async () => {
  const video = await fresh()
  const [mine, other] = [await openOwnEvents(beside.base, owner), await openOwnEvents(server.base, colleague)]
  await server.aComment(colleague, video)
  await mine.received(1)
  expect(mine.events).toEqual([{ event: 'notifications', data: {} }])
  await readAll(owner)
  await mine.received(2)
  expect(namesOf(mine)).toEqual(['notifications', 'notifications'])
  expect(other.events).toEqual([])
  for (const stream of [mine, other]) stream.close()
})

test('carries the events of one video too, and goes on where an earlier stream ended', async () => {
  const video = await fresh()
  const first = await openOwnEvents(server.base, owner, { video_id: video })
  await server.aComment(owner, video, { content: 'heard' })
  await first.received(1)
  first.close()
  await server.aComment(owner, video, { content: 'missed' })
  const second = await openOwnEvents(beside.base, owner, { video_id: video, after: first.lastId() })
  await second.received(1)
  expect(second.events.map(({ event, data }) => [event, data.comment.content])).toEqual([['comment', 'missed']])
  // The call for programs takes the same places.
  const third = await openEvents(server.base, video, owner, { after: first.lastId() })
  await third.received(1)
  expect(third.events).toEqual(second.events)
  for (const stream of [second, third]) stream.close()
})

test('a page that shows another video takes the place of its own stream', async () => {
  const [one, other] = [await fresh(), await fresh()]
  const page = { page_key: 'a page of one tab' }
  const streams = [
    await openOwnEvents(server.base, owner, page),
    await openOwnEvents(server.base, owner, { ...page, video_id: one }),
    await openOwnEvents(server.base, owner, { ...page, video_id: other }),
  ]
  await streams[0]!.ended()
  await streams[1]!.ended()
  await server.aComment(owner, other)
  await streams[2]!.received(1)
  expect(streams.map(namesOf)).toEqual([[], [], ['comment']])
  streams[2]!.close()
})

test('ends with the video that it is about, with the session, and with the right to read', async () => {
  const video = await fresh()
  const leaver = await server.person(colleague)
  const [ofVideo, leaving] = [
    await openOwnEvents(server.base, colleague, { video_id: video }),
    await openOwnEvents(server.base, leaver),
  ]
  await db.updateTable('refresh_tokens').set({ revoked_at: new Date() }).where('user_id', '=', leaver.id).execute()
  await server.post('/api/delete_video', { id: video }, owner)
  for (const stream of [ofVideo, leaving]) await stream.ended()
  expect([ofVideo, leaving].map(({ events }) => events.at(-1)?.data.code)).toEqual(['not_found', 'unauthenticated'])
})

test('is refused without a session, and for a video that the person may not read', async () => {
  const stranger = await server.person({ company_id: await server.company() })
  const video = await fresh()
  expect((await server.get('/api/events')).status).toBe(401)
  expect((await openOwnEvents(server.base, stranger, { video_id: video })).status).toBe(404)
  expect((await openOwnEvents(server.base, await server.aLink(owner, video))).status).toBe(401)
})

test('counts among the streams of the person', async () => {
  const listener = await server.person(colleague)
  const open = () => openOwnEvents(server.base, listener)
  const streams = await Promise.all(Array.from({ length: EVENT_STREAMS.per_person }, open))
  expect((await open()).status).toBe(429)
  for (const stream of streams) stream.close()
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { namesOf, startTwoProcesses } from '../../../../test/two-processes.ts'
import { logEvents, removeOldEvents } from '../../../platform/db/event-log.ts'

const { server, owner, colleague, beside, fresh } = await startTwoProcesses()
const { db } = server
type Stream = Awaited<ReturnType<typeof openEvents>>
const contentsOf = ({ events }: Stream) => events.map(({ data }) => data.comment?.content)

/** The cursor of a stream that was opened and is closed again. */
async function cursorIn(video: string, who: NonNullable<Sender> = colleague) {
  const stream = await openEvents(server.base, video, who)
  stream.close()
  return stream.lastId()
}

/** Writes comments, and waits until a stream that goes on at a cursor has them. */
async function resumed(video: string, who: NonNullable<Sender>, after: string, words: readonly string[]) {
  for (const content of words) await server.aComment(owner, video, { content })
  const stream = await openEvents(beside.base, video, who, { after })
  await stream.received(words.length)
  return stream
}

test('a stream goes on where an earlier one ended, in another process too, and brings each event once', async () => {
  const video = await fresh()
  const first = await openEvents(server.base, video, colleague)
  await server.aComment(owner, video, { content: 'heard' })
  await first.received(1)
  first.close()
  const second = await resumed(video, colleague, first.lastId(), ['one', 'two', 'three'])
  expect(contentsOf(second)).toEqual(['one', 'two', 'three'])
  await server.aComment(owner, video, { content: 'live' })
  await second.received(4)
  second.close()
  const third = await resumed(video, colleague, second.lastId(), ['four'])
  expect(contentsOf(third)).toEqual(['four'])
  third.close()
})

test('a stream without a cursor brings nothing of before', async () => {
  const video = await fresh()
  await server.aComment(owner, video, { content: 'before' })
  const stream = await openEvents(server.base, video, colleague)
  await server.aComment(owner, video, { content: 'after' })
  await stream.received(1)
  expect(contentsOf(stream)).toEqual(['after'])
  stream.close()
})

test('what was deleted, restored and changed in the meantime arrives in its order, and as it is now', async () => {
  const video = await fresh()
  const [gone, back] = [await server.aComment(owner, video), await server.aComment(owner, video, { content: 'back' })]
  const after = await cursorIn(video)
  await server.put(`/api/quick-review/update-comment/${video}/${gone.id}`, { content: 'secret' }, owner)
  await server.delete(`/api/quick-review/comments/${video}/${gone.id}`, owner)
  await server.delete(`/api/quick-review/comments/${video}/${back.id}`, owner)
  await server.post(`/api/quick-review/restore-comment/${video}/${back.id}`, {}, owner)
  const stream = await openEvents(server.base, video, colleague, { after })
  await stream.received(3)
  expect(stream.events.map(({ data }) => [data.kind, data.comment.id, data.comment.content])).toEqual([
    ['deleted', gone.id, ''],
    ['deleted', back.id, ''],
    ['created', back.id, 'back'],
  ])
  expect(JSON.stringify(stream.events)).not.toContain('secret')
  stream.close()
})

describe('a cursor that leads nowhere makes the stream say that events are missing, and it goes on', async () => {
  const video = await fresh()
  const missing = async (after: string) => {
    const stream = await openEvents(server.base, video, colleague, { after })
    await stream.received(1)
    await server.aComment(owner, video, { content: 'the next' })
    await stream.received(2)
    expect(namesOf(stream)).toEqual(['missed', 'comment'])
    stream.close()
    // The event says where it goes on.
    expect(contentsOf(await resumed(video, colleague, stream.lastId(), ['later']))).toEqual(['later'])
  }
  test.each([
    ['of another video', async () => cursorIn(await fresh())],
    ['that nobody gave out', async () => 'A'.repeat(60)],
    ['that is none', async () => '17'],
    ['that was changed', async () => (await cursorIn(video)).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))],
  ])('%s', async (_, cursor) => missing(await cursor()))

  test('older than the log', async () => {
    const after = await cursorIn(video)
    for (let count = 0; count < 3; count += 1) await server.aComment(owner, video)
    const second = sql<number>`(select last - 1 from event_logs where video_id = ${video})`
    await db.deleteFrom('events').where('video_id', '=', video).where('number', '<=', second).execute()
    await missing(after)
  })

  test('of a log that began again, even if it has as many events by now', async () => {
    await server.aComment(owner, video)
    const after = await cursorIn(video)
    await db.deleteFrom('events').where('video_id', '=', video).execute()
    await db.deleteFrom('event_logs').where('video_id', '=', video).execute()
    for (let count = 0; count < 3; count += 1) await server.aComment(owner, video)
    await missing(after)
  })

  test('with more events since than a page reads faster by its list', async () => {
    const after = await cursorIn(video)
    await logEvents(
      db,
      Array.from({ length: 501 }, () => ({ video_id: video, name: 'review' as const, facts: {} })),
    )
    await missing(after)
  })
})

test('transactions that write to logs in opposite orders wait for nothing, and each log has every event once', async () => {
  const videos = await Promise.all(Array.from({ length: 4 }, fresh))
  const streams = await Promise.all(videos.map((video) => openEvents(beside.base, video, colleague)))
  const write = async (writer: number) => {
    for (let turn = 0; turn < 10; turn += 1)
      await db
        .transaction()
        .execute(async (transaction) => {
          for (const video_id of (writer + turn) % 2 ? videos : videos.toReversed())
            await logEvents(transaction, [
              { video_id, name: 'transcript', facts: { revision: 100 * writer + turn, file: true } },
            ])
          await sql`select pg_sleep(random() * 0.01)`.execute(transaction)
          if (turn % 5 === 4) throw new Error('undone')
        })
        .catch((error: Error) => expect(error.message).toBe('undone'))
  }
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  const expected = Array.from({ length: 8 }, (_, writer) => [0, 1, 2, 3, 5, 6, 7, 8].map((turn) => 100 * writer + turn))
  for (const stream of streams) {
    await stream.received(64)
    expect(stream.events.map(({ data }) => data.revision).sort((a, b) => a - b)).toEqual(expected.flat())
    stream.close()
  }
  const { rows } = await sql<{ gaps: number }>`select max(number) - min(number) + 1 - count(*) as gaps from events
    where video_id = any(${videos}::uuid[]) group by video_id`.execute(db)
  expect(rows.map(({ gaps }) => Number(gaps))).toEqual([0, 0, 0, 0])
})

describe('a link', async () => {
  const video = await fresh()
  const link = await server.aLink(owner, video, 'viewer')

  test('hears by a later stream what everybody sees, and not one byte of what only the team sees', async () => {
    const words = randomUUID()
    const after = await cursorIn(video, link)
    const hidden = await server.aComment(owner, video, { content: words, visibility: 'team' })
    await server.aComment(colleague, video, { content: words, parent_comment_id: hidden.id })
    const other = await server.aComment(owner, video, { content: words, visibility: 'team' })
    await server.delete(`/api/quick-review/comments/${video}/${other.id}`, owner)
    const [guest, member] = [
      await resumed(video, link, after, ['for everybody']),
      await openEvents(server.base, video, owner, { after }),
    ]
    await member.received(4)
    expect(contentsOf(guest)).toEqual(['for everybody'])
    for (const secret of [words, hidden.id, other.id]) expect(JSON.stringify(guest.events)).not.toContain(secret)
    for (const stream of [guest, member]) stream.close()
  })

  test('cannot see in its cursors whether something happened', async () => {
    const before = await cursorIn(video, link)
    const same = await cursorIn(video, link)
    await server.aComment(owner, video, { visibility: 'team' })
    const after = await cursorIn(video, link)
    expect(new Set([before, same, after]).size).toBe(3)
    expect(new Set([before, same, after].map(({ length }) => length)).size).toBe(1)
  })

  test('that is revoked, and a member who left, hear nothing by the cursors that they have', async () => {
    const revoked = await server.aLink(owner, video)
    const leaver = await server.person(colleague)
    const cursors = [await cursorIn(video, revoked), await cursorIn(video, leaver)]
    await server.aComment(owner, video)
    const [newest] = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json.share_links
    await server.delete(`/api/sharing_router/share-links/${newest.id}`, owner)
    const company_id = await server.company()
    await db.updateTable('users').set({ company_id }).where('id', '=', leaver.id).execute()
    expect((await openEvents(server.base, video, revoked, { after: cursors[0]! })).status).toBe(404)
    expect((await openEvents(server.base, video, leaver, { after: cursors[1]! })).status).toBe(404)
  })
})

test('logs keep seven days and ten thousand events of a video, and none of a video that is gone', async () => {
  const [old, long, gone] = [await fresh(), await fresh(), randomUUID()]
  const many = Array.from({ length: 10_003 }, () => ({ video_id: long, name: 'review' as const, facts: {} }))
  for (let at = 0; at < many.length; at += 5_000) await logEvents(db, many.slice(at, at + 5_000))
  await logEvents(
    db,
    [old, old, gone].map((video_id) => ({ video_id, name: 'review', facts: {} })),
  )
  const first = sql<number>`(select last - 1 from event_logs where video_id = ${old})`
  const aged = sql<Date>`now() - interval '7 days 1 minute'`
  await db
    .updateTable('events')
    .set({ created_at: aged })
    .where('video_id', '=', old)
    .where('number', '=', first)
    .execute()
  await removeOldEvents(db)
  const { rows } = await sql<{ video_id: string; kept: number }>`select video_id, count(*)::int as kept from events
    where video_id = any(${[old, long, gone]}::uuid[]) group by video_id order by kept`.execute(db)
  expect(rows).toEqual([
    { video_id: old, kept: 1 },
    { video_id: long, kept: 10_000 },
  ])
  expect(await db.selectFrom('event_logs').selectAll().where('video_id', '=', gone).execute()).toEqual([])
})

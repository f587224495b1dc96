import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { videoRow } from '../../../../../seed/rows/videos.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startIndexing } from '../../../../test/indexing.ts'
import { ffmpeg } from '../../../../test/made-media.ts'
import { startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { notificationMail } from '../../personal/inbox/messages.ts'
import { findForMails } from '../../personal/inbox/queries.ts'

const indexing = await startIndexing()
const server = await startProduct({
  database_url: indexing.database_url,
  storage: indexing.storage,
  settings: { BILLING: 'off' },
})
afterAll(async () => {
  await server.close()
  await indexing.close()
})

const film = path.join(await temporaryFolder('version-events'), 'film.mp4')
await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=2', '-pix_fmt', 'yuv420p', film)

/** A collection of videos of which nothing but their facts and their rendition is wanted. */
const NOTHING = { visual: false, ocr: false, audio: false }

const member = () => server.person({ company_id: indexing.company_id })
const notices = async (who: Person) =>
  (await server.get('/api/get_notifications', who)).json.notifications.filter(
    ({ type }: { type: string }) => type === 'NEW_VERSION',
  )
const unstack = (id: string, who: Person) => server.post(`/api/quick-review/unstack/${id}`, {}, who)

/** Adds a video that waits to be indexed, as the next version of another one. */
async function nextVersion(of: string): Promise<string> {
  const { db } = indexing
  const { stack_id, collection_id } = await db
    .selectFrom('videos')
    .select(['stack_id', 'collection_id'])
    .where('id', '=', of)
    .executeTakeFirstOrThrow()
  const place = { stack_id, version: 2, user_id: indexing.user_id }
  const row = videoRow(collection_id, { ...place, file_name: 'film v2.mp4', status: 'PENDING' })
  const { id } = row
  await indexing.storage.writeFile(row.storage_key, film, 'video/mp4')
  await db.insertInto('videos').values(row).execute()
  await db.transaction().execute((transaction) => indexing.queue.enqueue(transaction, 'index-video', { video_id: id }))
  return id
}

test('who watches or commented hears once of a new version; guests of a link and its uploader do not', async () => {
  const [watcher, commenter] = [await member(), await member()]
  const uploader = { id: indexing.user_id, company_id: indexing.company_id }
  const first = await server.aVideo(uploader, await server.aCollection(uploader, NOTHING), { duration: 2 })
  const link = await server.aLink(watcher, first)
  await server.aComment(commenter, first, { visibility: 'team' })
  await server.aComment(link, first)
  const streams = [await openEvents(server.base, first, watcher), await openEvents(server.base, first, link)] as const
  const second = await nextVersion(first)
  await indexing.settled(second)
  // A comment from just before may reach a stream that opens now.
  const versions = () => streams[0].events.filter(({ event }) => event === 'version')
  await expect.poll(versions).toEqual([{ event: 'version', data: { video_id: second, version: 2 } }])
  expect(await notices(commenter)).toMatchObject([
    { video_id: second, video_name: 'film v2.mp4', version: 2, actor_name: 'Ada Lovelace' },
  ])
  expect(await notices(watcher)).toEqual([])
  const owned = await indexing.db
    .selectFrom('notifications')
    .select('type')
    .where('user_id', '=', indexing.user_id)
    .where('type', '=', 'NEW_VERSION')
    .execute()
  expect(owned).toEqual([])
  const notice = await indexing.db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', commenter.id)
    .executeTakeFirstOrThrow()
  const addresses = { public_url: 'https://example.org', unsubscribe_url: 'https://example.org/stop' }
  const row = (await findForMails(indexing.db, [notice.id])).get(notice.id)
  expect(row && notificationMail('a@example.org', 'NEW_VERSION', row, addresses)).toMatchObject({
    subject: 'Version 2 of film v2.mp4 is here',
    text: expect.stringMatching(
      /^film v2\.mp4, version 2\n\nAda Lovelace uploaded it\. [\s\S]*Open the new version: https:\/\/example\.org\/quick-review\/\S+\n/,
    ),
  })
  // A later event proves that the link's stream is open and had nothing before it.
  const said = await server.aComment(watcher, first)
  await expect
    .poll(() => streams[1].events.map(({ event, data }) => [event, data.comment?.id]))
    .toContainEqual(['comment', said.id])
  expect(streams[1].events.filter(({ event }) => event !== 'comment')).toEqual([])
  for (const stream of streams) stream.close()
})

test('taking the newest version out of its stack says that the one before is current again', async () => {
  const [keeper, watcher] = [await member(), await member()]
  const collection = await server.aCollection(keeper)
  const [one, two] = [
    await server.aVideo(keeper, collection, { duration: 9 }),
    await server.aVideo(keeper, collection, { duration: 9 }),
  ]
  await server.post(`/api/quick-review/stack/${two}`, { onto: one }, keeper)
  const stream = await openEvents(server.base, one, watcher)
  expect((await unstack(two, keeper)).status).toBe(200)
  await stream.received(1)
  expect(stream.events).toEqual([{ event: 'version', data: { video_id: one, version: 1 } }])
  stream.close()
})

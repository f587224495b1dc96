import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Person, Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents } from '../../../../test/event-stream.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague } = await startTeam()
const { db } = server
afterAll(() => server.close())

/** A member who watches a video of the owner. */
interface WatchedVideo {
  readonly member: Person
  readonly company_id: string
  readonly collection: string
  readonly video: string
}

const byMember = async ({ member }: WatchedVideo): Promise<Sender> => member
const byLink = ({ video }: WatchedVideo): Promise<Sender> => server.aLink(owner, video, 'viewer')
const itemsOf = ({ video }: WatchedVideo) =>
  db.selectFrom('share_link_items').select('link_id').where('video_id', '=', video)
const linksOf = (watched: WatchedVideo) => db.updateTable('share_links').where('id', 'in', itemsOf(watched))
const memberOf = ({ member }: WatchedVideo) => db.updateTable('users').where('id', '=', member.id)

/** Who watches, and what ends their stream, with the reason that it gives. */
const LOSSES: readonly [
  string,
  (watched: WatchedVideo) => Promise<Sender>,
  (watched: WatchedVideo) => unknown,
  string,
][] = [
  [
    'a link that is revoked',
    byLink,
    (watched) => db.deleteFrom('share_links').where('id', 'in', itemsOf(watched)).execute(),
    'invalid_share_token',
  ],
  [
    'a link that is over',
    byLink,
    (watched) => linksOf(watched).set({ expires_at: new Date() }).execute(),
    'invalid_share_token',
  ],
  [
    'a link whose maker has no account any more',
    async ({ member, video }) => server.aLink(member, video, 'viewer'),
    ({ member }) => db.deleteFrom('users').where('id', '=', member.id).execute(),
    'invalid_share_token',
  ],
  [
    'a session that ends',
    byMember,
    ({ member }) =>
      db.updateTable('refresh_tokens').where('user_id', '=', member.id).set({ revoked_at: new Date() }).execute(),
    'unauthenticated',
  ],
  [
    'an account that is deleted',
    byMember,
    ({ member }) => db.deleteFrom('users').where('id', '=', member.id).execute(),
    'unauthenticated',
  ],
  [
    'a member who leaves',
    byMember,
    async (watched) =>
      memberOf(watched)
        .set({ company_id: await server.company() })
        .execute(),
    'not_found',
  ],
  [
    'a collection that is deleted',
    byMember,
    ({ collection }) => server.post('/api/quick-review/delete_collection', { id: collection }, owner),
    'not_found',
  ],
  [
    'a video that is deleted',
    byMember,
    ({ video }) => server.post('/api/delete_video', { id: video }, owner),
    'not_found',
  ],
]

/** Who watches, what gives or takes a right, and what they may then do with a comment of the owner. */
const CHANGES: readonly [
  string,
  (watched: WatchedVideo) => Promise<Sender>,
  (watched: WatchedVideo) => unknown,
  object,
][] = [
  [
    'a link that lets its guests write',
    byLink,
    (watched) => linksOf(watched).set({ permission: 'commenter' }).execute(),
    { reply: true, delete: false },
  ],
  [
    'a member who becomes an admin',
    byMember,
    (watched) => memberOf(watched).set({ is_admin: true }).execute(),
    { reply: true, delete: true },
  ],
  [
    'a member who gets the collection',
    byMember,
    ({ member, collection }) =>
      db.updateTable('collections').set({ user_id: member.id }).where('id', '=', collection).execute(),
    { reply: true, delete: true },
  ],
  [
    'a member who gets the video',
    byMember,
    ({ member, video }) => db.updateTable('videos').set({ user_id: member.id }).where('id', '=', video).execute(),
    { reply: true, delete: true },
  ],
  [
    'a member who adds a version',
    byMember,
    async ({ member, collection, video }) => {
      const next = await server.aVideo(member, collection)
      await server.post(`/api/quick-review/stack/${next}`, { onto: video }, owner)
    },
    { reply: true, delete: true },
  ],
]

async function watch(): Promise<WatchedVideo> {
  const member = await server.person(colleague)
  const collection = await server.aCollection(owner, { kind: 'review' })
  const { company_id } = await db
    .selectFrom('users')
    .select('company_id')
    .where('id', '=', owner.id)
    .executeTakeFirstOrThrow()
  return { member, company_id, collection, video: await server.aVideo(owner, collection, { duration: 60 }) }
}

test.each(LOSSES)('%s ends the stream before the next event', async (_, by, lose, code) => {
  const watched = await watch()
  const stream = await openEvents(server.base, watched.video, (await by(watched))!)
  await lose(watched)
  await server.aComment(owner, watched.video).catch(() => undefined)
  await stream.ended()
  expect(stream.events.map(({ event, data }) => [event, data.code])).toEqual([['ended', code]])
})

test.each(CHANGES)('%s has those rights in the next event', async (_, by, change, can) => {
  const watched = await watch()
  const stream = await openEvents(server.base, watched.video, (await by(watched))!)
  await change(watched)
  await server.aComment(owner, watched.video)
  await expect.poll(() => stream.events.find(({ event }) => event === 'comment')?.data.comment.can).toMatchObject(can)
  stream.close()
})

test('a member without a seat may only read from the next event on', async () => {
  const watched = await watch()
  const settings = db.updateTable('subscriptions').where('company_id', '=', watched.company_id)
  await settings.set({ plan: 'TEAM' }).execute()
  const stream = await openEvents(server.base, watched.video, watched.member)
  const guest = { ...(await server.aLink(owner, watched.video)), guest_key: 'key of a guest' }
  await settings.set({ plan: 'FREE' }).execute()
  await server.aComment(guest, watched.video, { guest_name: 'Kim' })
  await stream.received(1)
  expect(stream.events[0]?.data.comment.can).toMatchObject({ reply: false })
  stream.close()
})

test('a right that is lost while no messages arrive ends the stream when they arrive again', async () => {
  const watched = await watch()
  const stream = await openEvents(server.base, watched.video, watched.member)
  const elsewhere = await server.company()
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('users').where('id', '=', watched.member.id).set({ company_id: elsewhere }).execute()
    await sql`select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where application_name = 'footnote-channels' and datname = current_database()`.execute(transaction)
  })
  await stream.ended()
  expect(stream.events.map(({ event }) => event)).toEqual(['ended'])
})

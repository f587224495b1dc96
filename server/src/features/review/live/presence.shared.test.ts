import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { PRESENT } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Sender } from '../../../../../seed/rows/senders.ts'
import { openEvents, openOwnEvents } from '../../../../test/event-stream.ts'
import { startTwoProcesses } from '../../../../test/two-processes.ts'

const { server, owner, colleague, beside, fresh } = await startTwoProcesses()
const { db } = server
const SOON = { timeout: 10_000, interval: 20 }
type Page = Awaited<ReturnType<typeof openEvents>>

/** Opens a page, as a browser does. */
async function open(base: string, video: string, who: NonNullable<Sender>, page_key: string = randomUUID()) {
  const page = await openEvents(base, video, who, { page_key })
  onTestFinished(page.close)
  return page
}
const nameOf = async ({ id }: { readonly id: string }) => {
  const user = db.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', id)
  const { first_name, last_name } = await user.executeTakeFirstOrThrow()
  return `${first_name} ${last_name}`
}
const now = ({ present }: Page) => present.at(-1)
const alone = { others: 0, people: [] }
const [OWNER, COLLEAGUE] = await Promise.all([owner, colleague].map(nameOf))
const sees = (name: string | undefined, kind = 'member') => ({ others: 1, people: [{ name, kind }] })
const rowsOf = (video_id: string) => db.selectFrom('presence').selectAll().where('video_id', '=', video_id).execute()

test('members at two processes see each other within 2 s, and that one leaves', async () => {
  const video = await fresh()
  const mine = await open(server.base, video, owner)
  await expect.poll(() => now(mine), SOON).toEqual(alone)
  const began = performance.now()
  const theirs = await open(beside.base, video, colleague)
  await expect.poll(() => now(mine), SOON).toEqual(sees(COLLEAGUE))
  await expect.poll(() => now(theirs), SOON).toEqual(sees(OWNER))
  expect(performance.now() - began).toBeLessThan(2_000)
  const left = performance.now()
  theirs.close()
  await expect.poll(() => now(mine), SOON).toEqual(alone)
  expect(performance.now() - left).toBeLessThan(2_000)
  expect(mine.present).toEqual([alone, sees(COLLEAGUE), alone])
  expect((await rowsOf(video)).map(({ person }) => person)).toEqual([owner.id])
})

test('two pages of a person are one, whichever process has them, and closing one is no departure', async () => {
  const video = await fresh()
  const [first, other] = [await open(server.base, video, owner), await open(beside.base, video, owner)]
  const watching = await open(server.base, video, colleague)
  await expect.poll(() => now(watching), SOON).toEqual(sees(OWNER))
  await expect.poll(() => now(first), SOON).toEqual(sees(COLLEAGUE))
  first.close()
  await expect.poll(async () => (await rowsOf(video)).length, SOON).toBe(2)
  other.close()
  await expect.poll(() => now(watching), SOON).toEqual(alone)
  expect(watching.present).toEqual([sees(OWNER), alone])
})

test('a page that is loaded again does not leave', async () => {
  const video = await fresh()
  const watching = await open(server.base, video, owner)
  await expect.poll(() => now(watching), SOON).toEqual(alone)
  const before = await open(beside.base, video, colleague, 'before')
  await expect.poll(() => now(watching), SOON).toEqual(sees(COLLEAGUE))
  before.close()
  await wait(300)
  const after = await open(beside.base, video, colleague, 'after')
  await wait(2_000)
  expect(watching.present).toEqual([alone, sees(COLLEAGUE)])
  expect(after.present.at(-1)).toEqual(sees(OWNER))
})

test('a link learns how many others there are, and no byte of who; members learn names that guests gave', async () => {
  const video = await fresh()
  const guest = { ...(await server.aLink(owner, video)), guest_key: 'key of Kim' }
  const other = { ...(await server.aLink(owner, video)), guest_key: 'key of Bo' }
  const viewer = await server.aLink(owner, video, 'viewer')
  const [mine, kim, bo] = [
    await open(server.base, video, owner),
    await open(beside.base, video, guest),
    await open(server.base, video, other),
  ]
  const watching = [await open(beside.base, video, viewer), await open(beside.base, video, viewer)]
  await expect.poll(() => now(mine), SOON).toEqual({ others: 4, people: [] })
  await server.aComment(guest, video, { guest_name: 'Kim Client' })
  await server.aComment(other, video, { guest_name: 'Bo Rival' })
  await expect
    .poll(() => now(mine), SOON)
    .toEqual({
      others: 4,
      people: ['Bo Rival', 'Kim Client'].map((name) => ({ name, kind: 'guest' })),
    })
  for (const page of [kim, bo, ...watching]) {
    await expect.poll(() => now(page), SOON).toEqual({ others: 4, people: [] })
    expect(Object.keys(now(page)!)).toEqual(['others', 'people'])
    for (const event of page.present) expect(event.people).toEqual([])
  }
})

test('the guest for whom a link was made is one person with their name, in every browser', async () => {
  const video = await fresh()
  const link = await server.aLink(owner, video, 'approver')
  const { share_links } = (await server.get(`/api/sharing_router/share-links/${video}`, owner)).json
  const guest = { link_id: share_links[0].id, email: 'kim@client.example', name: 'Kim Client' }
  await db.insertInto('guests').values(guest).execute()
  const mine = await open(server.base, video, owner)
  const browsers = [
    await open(server.base, video, { ...link, guest_key: 'key of a browser' }),
    await open(beside.base, video, { ...link, guest_key: 'key of another browser' }),
  ]
  await expect.poll(() => now(mine), SOON).toEqual(sees('Kim Client', 'guest'))
  await expect.poll(() => rowsOf(video).then((rows) => rows.length), SOON).toBe(3)
  for (const browser of browsers) await expect.poll(() => now(browser), SOON).toEqual({ others: 1, people: [] })
})

test('nothing reaches other companies on the same sample', async () => {
  const stranger = await server.person({ company_id: await server.company() })
  const sample = await server.aVideo(null, await server.aCollection(null), { duration: 60 })
  const [mine, theirs] = [await open(server.base, sample, owner), await open(server.base, sample, stranger)]
  const friend = await open(server.base, sample, colleague)
  await expect.poll(() => now(mine), SOON).toEqual(sees(COLLEAGUE))
  await expect.poll(() => now(friend), SOON).toEqual(sees(OWNER))
  expect(theirs.present).toEqual([alone])
})

test('who loses the right to read leaves, and hears nothing more', async () => {
  const video = await fresh()
  const watching = await open(server.base, video, owner)
  const leaver = await server.person(colleague)
  const leaving = await open(beside.base, video, leaver)
  await expect.poll(() => now(watching), SOON).toMatchObject({ others: 1 })
  await db.updateTable('refresh_tokens').set({ revoked_at: new Date() }).where('user_id', '=', leaver.id).execute()
  await leaving.ended()
  await expect.poll(() => now(watching), SOON).toEqual(alone)
})

test('programs hear who is present, and are not present themselves', async () => {
  const video = await fresh()
  const program = await openEvents(server.base, video, colleague)
  const page = await openOwnEvents(server.base, owner, { video_id: video, page_key: 'page of the owner' })
  await expect.poll(() => now(program), SOON).toEqual(sees(OWNER))
  expect(page.present).toEqual([alone])
  for (const stream of [program, page]) stream.close()
})

test('a process that died takes its people along after 40 s, and rows do not pile up', async () => {
  const video = await fresh()
  const mine = await open(server.base, video, owner)
  const dead = '00000000-0000-4000-8000-000000000001'
  const { company_id } = owner
  const rest = { user_id: colleague.id, link_id: null, key_hash: null }
  await db
    .insertInto('presence_processes')
    .values({ id: dead, renewed_at: sql<Date>`now() - make_interval(secs => ${PRESENT.gone - 3})` })
    .execute()
  await db
    .insertInto('presence')
    .values({ process_id: dead, video_id: video, company_id, person: colleague.id, ...rest })
    .execute()
  await expect.poll(() => now(mine), SOON).toEqual(sees(COLLEAGUE))
  await expect.poll(() => now(mine), { timeout: 20_000, interval: 50 }).toEqual(alone)
  expect(await db.selectFrom('presence_processes').selectAll().where('id', '=', dead).execute()).toEqual([])
  expect(await rowsOf(video)).toHaveLength(1)
})

test('rows that the database lost in a crash are written again', async () => {
  const video = await fresh()
  const mine = await open(server.base, video, owner)
  await open(beside.base, video, colleague)
  await expect.poll(() => now(mine), SOON).toEqual(sees(COLLEAGUE))
  await sql`truncate presence_processes cascade`.execute(db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'footnote-channels' and datname = current_database()`.execute(db)
  await expect.poll(async () => (await rowsOf(video)).length, SOON).toBe(2)
  await expect.poll(() => now(mine), SOON).toEqual(sees(COLLEAGUE))
})

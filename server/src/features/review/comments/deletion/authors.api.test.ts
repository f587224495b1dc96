import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Person, Sender } from '../../../../../../seed/rows/senders.ts'
import { queued } from '../../../../../test/locks.ts'
import { startTeam } from '../../../../../test/team.ts'
import type { Database } from '../../../../platform/db/database.ts'

const { server, owner } = await startTeam()
afterAll(() => server.close())

let author: Person
let collection: string
beforeEach(async () => {
  author = await server.person(owner)
  collection = await server.aCollection(owner, { kind: 'review' })
})

const film = () => server.aVideo(owner, collection, { duration: 60 })
const bell = async () => (await server.get('/api/get_notifications', author)).json.notifications
const deleteVideo = (id: string) => server.post('/api/delete_video', { id }, owner)
const deleteCollection = () => server.post('/api/quick-review/delete_collection', { id: collection }, owner)
const lock = (table: 'stacks' | 'collections' | 'videos', id: string) => (db: Database) =>
  sql`select from ${sql.table(table)} where id = ${id} for update`.execute(db)

test('of two deletions of a video at once, one notifies the authors', async () => {
  const video = await film()
  await server.aComment(author, video)
  const { stack_id } = await server.db
    .selectFrom('videos')
    .select('stack_id')
    .where('id', '=', video)
    .executeTakeFirstOrThrow()
  await queued(server.db, lock('stacks', stack_id), [() => deleteVideo(video), () => deleteVideo(video)])
  expect(await bell()).toMatchObject([{ type: 'COMMENT_DELETED', text: 'The video was deleted.' }])
})

test('of two deletions of a collection at once, one notifies the authors', async () => {
  await server.aComment(author, await film())
  await queued(server.db, lock('collections', collection), [deleteCollection, deleteCollection])
  expect(await bell()).toHaveLength(1)
})

test('a collection that is deleted together with one of its videos notifies of the others', async () => {
  const [alone, other] = [await film(), await film()]
  for (const video of [alone, other]) await server.aComment(author, video)
  await queued(server.db, lock('videos', alone), [() => deleteVideo(alone), deleteCollection])
  expect(await bell()).toMatchObject([
    { comments: null, videos: null },
    { comments: null, videos: null },
  ])
})

test('a version is named only where another one stays', async () => {
  const [first, second] = [await film(), await film()]
  await server.post(`/api/quick-review/stack/${second}`, { onto: first }, owner)
  await server.aComment(author, second)
  await deleteCollection()
  expect(await bell()).toMatchObject([{ type: 'COMMENT_DELETED', text: 'The video was deleted.' }])
})

test('an author who has left the company is not notified, and members learn that beforehand', async () => {
  const video = await film()
  const { id } = await server.aComment(author, video)
  const guest = await server.aLink(owner, video)
  const listed = async (who: Sender) => (await server.get(`/api/quick-review/comments/${video}`, who)).json.items[0]
  expect(await listed(owner)).not.toHaveProperty('author_left')
  const company_id = await server.company()
  await server.db.updateTable('users').set({ company_id }).where('id', '=', author.id).execute()
  expect(await listed(owner)).toMatchObject({ user_email: author.email, author_left: true })
  expect(await listed(guest)).not.toHaveProperty('author_left')
  expect((await server.delete(`/api/quick-review/comments/${video}/${id}`, owner)).status).toBe(200)
  expect(await bell()).toEqual([])
})

import { afterAll, expect, test } from 'vitest'
import { daysAgo } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
afterAll(() => server.close())

const HASH = '9f'.repeat(32)
const aFile = (file_name: string, days: number) => ({ sha256: HASH, file_name, created_at: daysAgo(days) })
const details = async (id: string, who = owner) => (await server.get(`/api/get_video_details/${id}`, who)).json
const inList = async (collection: string, id: string) =>
  (await server.get(`/api/indexes/${collection}`, owner)).json.videos.find((video: { id: string }) => video.id === id)

test('a video names the oldest other one of its company with the same file, as long as that one is there', async () => {
  const collection = await server.aCollection(owner)
  const elsewhere = await server.aCollection(colleague)
  const foreign = await server.aCollection(stranger)
  await server.aVideo(stranger, foreign, aFile('foreign.mp4', 9))
  await server.aVideo(null, await server.aCollection(null), aFile('sample.mp4', 8))
  await server.aVideo(owner, collection, { sha256: null, file_name: 'not validated.mp4', created_at: daysAgo(7) })
  const first = await server.aVideo(colleague, elsewhere, aFile('first.mp4', 3))
  const second = await server.aVideo(owner, collection, aFile('second.mp4', 2))
  const third = await server.aVideo(owner, collection, aFile('third.mp4', 1))
  const named = (id: string, person: { id: string }, file_name: string) => ({ id, user_id: person.id, file_name })

  expect((await details(third)).same_file_as).toEqual(named(first, colleague, 'first.mp4'))
  expect((await inList(collection, second)).same_file_as).toEqual(named(first, colleague, 'first.mp4'))
  expect((await details(first)).same_file_as).toEqual(named(second, owner, 'second.mp4'))

  await server.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', first).execute()
  expect((await details(third)).same_file_as).toEqual(named(second, owner, 'second.mp4'))
  await server.db
    .updateTable('videos')
    .set({ sha256: 'ab'.repeat(32) })
    .where('id', '=', second)
    .execute()
  expect((await details(third)).same_file_as).toBeNull()
})

test('guests of a share link, and another company, hear of no other video', async () => {
  const collection = await server.aCollection(owner)
  const mine = await server.aVideo(owner, collection, { ...aFile('cut.mp4', 2), sha256: 'cd'.repeat(32) })
  const copy = await server.aVideo(owner, collection, { ...aFile('copy.mp4', 1), sha256: 'cd'.repeat(32) })
  const theirs = await server.aVideo(stranger, await server.aCollection(stranger), { sha256: 'cd'.repeat(32) })
  expect((await details(copy)).same_file_as).toMatchObject({ id: mine })
  expect((await details(theirs, stranger)).same_file_as).toBeNull()
  const link = await server.aLink(owner, copy)
  const { status, text } = await server.get(`/api/sharing_router/get_shared_video_details/${copy}`, link)
  expect([status, text.includes('cut.mp4')]).toEqual([200, false])
})

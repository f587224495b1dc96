import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { daysAgo, NIL } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner)
afterAll(() => server.close())

const rename = (id: string, new_name: unknown, who?: Person) => server.post('/api/rename_video', { id, new_name }, who)
const nameOf = async (id: string) => (await server.get(`/api/get_video_details/${id}`, owner)).json.file_name

test('its owner renames a video, which keeps the extension that makes a download open', async () => {
  const id = await server.aVideo(owner, collection)
  const answer = await rename(id, '  Final cut ', owner)
  expect(answer.json).toEqual({ message: 'Successfully renamed video', file_name: 'Final cut.mp4' })
  expect(await nameOf(id)).toBe('Final cut.mp4')
  expect((await rename(id, 'Final.MP4', owner)).json.file_name).toBe('Final.MP4')
  const { url } = (await server.get(`/api/generate-download-url/${id}`, owner)).json
  const got = await fetch(server.base + url)
  expect(got.headers.get('content-disposition')).toContain('filename="Final.MP4"')
  expect(await got.text()).toBe('bytes')
})

test('nobody renames others’ videos, those of an expired collection, or samples', async () => {
  const id = await server.aVideo(owner, collection)
  expect((await rename(id, 'Mine')).status).toBe(401)
  expect((await rename(id, 'Mine', colleague)).json.code).toBe('forbidden')
  expect((await rename(id, 'Mine', stranger)).json.code).toBe('not_found')
  expect((await rename(NIL, 'Mine', owner)).json.code).toBe('not_found')
  const old = await server.aCollection(stranger, { created_at: daysAgo(31) })
  expect((await rename(await server.aVideo(stranger, old), 'Mine', stranger)).json.code).toBe('collection_expired')
  const sample = await server.aVideo(null, await server.aCollection(null))
  expect((await rename(sample, 'Mine', owner)).json.code).toBe('forbidden')
  expect(await nameOf(id)).toBe('match.mp4')
})

test('a name is one line, not empty, with room for the extension', async () => {
  const id = await server.aVideo(owner, collection)
  for (const name of ['', '  ', 'a\nb', 'a\0b', 'x'.repeat(239), 7, null, undefined, {}])
    expect((await rename(id, name, owner)).json.code, String(name)).toBe('validation_failed')
  expect((await rename(id, 'x'.repeat(238), owner)).status).toBe(200)
})

test('guests of a link read the new name, and the usage history has it even after the video is deleted', async () => {
  const id = await server.aVideo(owner, collection)
  const { company_id } = owner
  const charge = { video_id: id, company_id, user_id: owner.id, file_name: 'match.mp4', seconds: 12, bytes: 5 }
  await server.db.insertInto('usage_charges').values(charge).execute()
  const link = await server.aLink(owner, id)
  await rename(id, 'The film', owner)
  const shared = await server.get(`/api/sharing_router/get_shared_video_details/${id}`, link)
  expect(shared.json.file_name).toBe('The film.mp4')
  await server.db.deleteFrom('videos').where('id', '=', id).execute()
  const kept = await server.db.selectFrom('usage_charges').selectAll().where('video_id', '=', id).execute()
  expect(kept).toMatchObject([{ file_name: 'The film.mp4', seconds: 12 }])
})

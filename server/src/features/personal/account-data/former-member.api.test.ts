import { afterAll, expect, test } from 'vitest'
import { startTeam } from '../../../../test/team.ts'
import { personalData } from './personal-data.ts'

const { server, owner, colleague } = await startTeam()
await server.db.updateTable('users').set({ is_admin: true }).where('id', '=', owner.id).execute()
afterAll(() => server.close())

/** A file of the copy of the colleague's data. */
async function copyOf(name: string) {
  for await (const entry of personalData(server.db, server.storage, colleague.id)) {
    if (entry.name !== name) continue
    const parts: Uint8Array[] = []
    for await (const part of entry.content) parts.push(part)
    return JSON.parse(Buffer.concat(parts).toString())
  }
}

test('a copy of a former member names only what they may still read, and keeps what they wrote themselves', async () => {
  const collection = await server.aCollection(owner, { kind: 'review' })
  const video = await server.aVideo(owner, collection, { duration: 60 })
  const sample = await server.aVideo(null, await server.aCollection(null, { name: 'Sample' }), { duration: 60 })
  for (const id of [video, sample]) await server.aComment(colleague, id, { content: 'Lovely' })
  const { id: searched } = (
    await server.post('/api/search_history', { index_id: collection, query: 'boat' }, colleague)
  ).json
  const selects = (await server.post('/api/selects', { name: 'Best', note: '' }, colleague)).json
  const piece = { selects_id: selects.id, position: 0, video_id: video, start_frame: 0, end_frame: 25, seconds: 1 }
  await server.db
    .insertInto('select_items')
    .values({ ...piece, video_name: 'before' })
    .execute()
  const charge = { video_id: video, company_id: owner.company_id, user_id: colleague.id, seconds: 60, bytes: 1 }
  await server.db
    .insertInto('usage_charges')
    .values({ ...charge, file_name: 'before.mp4' })
    .execute()
  const names = async () => ({
    comments: (await copyOf('comments.json')).map(({ file_name }: { file_name: string }) => file_name),
    searches: (await copyOf('searches.json')).map((search: { collection: string }) => search.collection),
    selects: (await copyOf('selects.json')).map((one: { items: { video_name: string }[] }) => one.items[0]?.video_name),
    usage: (await copyOf('usage.json')).map(({ file_name }: { file_name: string }) => file_name),
  })
  const renamed = async (name: string) => {
    const renaming = { id: collection, new_name: name }
    expect((await server.post('/api/quick-review/rename-collection', renaming, owner)).status).toBe(200)
    expect((await server.post('/api/rename_video', { id: video, new_name: name }, owner)).status).toBe(200)
  }
  await renamed('While here')
  const during = await names()
  expect(during).toEqual({
    comments: ['While here.mp4', expect.any(String)],
    searches: ['While here'],
    selects: ['While here.mp4'],
    usage: ['While here.mp4'],
  })
  const removal = await server.post('/api/company/delete_user', { email: colleague.email }, owner)
  expect(removal.status).toBe(200)
  await renamed('Afterwards')
  expect(await names()).toEqual({
    comments: [null, during.comments[1]],
    searches: [null],
    selects: [null],
    usage: [null],
  })
  expect(await copyOf('comments.json')).toMatchObject([{ content: 'Lovely' }, { content: 'Lovely' }])
  expect(await copyOf('searches.json')).toMatchObject([{ query: 'boat' }])
  expect(await copyOf('profile.json')).not.toHaveProperty('company_id')
  const saved = await server.post(`/api/search_history/${searched}/save`, { saved: true }, colleague)
  expect(saved.status).toBe(404)
})

import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import type { LinkHolder } from '../../../../../../seed/rows/senders.ts'
import { startTeam } from '../../../../../test/team.ts'
import { addressesFor } from '../../../../../test/watermarks.ts'
import { markedKeys } from '../../../../platform/storage/video-folder.ts'
import { callForCopies } from './commands.ts'

const { server, owner } = await startTeam()
afterAll(() => server.close())

const collection = await server.aCollection(owner, { name: 'Northlane', kind: 'review' })

async function aFilm(values: object = {}): Promise<string> {
  const id = await server.aVideo(owner, collection, { duration: 60, status: 'SUCCESS', ...values })
  const folder = `videos/${id}/`
  const keys = {
    rendition_key: `${folder}rendition.mp4`,
    thumbnail_key: `${folder}poster.jpg`,
    light: 'READY',
  } as const
  const light_key = `${folder}light.mp4`
  for (const key of [keys.rendition_key, keys.thumbnail_key, light_key])
    await server.storage.write(key, Readable.from([Buffer.from('unmarked')]), 'video/mp4')
  await server.db
    .updateTable('videos')
    .set({ ...keys, light_key })
    .where('id', '=', id)
    .execute()
  return id
}

async function aLink(body: object): Promise<{ id: string; guest: LinkHolder }> {
  const settings = { permission: 'viewer', download: 'original', watermark_text: 'For Northlane' }
  const { json } = await server.post('/api/sharing_router/links', { ...settings, ...body }, owner)
  return { id: json.link.id, guest: { share_token: json.share_url.split('/').at(-1) } }
}
const change = (id: string, body: object) => server.put(`/api/sharing_router/share-links/${id}`, body, owner)
const detail = async (video: string, guest: LinkHolder) =>
  (await server.get(`/api/sharing_router/get_shared_video_details/${video}`, guest)).json
const download = (video: string, guest: LinkHolder) => server.get(`/api/sharing_router/download/${video}`, guest)

/** Writes the copies that wait as if their jobs had made them. */
async function makeCopies(): Promise<void> {
  const due = await server.db.selectFrom('marked_copies').selectAll().where('state', '=', 'DUE').execute()
  for (const { id, video_id } of due) {
    const keys = markedKeys(video_id, id)
    for (const key of Object.values(keys))
      await server.storage.write(key, Readable.from([Buffer.from('marked')]), 'video/mp4')
    await server.db
      .updateTable('marked_copies')
      .set({ ...keys, state: 'READY', bytes: 6 })
      .where('id', '=', id)
      .execute()
  }
}

test('guests get no file before the copy is there, and then the copy alone, also in a room and as a download', async () => {
  const video = await aFilm()
  const { id, guest } = await aLink({ kind: 'set', ids: [video] })
  const before = await addressesFor(server, guest, video)
  expect(before.length).toBeGreaterThan(4)
  for (const url of before) expect((await server.get(url)).status).toBe(200)
  expect((await change(id, { watermark: 'in' })).json.marked).toEqual({ ready: 0, preparing: 1, failed: 0 })
  expect(await server.takeJobs('mark-video')).toMatchObject([{ data: { video_id: video } }])
  expect(await addressesFor(server, guest, video)).toEqual([])
  for (const url of before) expect((await server.get(url)).status, url).toBe(403)
  expect(await detail(video, guest)).toMatchObject({
    ...{ stream_url: null, thumbnail_url: null, file_url: null, storyboard: null, renditions: [] },
    ...{ playback: 'PREPARING', light_copy: 'NONE' },
  })
  expect((await download(video, guest)).json.code).toBe('video_not_ready')

  await makeCopies()
  const after = await addressesFor(server, guest, video)
  expect(after.length).toBeGreaterThan(2)
  for (const url of after) expect((await server.get(url)).text, url).toBe('marked')
  for (const url of before) expect((await server.get(url)).status, url).toBe(403)
  expect(await detail(video, guest)).toMatchObject({ playback: 'READY', renditions: [{ id: 'full' }] })
  expect(decodeURIComponent((await download(video, guest)).json.url)).toMatch(/name=[^&]+\.mp4&/)

  await change(id, { watermark_text: 'For somebody else' })
  for (const url of after) expect((await server.get(url)).status, url).toBe(403)
  await change(id, { watermark: 'none' })
  expect(await detail(video, guest)).toMatchObject({ playback: 'READY', renditions: [{ id: 'full' }, { id: 'light' }] })
})

test('the copy of one link is no file of another', async () => {
  const video = await aFilm()
  const [one, other] = [
    await aLink({ kind: 'version', ids: [video], watermark: 'in' }),
    await aLink({ kind: 'version', ids: [video], watermark: 'in', watermark_text: 'Other' }),
  ]
  await makeCopies()
  const keyOf = async ({ guest }: { guest: LinkHolder }) => (await detail(video, guest)).stream_url.split('?')[0]
  expect(await keyOf(one)).not.toBe(await keyOf(other))
  await server.db.deleteFrom('marked_copies').where('link_id', '=', one.id).execute()
  expect(await detail(video, one.guest)).toMatchObject({ stream_url: null, playback: 'PREPARING' })
})

test('what failed says why, and is made again when the watermark is asked for again', async () => {
  const video = await aFilm()
  const { id, guest } = await aLink({ kind: 'version', ids: [video], watermark: 'in' })
  await server.takeJobs('mark-video')
  await server.db
    .updateTable('marked_copies')
    .set({ state: 'FAILED', error: 'This video could not be prepared for playing.' })
    .where('link_id', '=', id)
    .execute()
  expect(await detail(video, guest)).toMatchObject({
    playback: 'FAILED',
    playback_error: 'This video could not be prepared for playing.',
    stream_url: null,
  })
  expect((await change(id, { name: 'Autumn' })).json.marked).toEqual({ ready: 0, preparing: 0, failed: 1 })
  expect((await change(id, { watermark: 'in' })).json.marked).toEqual({ ready: 0, preparing: 1, failed: 0 })
  expect(await server.takeJobs('mark-video')).toHaveLength(1)
})

test('a link calls for copies of what it shows later, once each, and of another sound beside the one that plays', async () => {
  const here = await server.aCollection(owner, { kind: 'review' })
  const { id, guest } = await aLink({ kind: 'collection', ids: [here], watermark: 'in' })
  const call = () => server.db.transaction().execute((transaction) => callForCopies(transaction, server.queue))
  await call()
  await makeCopies()
  await server.takeJobs('mark-video')
  const late = await server.aVideo(owner, here, { duration: 60, status: 'SUCCESS' })
  const unknown = await server.aVideo(owner, here, { duration: null, status: 'VALIDATING' })
  expect([await call(), await call()]).toEqual([1, 0])
  expect(await server.takeJobs('mark-video')).toMatchObject([{ data: { video_id: late } }])
  await makeCopies()
  await server.db.updateTable('videos').set({ sound_choice: '2' }).where('id', '=', late).execute()
  expect([await call(), await call()]).toEqual([1, 0])
  expect(await detail(late, guest)).toMatchObject({ playback: 'READY' })
  expect(await detail(unknown, guest)).toMatchObject({ playback: 'PREPARING', stream_url: null })
  await change(id, { paused: true })
  expect(await call()).toBe(0)
})

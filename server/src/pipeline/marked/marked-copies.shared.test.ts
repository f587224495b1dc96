import { afterAll, expect, test, vi } from 'vitest'
import type { LinkHolder } from '../../../../seed/rows/senders.ts'
import { openReader } from '../../../test/film-text.ts'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg, makeJob } from '../../../test/made-media.ts'
import { startProduct } from '../../../test/product.ts'
import { addressesFor, randomFrames, servedFor, unreadIn } from '../../../test/watermarks.ts'
import { findDifferences } from '../../app/command/fsck.ts'
import { removeExpired } from '../../app/remove-expired.job.ts'
import { probe } from '../../media/probe.ts'

vi.setConfig({ testTimeout: 600_000 })

const BUSY = { timeout: 500_000 }
const TEXT = 'Kestrel walrus'
const job = await makeJob()
const reader = openReader()
const indexing = await startIndexing()
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
await api.db.updateTable('subscriptions').set({ plan: 'TEAM' }).execute()
const maker = await api.person({ company_id: indexing.company_id })
afterAll(async () => {
  await Promise.all([api.close(), indexing.close(), reader.close()])
  await job.remove()
})
const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: console }

const film = job.path('film.mp4')
await ffmpeg(
  ...['-f', 'lavfi', '-i', 'testsrc2=s=480x270:r=30000/1001:d=2', '-f', 'lavfi', '-i', 'sine=d=2'],
  ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart', film],
)
const { id: video } = await indexing.settled(await indexing.add(film, { visual: false, ocr: false, audio: false }))

async function aLink(settings: object): Promise<{ id: string; guest: LinkHolder }> {
  const body = { kind: 'version', ids: [video], permission: 'viewer', ...settings }
  const { json } = await api.post('/api/sharing_router/links', body, maker)
  return { id: json.link.id, guest: { share_token: json.share_url.split('/').at(-1) } }
}
const change = (id: string, body: object) => api.put(`/api/sharing_router/share-links/${id}`, body, maker)
const detail = async (guest: LinkHolder) =>
  (await api.get(`/api/sharing_router/get_shared_video_details/${video}`, guest)).json
const marked = async () => (await api.get(`/api/sharing_router/share-links/${video}`, maker)).json.share_links[0].marked

test('a guest gets the text in the picture and no other file, and with another text another copy', async () => {
  const { id, guest } = await aLink({ download: 'original', show_versions: true })
  const unmarked = await addressesFor(api, guest, video)
  expect(unmarked.length).toBeGreaterThan(2)
  for (const url of unmarked) expect((await fetch(api.base + url)).status).toBe(200)

  const changed = await change(id, { watermark: 'in', watermark_text: TEXT })
  expect(changed.json.marked, changed.text).toEqual({ ready: 0, preparing: 1, failed: 0 })
  for (const url of unmarked) expect((await fetch(api.base + url)).status, url).toBe(403)
  await expect.poll(marked, BUSY).toEqual({ ready: 1, preparing: 0, failed: 0 })
  const files = await servedFor(api, guest, video, job.folder)
  expect(files.map(({ type }) => type).sort()).toEqual(['image/jpeg', 'video/mp4', 'video/mp4', 'video/mp4'])
  for (const { type, file } of files) {
    if (type === 'image/jpeg') expect(await unreadIn(reader, file, TEXT)).toEqual([])
    else for (const frame of await randomFrames(file, 59, 1)) expect(await unreadIn(reader, frame, TEXT)).toEqual([])
  }
  const [before, after] = [
    await probe(job, film),
    await probe(job, files.find(({ type }) => type === 'video/mp4')!.file),
  ]
  expect(after).toMatchObject({ width: 480, height: 270, timing: before.timing, audio: { codec: 'aac' } })
  expect([...after.frames]).toEqual([...before.frames])
  expect(await findDifferences(indexing, null, Date.now() + 7 * 86_400_000)).toEqual([])

  const [first] = files
  await change(id, { watermark_text: 'Gondola' })
  expect((await fetch(api.base + first!.url)).status).toBe(403)
  expect(await detail(guest)).toMatchObject({ stream_url: null, thumbnail_url: null, playback: 'PREPARING' })
  expect(await addressesFor(api, guest, video)).toEqual([])
  await expect.poll(marked, BUSY).toEqual({ ready: 1, preparing: 0, failed: 0 })
  const { thumbnail_url } = await detail(guest)
  expect((await fetch(api.base + thumbnail_url)).status).toBe(200)

  await removeExpired(api)({}, context)
  expect(await keys()).toHaveLength(2)
  await api.delete(`/api/sharing_router/share-links/${id}`, maker)
  await removeExpired(api)({}, context)
  expect(await keys()).toEqual([])
  expect(await api.db.selectFrom('marked_copies').selectAll().execute()).toEqual([])
})

async function keys(): Promise<string[]> {
  const found: string[] = []
  for await (const { key } of indexing.storage.list(`videos/${video}/`)) if (key.includes('marked')) found.push(key)
  return found
}

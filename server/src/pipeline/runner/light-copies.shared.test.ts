import { access } from 'node:fs/promises'
import path from 'node:path'
import { LIGHT } from '@footnote/contract/shared/review-limits.ts'
import { afterAll, expect, test, vi } from 'vitest'
import type { Sender } from '../../../../seed/rows/senders.ts'
import { startIndexingBesideApi } from '../../../test/indexing-tests.ts'
import { ffmpeg, makeJob, NUMBERED, numbersIn } from '../../../test/made-media.ts'
import { findDifferences } from '../../app/command/fsck.ts'
import { deleteVideo } from '../../features/library/videos/delete-video.job.ts'
import { probe } from '../../media/probe.ts'

vi.setConfig({ testTimeout: 300_000 })

/** The copy gives way to everything else on a busy machine. */
const BUSY = { timeout: 240_000 }
const NOTHING = { visual: false, ocr: false, audio: false }
const PLAYS = ['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart']
const job = await makeJob()
const { indexing, api, viewer } = await startIndexingBesideApi({ light_rendition: 'auto' })
afterAll(async () => {
  await Promise.all([api.close(), indexing.close()])
  await job.remove()
})

async function index(name: string, ...options: string[]): Promise<string> {
  await ffmpeg(...options, ...PLAYS, job.path(name))
  const video = await indexing.settled(await indexing.add(job.path(name), NOTHING))
  expect(video.status).toBe('SUCCESS')
  return video.id
}
const detail = async (id: string, person = viewer) => (await api.get(`/api/get_video_details/${id}`, person)).json
const state = async (id: string): Promise<string> => (await detail(id)).light_copy
const ask = (id: string, person?: Sender) => api.post(`/api/quick-review/light-copy/${id}`, {}, person)

/** Noise needs more bits than a light copy may have. */
const noisy = (options: string) => ['-f', 'lavfi', '-i', `testsrc2=${options},noise=alls=60:allf=t,${NUMBERED}`]
const TONE = ['-f', 'lavfi', '-i', 'sine=d=6'] as const

test('a film of a high rate gets a light copy with the same frame times, and its deletion removes the copy', async () => {
  const options = [
    ...noisy('s=480x270:r=30000/1001:d=6'),
    ...TONE,
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-qp',
    '4',
  ]
  const id = await index('noise.mp4', ...options)
  await expect.poll(() => state(id), BUSY).toBe('READY')
  const { renditions } = await detail(id)
  const size = { width: 480, height: 270 }
  expect(renditions).toMatchObject([
    { id: 'full', ...size },
    { id: 'light', ...size },
  ])
  expect(renditions[0].bit_rate).toBeGreaterThan(LIGHT.made_above.rate)
  expect((await fetch(api.base + renditions[1].url, { headers: { range: 'bytes=0-1' } })).status).toBe(206)

  const file = await indexing.storage.local(`videos/${id}/light.mp4`, job.folder)
  const [full, light] = [await probe(job, job.path('noise.mp4')), await probe(job, file)]
  expect(light).toMatchObject({ ...size, timing: full.timing, start: 0, container: { fast_start: true } })
  expect([...light.frames]).toEqual([...full.frames])
  expect(await numbersIn(file)).toEqual(await numbersIn(job.path('noise.mp4')))
  expect((8 * light.container.size) / light.duration).toBeLessThan(LIGHT.max_rate)
  expect(renditions[1].bit_rate).toBeCloseTo((8 * light.container.size) / full.duration, -1)
  const gaps = [...light.key_times, light.duration].map((time, place, all) => time - (all[place - 1] ?? 0))
  expect(Math.max(...gaps)).toBeLessThanOrEqual(2.1)
  expect(light.audio?.codec).toBe('aac')
  expect(await findDifferences(indexing, null, Date.now() + 7 * 86_400_000)).toEqual([])

  const stored = path.join(indexing.data_dir, 'files', 'videos', id)
  await access(path.join(stored, 'light.mp4'))
  await indexing.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', id).execute()
  const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: console }
  await deleteVideo(indexing)({ video_id: id }, context)
  await expect(access(stored)).rejects.toThrow('ENOENT')
})

test('the copy of a film that plays well is made when somebody who may watch it asks, and none of a small film', async () => {
  const [id, small] = [
    await index('large.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=1600x900:r=25:d=3'),
    await index('small.mp4', '-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=25:d=1'),
  ]
  expect(await detail(small)).toMatchObject({ light_copy: 'NONE', renditions: [{ id: 'full' }] })
  expect((await ask(small, viewer)).json).toEqual({ light_copy: 'NONE' })
  expect(await detail(id)).toMatchObject({ light_copy: 'ON_REQUEST', renditions: [{ id: 'full' }] })
  expect((await ask(id)).status).toBe(401)
  expect((await ask(id, await api.person())).status).toBe(404)
  expect(await state(id)).toBe('ON_REQUEST')
  const guest = await api.aLink(viewer, id, 'viewer')
  expect((await ask(id, guest)).json).toEqual({ light_copy: 'PREPARING' })
  await expect.poll(() => state(id), BUSY).toBe('READY')
  expect((await ask(id, viewer)).json).toEqual({ light_copy: 'READY' })
  const both = [{ id: 'full' }, { id: 'light', width: 1280, height: 720 }]
  expect((await detail(id)).renditions).toMatchObject(both)
  const shared = await api.get(`/api/sharing_router/get_shared_video_details/${id}`, guest)
  expect(shared.json.renditions).toMatchObject(both)
  expect((await fetch(api.base + shared.json.renditions[1].url)).status).toBe(200)
})

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { PLANS } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../../../../../seed/rows/senders.ts'
import { ffmpeg } from '../../../../../test/made-media.ts'
import { programsOf } from '../../../../../test/programs.ts'
import { startTeam } from '../../../../../test/team.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { notificationsOf, context as usual, workerServices } from '../../../../../test/worker-services.ts'
import type { JobContext, Jobs } from '../../../../platform/queue/jobs.ts'
import { storageUsed } from '../../../identity/plans/quota/queries.ts'
import { deleteVideo } from '../delete-video.job.ts'
import { clipName, makeClip } from './make-clip.job.ts'

const run = promisify(execFile)
const TYPE = 'video/mp4'
const MESSAGE = 'Download job created. Please be on the look out for the notification up top!'
const context = (last_attempt = false): JobContext => ({ ...usual, last_attempt })

const { server, owner, stranger } = await startTeam('PRO')
const collection = await server.aCollection(owner)
const video = await server.aVideo(owner, collection, { duration: 6, file_name: 'Cup final.mp4' })
const folder = await temporaryFolder('clips')
const file = path.join(folder, 'match.mp4')
await ffmpeg(
  '-f',
  'lavfi',
  '-i',
  'testsrc2=size=320x180:rate=25:duration=6',
  '-c:v',
  'libx264',
  '-pix_fmt',
  'yuv420p',
  file,
)
await server.storage.write(`videos/${video}/original.mp4`, createReadStream(file), TYPE)
afterAll(() => server.close())

const ask = (body: object, person?: Person) => server.post('/api/download_clip', body, person)
const notifications = (person: Person) => notificationsOf(server, person)
const lastRequest = async () =>
  (await server.jobs()).filter((job) => job.name === 'make-clip').at(-1)?.data as Jobs['make-clip']
const job = () => makeClip(workerServices(server, folder))

describe('POST /api/download_clip', () => {
  test('requires authentication', async () => {
    expect((await ask({ video_id: video, start_time: 1, end_time: 2 })).status).toBe(401)
  })

  test('creates a job and announces the notification', async () => {
    const answer = await ask({ video_id: video, start_time: 1, end_time: 3.5 }, owner)
    expect([answer.status, answer.json]).toEqual([200, { message: MESSAGE }])
    expect(await lastRequest()).toMatchObject({ user_id: owner.id, video_id: video, start_time: 1, end_time: 3.5 })
  })

  test.each([
    ['before the start', { start_time: -1, end_time: 2 }],
    ['of no length', { start_time: 2, end_time: 2 }],
    ['that ends before it starts', { start_time: 3, end_time: 2 }],
    ['beyond the end', { start_time: 1, end_time: 6.01 }],
    ['without numbers', { start_time: '1', end_time: null }],
  ])('refuses a range %s', async (_which, range) => {
    const answer = await ask({ video_id: video, ...range }, owner)
    expect([answer.status, answer.json.code]).toEqual([400, 'validation_failed'])
  })

  test('refuses a range of more than ten minutes', async () => {
    const long = await server.aVideo(owner, collection, { duration: 3600 })
    expect((await ask({ video_id: long, start_time: 0, end_time: 600 }, owner)).status).toBe(200)
    expect((await ask({ video_id: long, start_time: 0, end_time: 600.1 }, owner)).status).toBe(400)
  })

  test('a person with a hundred pending clips must wait, also with simultaneous requests, and nobody else must', async () => {
    const eager = await server.person(owner)
    const request = { user_id: eager.id, video_id: video, start_time: 1, end_time: 2 }
    await server.db.transaction().execute(async (transaction) => {
      for (let count = 0; count < 96; count += 1)
        await server.queue.enqueue(transaction, 'make-clip', { request_id: randomUUID(), ...request })
    })
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => ask({ video_id: video, start_time: 1, end_time: 2 }, eager)),
    )
    const refused = answers.filter(({ status }) => status === 429)
    expect([answers.length - refused.length, refused.length]).toEqual([4, 6])
    expect(refused[0]?.json).toMatchObject({ code: 'rate_limited', detail: expect.stringContaining('100 clips') })
    expect((await ask({ video_id: video, start_time: 1, end_time: 2 }, owner)).status).toBe(200)
  })

  test('a video that is not ready is a conflict, one in an expired collection forbidden, another company’s unknown', async () => {
    const range = { start_time: 0, end_time: 1 }
    const waiting = await server.aVideo(owner, collection, { status: 'QUEUED', duration: 6 })
    const old = await server.aCollection(stranger, { created_at: new Date(Date.now() - 31 * 86_400_000) })
    const expired = await server.aVideo(stranger, old, { duration: 6 })
    const codes = await Promise.all(
      [
        ask({ video_id: waiting, ...range }, owner),
        ask({ video_id: expired, ...range }, stranger),
        ask({ video_id: video, ...range }, stranger),
        ask({ video_id: 'x', ...range }, owner),
      ].map(async (answer) => (await answer).json.code),
    )
    expect(codes).toEqual(['video_not_ready', 'collection_expired', 'not_found', 'not_found'])
  })
})

describe('make-clip', () => {
  test('cuts the clip and notifies once, with an address that downloads it, however often it runs', async () => {
    await ask({ video_id: video, start_time: 1, end_time: 3.5 }, owner)
    const request = await lastRequest()
    await job()(request, context())
    await job()(request, context())
    const [notification, ...others] = await notifications(owner)
    expect(others).toEqual([])
    expect(notification).toMatchObject({ type: 'DOWNLOAD_CLIP', read: false, video_name: 'Cup final.mp4', error: null })
    const answer = await fetch(new URL(notification.download_file, server.base))
    expect(answer.headers.get('content-disposition')).toContain('Cup final 0.01-0.03.mp4')
    const file = path.join(folder, 'clip.mp4')
    await writeFile(file, Buffer.from(await answer.arrayBuffer()))
    const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file])
    expect(Math.abs(Number(stdout) - 2.5)).toBeLessThan(0.05)
  })

  test('a clip that cannot be made is reported as well: after our last attempt, or at once if the file is at fault', async () => {
    const person = await server.person(owner)
    const missing = await server.aVideo(owner, collection, { duration: 6, file_name: 'Lost.mp4' })
    await server.storage.remove(`videos/${missing}/original.mp4`)
    const request = { request_id: randomUUID(), user_id: person.id, video_id: missing, start_time: 0, end_time: 1 }
    await expect(job()(request, context())).rejects.toThrow()
    expect(await notifications(person)).toEqual([])
    await job()(request, context(true))
    const damaged = await server.aVideo(owner, collection, { duration: 6, file_name: 'Text.mp4' })
    await job()({ ...request, request_id: randomUUID(), video_id: damaged }, context())
    const received = await notifications(person)
    expect(
      received.map(({ video_name, download_file, error }: Record<string, unknown>) => ({
        video_name,
        download_file,
        error,
      })),
    ).toEqual([
      { video_name: 'Text.mp4', download_file: null, error: 'This kind of video is not supported.' },
      { video_name: 'Lost.mp4', download_file: null, error: expect.stringContaining('on our side') },
    ])
  })

  test('a video or an account that was deleted meanwhile causes no error', async () => {
    const person = await server.person(owner)
    const request = { request_id: randomUUID(), user_id: person.id, video_id: randomUUID(), start_time: 0, end_time: 1 }
    await job()(request, context())
    expect(await notifications(person)).toMatchObject([{ error: 'The video was deleted before the clip was made.' }])
    await job()({ ...request, request_id: randomUUID(), user_id: randomUUID() }, context())
  })

  test('a clip does not outlive its video that is deleted during the cut', async () => {
    const person = await server.person(owner)
    const doomed = await server.aVideo(owner, collection, { duration: 6, file_name: 'Doomed.mp4' })
    await server.storage.write(`videos/${doomed}/original.mp4`, createReadStream(path.join(folder, 'match.mp4')), TYPE)
    const request = { request_id: randomUUID(), user_id: person.id, video_id: doomed, start_time: 0, end_time: 1 }
    const store = server.storage.writeFile.bind(server.storage)
    const writing = vi.spyOn(server.storage, 'writeFile').mockImplementationOnce(async (...clip) => {
      expect((await server.post('/api/delete_video', { id: doomed }, owner)).status).toBe(200)
      await deleteVideo(server)({ video_id: doomed }, context())
      await store(...clip)
    })
    await job()(request, context())
    expect(writing).toHaveBeenCalledOnce()
    writing.mockRestore()
    expect(await readdir(path.join(server.files, 'videos'))).not.toContain(doomed)
    expect(await notifications(person)).toMatchObject([
      { download_file: null, error: 'The video was deleted before the clip was made.' },
    ])
  })

  test('a clip counts towards the company’s storage until its video is gone, and is refused without room', async () => {
    const company = await server.company('FREE')
    const person = await server.person({ company_id: company })
    const mine = await server.aCollection(person)
    const film = await server.aVideo(person, mine, { duration: 6, file_name: 'Counted.mp4' })
    await server.storage.write(`videos/${film}/original.mp4`, createReadStream(path.join(folder, 'match.mp4')), TYPE)
    const range = { video_id: film, start_time: 0, end_time: 1 }
    const request = () => ({ request_id: randomUUID(), user_id: person.id, ...range })
    await job()(request(), context())
    const [made] = await notifications(person)
    const size = (await (await fetch(new URL(made.download_file, server.base))).arrayBuffer()).byteLength
    expect(size).toBeGreaterThan(1000)
    expect(await storageUsed(server.db, company)).toBe(5 + size)
    const full = await server.aVideo(person, mine, { file_size: PLANS.FREE.storage - 10 - size })
    await job()(request(), context())
    expect((await notifications(person))[0]).toMatchObject({
      download_file: null,
      error: expect.stringContaining('5 B is free'),
    })
    expect(await readdir(path.join(server.files, 'videos', film, 'clips'))).toHaveLength(1)
    await server.db.updateTable('videos').set({ file_size: PLANS.FREE.storage }).where('id', '=', full).execute()
    expect((await ask(range, person)).json.code).toBe('limit_storage')
    await server.post('/api/delete_video', { id: film }, person)
    await deleteVideo(server)({ video_id: film }, context())
    expect(await storageUsed(server.db, company)).toBe(PLANS.FREE.storage)
  })

  test.each(['video', 'account'])(
    'a clip whose %s is deleted meanwhile is aborted',
    async (what) => {
      const person = await server.person(owner)
      const file = path.join(folder, 'long.mp4')
      await ffmpeg('-stream_loop', '49', '-i', path.join(folder, 'match.mp4'), '-c', 'copy', file)
      const doomed = await server.aVideo(owner, collection, { duration: 300, file_name: 'Long.mp4' })
      await server.storage.write(`videos/${doomed}/original.mp4`, createReadStream(file), TYPE)
      const request = { request_id: randomUUID(), user_id: person.id, video_id: doomed, start_time: 0, end_time: 300 }
      const writing = vi.spyOn(server.storage, 'writeFile')
      const cutting = job()(request, context())
      await expect.poll(() => programsOf('ffmpeg'), { timeout: 60_000, interval: 20 }).not.toEqual([])
      if (what === 'video') {
        expect((await server.post('/api/delete_video', { id: doomed }, owner)).status).toBe(200)
        await deleteVideo(server)({ video_id: doomed }, context())
      } else await server.db.deleteFrom('users').where('id', '=', person.id).execute()
      await cutting
      expect(writing).not.toHaveBeenCalled()
      writing.mockRestore()
      expect(programsOf('ffmpeg')).toEqual([])
      expect(await readdir(path.join(folder, 'work'))).toEqual([])
    },
    180_000,
  )

  test('somebody who has left the company gets no clip of its videos', async () => {
    const person = await server.person(owner)
    const film = await server.aVideo(owner, collection, { duration: 6, file_name: 'Kept.mp4' })
    await server.storage.write(`videos/${film}/original.mp4`, createReadStream(path.join(folder, 'match.mp4')), TYPE)
    const request = { request_id: randomUUID(), user_id: person.id, video_id: film, start_time: 0, end_time: 1 }
    const company_id = await server.company()
    await server.db.updateTable('users').set({ company_id }).where('id', '=', person.id).execute()
    await job()(request, context())
    expect(await readdir(path.join(server.files, 'videos', film))).toEqual(['original.mp4'])
    expect(await notifications(person)).toEqual([])
  })

  test('a clip’s name has its video and its range', () => {
    expect(clipName('Final "A/B".mp4', 3725.4, 3790)).toBe('Final "A/B" 1.02.05-1.03.10.mp4')
    expect(clipName('no extension', 0, 9)).toBe('no extension 0.00-0.09.mp4')
  })
})

describe('notifications', () => {
  test('are listed newest first, at most a hundred, and only to their reader', async () => {
    const person = await server.person(owner)
    const rows = Array.from({ length: 105 }, (_, number) => ({
      user_id: person.id,
      type: 'DOWNLOAD_CLIP',
      request_id: randomUUID(),
      payload: JSON.stringify({
        video_id: video,
        video_name: `${number}`,
        storage_key: null,
        file_name: null,
        error: null,
      }),
      created_at: new Date(Date.now() + number * 1000),
    }))
    await server.db.insertInto('notifications').values(rows).execute()
    const names = (await notifications(person)).map((row: { video_name: string }) => row.video_name)
    expect(names).toEqual(Array.from({ length: 100 }, (_, place) => `${104 - place}`))
    expect((await server.get('/api/get_notifications')).status).toBe(401)
  })

  test('are marked as read, also twice; another type is an error and another’s notification unknown', async () => {
    const [first] = await notifications(owner)
    const handle = (body: object, person: Person) => server.post('/api/handle_notification', body, person)
    const read = { id: first.id, type: 'change_read' }
    expect((await handle(read, stranger)).status).toBe(404)
    expect((await handle(read, owner)).status).toBe(200)
    expect((await handle(read, owner)).status).toBe(200)
    expect((await notifications(owner))[0]).toMatchObject({ id: first.id, read: true })
    expect((await handle({ ...read, type: 'delete' }, owner)).status).toBe(400)
    expect((await handle({ ...read, id: 'x' }, owner)).status).toBe(404)
  })
})

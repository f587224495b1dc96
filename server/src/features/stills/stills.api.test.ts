import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person, Sender } from '../../../../seed/rows/senders.ts'
import { ffmpeg, H264, NUMBERED, numberIn } from '../../../test/made-media.ts'
import { daysAgo, silentLog } from '../../../test/product.ts'
import { startTeam } from '../../../test/team.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { unzipped } from '../../../test/unzipped.ts'
import type { JobContext, Jobs } from '../../platform/queue/jobs.ts'
import { removeOldExports } from '../accounts/personal-data/export-data.job.ts'
import { storageUsed } from '../plans/quota/queries.ts'
import { deleteVideo } from '../videos/delete-video.job.ts'
import { cutStills } from './cut-stills.job.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const folder = await temporaryFolder('stills')
afterAll(() => server.close())

const context: JobContext = {
  signal: new AbortController().signal,
  last_attempt: true,
  starts: 1,
  log: silentLog,
}
const cut = (request: Jobs['cut-stills'], given = context) =>
  cutStills({
    db: server.db,
    storage: server.storage,
    queue: server.queue,
    tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    work_dir: path.join(folder, 'work'),
    config: server.config,
  })(request, given)
const ask = (of: string, who?: Sender, body: object = { comment_ids: null, drawings: true }) =>
  server.post(`/api/quick-review/stills/${of}`, body, who)
const notifications = async (person: Person) => (await server.get('/api/get_notifications', person)).json.notifications

/** Makes a reel of two seconds whose frames show their numbers. */
async function reel(name: string, ...args: string[]): Promise<string> {
  const file = path.join(folder, name)
  const [size = '320x180', ...rest] = args
  await ffmpeg('-f', 'lavfi', '-i', `color=gray:s=${size}:r=30000/1001:d=2,${NUMBERED}`, ...rest, ...H264, file)
  return file
}
async function filmOf(file: string, fields: object = {}): Promise<string> {
  const video = await server.aVideo(owner, collection, { duration: 2, file_name: 'harbour.mp4', ...fields })
  await server.storage.write(`videos/${video}/original.mp4`, createReadStream(file), 'video/mp4')
  return video
}
/** Asks for stills and makes them. @returns the files of the ZIP */
async function stillsOf(of: string, who: Person = owner, body?: object): Promise<Map<string, Buffer>> {
  await server.takeJobs('cut-stills')
  const answer = await ask(of, who, body)
  expect([answer.status, answer.json]).toEqual([
    200,
    { message: 'Your stills are being made. A notification will bring them.' },
  ])
  const [job] = await server.takeJobs('cut-stills')
  await cut(job!.data as Jobs['cut-stills'])
  const [{ download_file }] = await notifications(who)
  const zip = await fetch(new URL(download_file, server.base))
  expect(zip.headers.get('content-type')).toBe('application/zip')
  return unzipped(new Uint8Array(await zip.arrayBuffer()))
}
const FRAME = 1001 / 30000

const wide = await reel('wide.mp4')
// 4:3 with pixels that are wider than high, shown as 16:9.
const anamorphic = await reel('anamorphic.mp4', '240x180', '-vf', 'setsar=4/3')
const turned = path.join(folder, 'turned.mp4')
const onItsSide = await reel('side.mp4', '180x320', '-vf', 'transpose=2')
await ffmpeg('-i', onItsSide, '-c', 'copy', '-metadata:s:v:0', 'rotate=270', turned)
const uneven = await reel('uneven.mp4', '320x180', '-vf', "select='not(between(n,10,19))'", '-vsync', 'vfr')

const RECTANGLE: Drawing = { v: 1, shapes: [{ t: 'rect', c: 'red', w: 0.01, p: [0.25, 0.5, 0.75, 0.9] }] }

/** Bounding box of the strong red in a picture, as shares of it. */
async function redIn(picture: Buffer): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [xs, ys]: [number[], number[]] = [[], []]
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, g = 0, b = 0] = data.subarray(at, at + 3)
    if (r < 180 || g > 110 || b > 110) continue
    xs.push((at / 3) % info.width)
    ys.push(Math.floor(at / 3 / info.width))
  }
  const { width, height } = info
  return [
    Math.min(...xs) / width,
    Math.min(...ys) / height,
    (Math.max(...xs) + 1) / width,
    (Math.max(...ys) + 1) / height,
  ]
}

describe('a still', () => {
  test.each([
    ['a wide picture', wide, [320, 180]],
    ['pixels that are not square', anamorphic, [320, 180]],
    ['a turned picture', turned, [180, 320]],
  ] as const)('is the frame of its comment, upright and with square pixels, for %s', async (_which, file, size) => {
    const film = await filmOf(file)
    const frames = [0, 1, 17, 29, 30, 58, 59]
    for (const frame of frames)
      await server.aComment(owner, film, { start_time: (frame + 0.5) * FRAME, drawing: RECTANGLE })
    const stills = [...(await stillsOf(film)).values()]
    expect(await Promise.all(stills.map(numberIn))).toEqual(frames)
    for (const still of stills) {
      const { width, height, format } = await sharp(still).metadata()
      expect([format, width, height]).toEqual(['png', ...size])
      // Half of the line is inside of the rectangle, half outside; its width is a share of the picture's width.
      const [across, down] = [0.005, (0.005 * width) / height]
      const expected = [0.25 - across, 0.5 - down, 0.75 + across, 0.9 + down]
      const found = await redIn(still)
      for (const [side, share] of expected.entries())
        expect(Math.abs((found[side] ?? 1) - share), `side ${side}`).toBeLessThan(0.01)
    }
  })

  test('is the frame on the screen where frames have no rate, and at the very end', async () => {
    const film = await filmOf(uneven)
    for (const start_time of [9.5 * FRAME, 15 * FRAME, 20.5 * FRAME, 2])
      await server.aComment(owner, film, { start_time })
    const numbers = await Promise.all([...(await stillsOf(film)).values()].map(numberIn))
    expect(numbers).toEqual([9, 9, 20, 59])
  })

  test('has version, timecode, number and author in a name that every system accepts', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film, { start_time: 0 })
    const link = { ...(await server.aLink(owner, film)), guest_key: 'k' }
    await server.aComment(link, film, { start_time: 1, guest_name: '../Kim: <"né">|\\?*' })
    await server.aComment(owner, film, { start_time: 1.5, visibility: 'team' })
    expect([...(await stillsOf(film, colleague)).keys()]).toEqual([
      'v1 00-00-00-00 1 Ada Lovelace.png',
      'v1 00-00-01-00 2 .._Kim_ __né______.png',
      'v1 00-00-01-14 3 Ada Lovelace.png',
    ])
    const { download_file } = (await notifications(colleague))[0]
    const { headers } = await fetch(new URL(download_file, server.base))
    expect(headers.get('content-disposition')).toContain('harbour v1 stills.zip')
  })

  test('shows what somebody typed into a drawing as letters, whatever it says', async () => {
    const film = await filmOf(wide)
    const text = `</text><rect width="999" height="999" fill="red"/><image href="file:///etc/passwd"/>&lt;`
    const drawing: Drawing = { v: 1, shapes: [{ t: 'text', c: 'white', s: 0.05, p: [0, 0.8], text }] }
    await server.aComment(owner, film, { start_time: 1, drawing })
    const [still] = [...(await stillsOf(film)).values()]
    expect((await redIn(still!)).every(Number.isFinite)).toBe(false)
    const { channels } = await sharp(still).extract({ left: 0, top: 125, width: 320, height: 25 }).stats()
    expect(channels[0]!.max).toBeGreaterThan(230)
  })

  test('has no drawing when none is asked for, and only the asked comments have one', async () => {
    const film = await filmOf(wide)
    const first = await server.aComment(owner, film, { start_time: 0.5, drawing: RECTANGLE })
    await server.aComment(owner, film, { start_time: 1, drawing: RECTANGLE })
    const stills = await stillsOf(film, owner, { comment_ids: [first.id], drawings: false })
    expect([...stills.keys()]).toEqual(['v1 00-00-00-15 1 Ada Lovelace.png'])
    expect((await redIn([...stills.values()][0]!)).every(Number.isFinite)).toBe(false)
  })
})

describe('asking for stills', () => {
  test('is for members; a link gets 403, a stranger 404, nobody 401', async () => {
    const film = await filmOf(wide)
    const { id } = await server.aComment(owner, film)
    for (const permission of ['viewer', 'commenter', 'approver'] as const)
      expect((await ask(film, await server.aLink(owner, film, permission))).json).toMatchObject({
        status: 403,
        code: 'forbidden',
      })
    expect((await ask(film, stranger)).status).toBe(404)
    expect((await ask(film)).status).toBe(401)
    expect((await ask(film, colleague)).status).toBe(200)
    const others = await server.aVideo(owner, collection, { duration: 2 })
    expect((await ask(others, owner, { comment_ids: [id], drawings: true })).json).toMatchObject({
      status: 400,
      fields: { comment_ids: expect.any(String) },
    })
  })

  test('refuses no comments, too many, wrong ones, a video without a length and an expired collection', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film)
    const many = Array.from({ length: 501 }, () => randomUUID())
    for (const comment_ids of [[], many, [randomUUID()], 'all', undefined])
      expect((await ask(film, owner, { comment_ids, drawings: true })).status).toBe(400)
    const early = await server.aVideo(owner, collection, { status: 'PENDING', duration: null })
    expect((await ask(early, owner)).json.code).toBe('video_not_ready')
    const old = await server.aVideo(stranger, await server.aCollection(stranger, { created_at: daysAgo(31) }), {})
    expect((await ask(old, stranger)).json.code).toBe('collection_expired')
  })

  test('brings one ZIP and one notification, however often the job runs', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film)
    const person = await server.person(owner)
    await stillsOf(film, person)
    const [{ id }] = await notifications(person)
    const row = await server.db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const request = { user_id: person.id, video_id: film, comment_ids: null, drawings: true }
    for (let again = 0; again < 2; again += 1) await cut({ ...request, request_id: row.request_id! })
    expect(await notifications(person)).toHaveLength(1)
    expect(await readdir(path.join(server.files, 'videos', film, 'stills'))).toHaveLength(1)
    expect((await notifications(person))[0]).toMatchObject({ type: 'EXPORT', error: null, video_name: 'harbour.mp4' })
  })

  test('leaves nothing behind when its worker stops halfway, and the next one makes one ZIP', async () => {
    const film = await filmOf(wide)
    for (let frame = 0; frame < 8; frame += 1) await server.aComment(owner, film, { start_time: frame * FRAME })
    const person = await server.person(owner)
    const request = { request_id: randomUUID(), user_id: person.id, video_id: film, comment_ids: null, drawings: true }
    const stopping = new AbortController()
    const stopped = cut(request, { ...context, last_attempt: false, signal: stopping.signal })
    const end = expect(stopped).rejects.toThrow('The worker stops.')
    // The first of the eight frames is being cut.
    const work = () => readdir(path.join(folder, 'work'))
    await expect.poll(work, { interval: 5 }).not.toEqual([])
    stopping.abort(new Error('The worker stops.'))
    await end
    expect(await notifications(person)).toEqual([])
    expect(await readdir(path.join(server.files, 'videos', film))).toEqual(['original.mp4'])
    expect(await readdir(path.join(folder, 'work'))).toEqual([])
    await Promise.all([cut(request), cut(request)])
    expect(await notifications(person)).toHaveLength(1)
    expect(await readdir(path.join(server.files, 'videos', film, 'stills'))).toEqual([`${request.request_id}.zip`])
  })

  test('says so when the comments are deleted before the stills are made', async () => {
    const film = await filmOf(wide)
    const person = await server.person(owner)
    await cut({ request_id: randomUUID(), user_id: person.id, video_id: film, comment_ids: null, drawings: true })
    expect(await notifications(person)).toMatchObject([
      { type: 'EXPORT', download_file: null, error: 'The comments were deleted before the stills were made.' },
    ])
  })

  test('counts the ZIP towards the storage until it expires or its video is deleted', async () => {
    const film = await filmOf(wide)
    await server.aComment(owner, film)
    const person = await server.person(owner)
    const before = await storageUsed(server.db, owner.company_id)
    await stillsOf(film, person)
    expect(await storageUsed(server.db, owner.company_id)).toBeGreaterThan(before)
    await server.db
      .updateTable('notifications')
      .set({ created_at: daysAgo(8) })
      .where('user_id', '=', person.id)
      .execute()
    await removeOldExports(server.db, server.storage)
    expect((await notifications(person))[0].download_file).toBeNull()
    expect(await storageUsed(server.db, owner.company_id)).toBe(before)
    await stillsOf(film, await server.person(owner))
    await server.post('/api/delete_video', { id: film }, owner)
    await deleteVideo(server)({ video_id: film }, context)
    expect(await readdir(path.join(server.files, 'videos'))).not.toContain(film)
  })
})

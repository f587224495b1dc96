import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { afterAll, expect, test, vi } from 'vitest'
import { KilledWorkers, missSigns } from '../../../../test/killed-workers.ts'
import { ffmpeg, H264, NUMBERED, numbersIn } from '../../../../test/made-media.ts'
import { startTeam } from '../../../../test/team.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'

const RATE = 25
const KILLS = 2
const CLEAN = { size: 'first', rate: 'first', burn_in: [] }
/** Forty pieces of a film whose pictures show their numbers, in no order: first frame, and the first one after it. */
const PIECES = Array.from({ length: 40 }, (_, place) => {
  const first = (place * 37) % 90
  return [first, first + 1 + (place % 10)] as const
})
const FRAMES = PIECES.flatMap(([first, end]) => Array.from({ length: end - first }, (_, place) => first + place))

const { server, owner } = await startTeam()
const workers = new KilledWorkers(server.config.database_url ?? '', server.config.data_dir)
const folder = await temporaryFolder('render-kill')
afterAll(async () => {
  await workers.killAll()
  await server.close()
})

const reel = path.join(folder, 'reel.mp4')
await ffmpeg('-f', 'lavfi', '-i', `color=gray:s=320x180:r=${RATE}:d=4,${NUMBERED}`, ...H264, reel)
const collection = await server.aCollection(owner, { kind: 'review' })
const facts = { frame_rate_num: RATE, frame_rate_den: 1, width: 320, height: 180, duration: 4 }
const video = await server.aVideo(owner, collection, { ...facts, file_name: 'harbour.mp4' })
await server.storage.write(`videos/${video}/original.mp4`, createReadStream(reel), 'video/mp4')
const { id } = (await server.post('/api/selects', { name: 'Best of' }, owner)).json
const items = PIECES.map(([start_frame, end_frame]) => ({ video_id: video, start_frame, end_frame, note: '' }))
await server.post(`/api/selects/${id}/items`, { items }, owner)

const announced = async () =>
  (await server.get('/api/get_notifications', owner)).json.notifications.filter(
    ({ type }: { type: string }) => type === 'SELECTS_READY',
  )
/** Asks for a rendering, kills its worker some times, and waits for the notification. */
async function renderedDespiteKills(request: object): Promise<Record<string, string>> {
  const before = (await announced()).length
  const started = () =>
    workers.killAt(
      ({ msg, job }) => msg === 'job started' && job === 'render-selects',
      async () => undefined,
    )
  let kill = started()
  expect((await server.post(`/api/selects/${id}/render`, { ...CLEAN, ...request }, owner)).status).toBe(200)
  for (let kills = 1; ; kills += 1) {
    expect(await kill, 'The kill met the job').toBe(true)
    if (kills === KILLS) break
    kill = started()
    await missSigns(server.db, workers.waiting)
  }
  await missSigns(server.db, workers.waiting)
  await vi.waitFor(async () => expect(await announced()).toHaveLength(before + 1), { timeout: 200_000, interval: 200 })
  return (await announced())[0]
}
/** The numbers of the frames of a stored file. */
async function numbersOf(address: string): Promise<number[]> {
  const file = path.join(folder, 'fetched.mp4')
  const { body } = await fetch(new URL(address, server.base))
  await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
  return await numbersIn(file)
}

test('a download whose worker is killed twice is one file, with one notification', async () => {
  workers.start()
  const { download_file = '' } = await renderedDespiteKills({})
  expect(await numbersOf(download_file)).toEqual(FRAMES)
  expect(await readdir(path.join(server.files, 'exports', owner.id))).toHaveLength(1)
}, 300_000)

test('a rendering for review whose worker is killed twice is one video, and the next one is its version', async () => {
  for (const version of [1, 2]) {
    const { video_id } = await renderedDespiteKills({ index_id: collection })
    const details = (await server.get(`/api/get_video_details/${video_id}`, owner)).json
    expect(details).toMatchObject({ version, file_name: 'Best of.mp4' })
    expect(await numbersOf(details.file_url)).toEqual(FRAMES)
  }
  const rows = await server.db.selectFrom('videos').select('version').where('file_name', '=', 'Best of.mp4').execute()
  expect(rows.map(({ version }) => version).sort()).toEqual([1, 2])
  expect(await server.db.selectFrom('uploads').select('id').execute()).toEqual([])
  expect(await server.db.selectFrom('select_renderings').select('id').execute()).toEqual([])
}, 600_000)

test('EDL and OTIO have the frames of the rendered file, and their totals are its length', async () => {
  const exported = async (format: string) =>
    (await server.get(`/api/selects/${id}/export?format=${format}`, owner)).text
  const frameOf = (timecode: string) => {
    const [hours = 0, minutes = 0, seconds = 0, frames = 0] = timecode.split(':').map(Number)
    return ((hours * 60 + minutes) * 60 + seconds) * RATE + frames
  }
  const events = (await exported('edl')).split('\n').filter((line) => /^\d{3} /.test(line))
  const times = events.map((line) => (line.match(/\d\d:\d\d:\d\d:\d\d/g) ?? []).map(frameOf))
  expect(times.map(([first, end]) => [first, end])).toEqual(PIECES)
  expect((times.at(-1)?.[3] ?? 0) - (times[0]?.[2] ?? 0)).toBe(FRAMES.length)

  const [track] = JSON.parse(await exported('otio')).tracks.children
  const ranges: { start_time: { value: number; rate: number }; duration: { value: number } }[] = track.children.map(
    ({ source_range }: { source_range: object }) => source_range,
  )
  expect(ranges.map(({ start_time, duration }) => [start_time.value, start_time.value + duration.value])).toEqual(
    PIECES,
  )
  expect(ranges.reduce((total, { duration }) => total + duration.value, 0)).toBe(FRAMES.length)
  expect(new Set(ranges.map(({ start_time }) => start_time.rate))).toEqual(new Set([RATE]))
})

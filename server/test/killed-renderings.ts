import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { afterAll, expect, vi } from 'vitest'
import { countOf } from './drawn-cases.ts'
import { KilledWorkers } from './killed-workers.ts'
import { ffmpeg, H264, NUMBERED, numbersIn } from './made-media.ts'
import { startTeam } from './team.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Frames a second of the film. */
export const RATE = 25
const CLEAN = { size: 'first', rate: 'first', burn_in: [] }
/** Pieces of a film whose pictures show their numbers, in no order: first frame, and the first one after it. */
export const PIECES = Array.from({ length: countOf({ usual: 20, all: 40 }) }, (_, place) => {
  const first = (place * 37) % 90
  return [first, first + 1 + (place % 10)] as const
})
export const FRAMES = PIECES.flatMap(([first, end]) => Array.from({ length: end - first }, (_, place) => first + place))

/** A team with selects of these pieces, whose workers are killed while they render. Ends after the tests of the file. */
export async function startKilledRenderings() {
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
  async function renderedDespiteKills(times: number, request: object): Promise<Record<string, string>> {
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
      if (kills === times) break
      kill = started()
      await workers.release(server.queue, server.db)
    }
    await workers.release(server.queue, server.db)
    await vi.waitFor(async () => expect(await announced()).toHaveLength(before + 1), {
      timeout: 200_000,
      interval: 200,
    })
    return (await announced())[0]
  }
  /** The numbers of the frames of a stored file. */
  async function numbersOf(address: string): Promise<number[]> {
    const file = path.join(folder, 'fetched.mp4')
    const { body } = await fetch(new URL(address, server.base))
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
    return await numbersIn(file)
  }
  workers.start()
  return { server, owner, collection, selects: id as string, renderedDespiteKills, numbersOf }
}

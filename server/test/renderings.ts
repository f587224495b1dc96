import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { afterAll, expect } from 'vitest'
import type { Person } from '../../seed/rows/senders.ts'
import { renderSelects } from '../src/features/output/selects/render/render-selects.job.ts'
import type { Jobs } from '../src/platform/queue/jobs.ts'
import { ffmpeg, H264, NUMBERED, numbersIn } from './made-media.ts'
import { startTeam } from './team.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { context, notificationsOf, workerServices } from './worker-services.ts'

export const CLEAN = { size: 'first', rate: 'first', burn_in: [] }

/** Starts a product for renderings of selects, with a film whose pictures show their numbers. */
export async function startRenderings() {
  const team = await startTeam()
  const { server, owner } = team
  const collection = await server.aCollection(owner, { kind: 'review' })
  const folder = await temporaryFolder('selects')
  afterAll(() => server.close())

  /** Renders what was asked for, as a worker does. */
  const work = (request: Jobs['render-selects'], given = context) =>
    renderSelects(workerServices(server, folder))(request, given)
  const ask = (id: string, body: object = {}, who: Person | undefined = owner) =>
    server.post(`/api/selects/${id}/render`, { ...CLEAN, ...body }, who)
  const notifications = (person: Person) => notificationsOf(server, person)
  const read = async (id: string): Promise<Selects> => (await server.get(`/api/selects/${id}`, owner)).json

  const reel = path.join(folder, 'reel.mp4')
  await ffmpeg('-f', 'lavfi', '-i', `color=gray:s=320x180:r=25:d=4,${NUMBERED}`, ...H264, reel)

  /** A film of four seconds at 25 frames a second whose pictures show their numbers. */
  async function film(file_name = 'harbour.mp4'): Promise<string> {
    const facts = { frame_rate_num: 25, frame_rate_den: 1, width: 320, height: 180, duration: 4 }
    const video = await server.aVideo(owner, collection, { ...facts, file_name })
    await server.storage.write(`videos/${video}/original.mp4`, createReadStream(reel), 'video/mp4')
    return video
  }
  async function selectsOf(pieces: readonly (readonly [string, number, number])[], who = owner): Promise<string> {
    const { id } = (await server.post('/api/selects', { name: 'Best of' }, who)).json
    const items = pieces.map(([video_id, start_frame, end_frame]) => ({
      video_id,
      start_frame,
      end_frame,
      note: 'a note',
    }))
    await server.post(`/api/selects/${id}/items`, { items }, who)
    return id
  }
  /** Asks, and takes the job from the queue. */
  async function asked(id: string, body: object = {}, who = owner): Promise<Jobs['render-selects']> {
    await server.takeJobs('render-selects')
    expect((await ask(id, body, who)).json).toEqual({
      message: 'Your selects are being rendered. A notification will bring them.',
    })
    const [job] = await server.takeJobs('render-selects')
    return job!.data as Jobs['render-selects']
  }
  /** The numbers of the frames of a stored file. */
  async function numbersOf(address: string): Promise<number[]> {
    const file = path.join(folder, 'fetched.mp4')
    const { body } = await fetch(new URL(address, server.base))
    await pipeline(Readable.fromWeb(body as ReadableStream), createWriteStream(file))
    return await numbersIn(file)
  }

  return {
    ...{ ...team, collection, folder, work, ask, notifications, read, film, selectsOf, asked, numbersOf },
    /** A film of `film`. */
    video: await film(),
  }
}

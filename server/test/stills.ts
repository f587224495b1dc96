import { createReadStream } from 'node:fs'
import path from 'node:path'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import sharp from 'sharp'
import { afterAll, expect } from 'vitest'
import type { Person, Sender } from '../../seed/rows/senders.ts'
import { cutStills } from '../src/features/output/stills/cut-stills.job.ts'
import type { Jobs } from '../src/platform/queue/jobs.ts'
import { ffmpeg, H264, NUMBERED, numberIn } from './made-media.ts'
import { startTeam } from './team.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { unzipped } from './unzipped.ts'
import { context, notificationsOf, workerServices } from './worker-services.ts'

/** Seconds of a frame of the films. */
export const FRAME = 1001 / 30000
export const RECTANGLE: Drawing = { v: 1, shapes: [{ t: 'rect', c: 'red', w: 0.01, p: [0.25, 0.5, 0.75, 0.9] }] }

/** Bounding box of the strong red in a picture, as shares of it. */
export async function redIn(picture: Buffer): Promise<number[]> {
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

/** Starts a product for stills. */
export async function startStills() {
  const team = await startTeam()
  const { server, owner } = team
  const collection = await server.aCollection(owner, { kind: 'review' })
  const folder = await temporaryFolder('stills')
  afterAll(() => server.close())

  /** Cuts the stills that were asked for, as a worker does. */
  const cut = (request: Jobs['cut-stills'], given = context) =>
    cutStills(workerServices(server, folder))(request, given)
  const ask = (of: string, who?: Sender, body: object = { comment_ids: null, drawings: true }) =>
    server.post(`/api/quick-review/stills/${of}`, body, who)
  const notifications = (person: Person) => notificationsOf(server, person)

  /** Makes a reel of two seconds whose frames show their numbers. */
  async function reel(name: string, ...args: string[]): Promise<string> {
    const file = path.join(folder, name)
    const [size = '320x180', ...rest] = args
    await ffmpeg('-f', 'lavfi', '-i', `color=gray:s=${size}:r=30000/1001:d=2,${NUMBERED}`, ...rest, ...H264, file)
    return file
  }

  /** Adds a video with a file. */
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

  /** Checks that stills of a film are the frames of their comments, of this size, with what is drawn on them. */
  async function checkFrames(file: string, size: readonly [number, number]): Promise<void> {
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
  }

  return {
    ...{ ...team, collection, folder, cut, ask, notifications, reel, filmOf, stillsOf, checkFrames },
    /** The usual film. */
    wide: await reel('wide.mp4'),
  }
}

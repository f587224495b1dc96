import { createReadStream, createWriteStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Selects } from '@footnote/contract/nouns/selects.ts'
import { afterAll, describe, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { ffmpeg, H264, NUMBERED, numbersIn } from '../../../../test/made-media.ts'
import { daysAgo, silentLog } from '../../../../test/product.ts'
import { startTeam } from '../../../../test/team.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import type { JobContext, Jobs } from '../../../platform/queue/jobs.ts'
import { removeOldExports } from '../../accounts/personal-data/export-data.job.ts'
import { storageUsed } from '../../plans/quota/queries.ts'
import { renderSelects } from './render-selects.job.ts'

const { server, owner, colleague, stranger } = await startTeam()
const collection = await server.aCollection(owner, { kind: 'review' })
const folder = await temporaryFolder('selects')
afterAll(() => server.close())

const context: JobContext = { signal: new AbortController().signal, last_attempt: true, starts: 1, log: silentLog }
const work = (request: Jobs['render-selects'], given = context) =>
  renderSelects({
    db: server.db,
    storage: server.storage,
    queue: server.queue,
    tools: { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' },
    work_dir: path.join(folder, 'work'),
    config: server.config,
  })(request, given)
const CLEAN = { size: 'first', rate: 'first', burn_in: [] }
const ask = (id: string, body: object = {}, who: Person | undefined = owner) =>
  server.post(`/api/selects/${id}/render`, { ...CLEAN, ...body }, who)
const notifications = async (person: Person) => (await server.get('/api/get_notifications', person)).json.notifications
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
const run = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place)
const video = await film()

describe('a rendering to download', () => {
  test('has the frames of the list as it was, and one notification, however often its job runs', async () => {
    const person = await server.person(owner)
    const id = await selectsOf(
      [
        [video, 10, 20],
        [video, 90, 100],
        [video, 0, 1],
      ],
      person,
    )
    const request = await asked(id, { burn_in: ['name', 'timecode', 'note'] }, person)
    expect((await server.get(`/api/selects/${id}`, person)).json.renderings).toMatchObject([{ share: 0, mine: true }])
    await server.put(`/api/selects/${id}/items`, { items: [], revision: 1 }, person)
    await Promise.all([work(request), work(request)])
    await work(request)
    const told = await notifications(person)
    expect(told).toMatchObject([
      { type: 'SELECTS_READY', selects_id: id, selects_name: 'Best of', error: null, video_id: null, text: null },
    ])
    expect(await numbersOf(told[0].download_file)).toEqual([...run(10, 20), ...run(90, 100), 0])
    expect(await readdir(path.join(server.files, 'exports', person.id))).toEqual([`${request.request_id}.mp4`])
    expect((await server.get(`/api/selects/${id}`, person)).json.renderings).toEqual([])
    expect(await readdir(path.join(folder, 'work'))).toEqual([])
  })

  test('counts towards the storage until it expires', async () => {
    const person = await server.person(owner)
    const before = await storageUsed(server.db, owner.company_id)
    await work(await asked(await selectsOf([[video, 0, 5]], person), {}, person))
    expect(await storageUsed(server.db, owner.company_id)).toBeGreaterThan(before)
    await server.db
      .updateTable('notifications')
      .set({ created_at: daysAgo(8) })
      .where('user_id', '=', person.id)
      .execute()
    await removeOldExports(server.db, server.storage)
    expect((await notifications(person))[0].download_file).toBeNull()
    expect(await storageUsed(server.db, owner.company_id)).toBe(before)
  })

  test('leaves nothing behind when its worker stops halfway, and the next one makes one file', async () => {
    const person = await server.person(owner)
    const pieces = Array.from({ length: 12 }, (_, place) => [video, place, place + 8] as const)
    const request = await asked(await selectsOf(pieces, person), {}, person)
    const stopping = new AbortController()
    const stopped = work(request, { ...context, last_attempt: false, signal: stopping.signal })
    await expect
      .poll(
        async () =>
          (
            await server.db
              .selectFrom('select_renderings')
              .select('share')
              .where('id', '=', request.request_id)
              .executeTakeFirst()
          )?.share,
      )
      .toBeGreaterThan(0.1)
    stopping.abort(new Error('The worker stops.'))
    await expect(stopped).rejects.toThrow('The worker stops.')
    expect(await notifications(person)).toEqual([])
    expect(await readdir(path.join(folder, 'work'))).toEqual([])
    await work(request)
    const [{ download_file }] = await notifications(person)
    expect(await numbersOf(download_file)).toEqual(pieces.flatMap(([, from, to]) => run(from, to)))
    expect(await readdir(path.join(server.files, 'exports', person.id))).toHaveLength(1)
  })

  test('leaves out deleted videos and says so; without any of them, and without selects, it says why', async () => {
    const person = await server.person(owner)
    const leaving = await film('leaving.mp4')
    const id = await selectsOf(
      [
        [video, 0, 5],
        [leaving, 0, 5],
      ],
      person,
    )
    const both = await asked(id, {}, person)
    const alone = await asked(await selectsOf([[leaving, 0, 5]], person), {}, person)
    await server.db.deleteFrom('videos').where('id', '=', leaving).execute()
    await work(both)
    const [told] = await notifications(person)
    expect([told.text, await numbersOf(told.download_file)]).toEqual([
      'One piece is left out, because its video was deleted.',
      run(0, 5),
    ])
    await work(alone)
    const gone = await asked(id, {}, person)
    await server.delete(`/api/selects/${id}`, person)
    await work(gone)
    expect((await notifications(person)).slice(0, 2).map(({ error }: { error: string }) => error)).toEqual([
      'The selects were deleted before they were rendered.',
      'The videos were deleted before the selects were rendered.',
    ])
  })
})

describe('a rendering for review', () => {
  test('is a video that is indexed as an upload; the next one is its next version', async () => {
    const id = await selectsOf([
      [video, 10, 20],
      [video, 50, 55],
    ])
    const first = await asked(id, { index_id: collection })
    await server.takeJobs('index-video')
    await work(first)
    await work(first)
    expect((await server.takeJobs('index-video')).map(({ data }) => data)).toEqual([{ video_id: first.request_id }])
    const { rendered } = await read(id)
    expect(rendered).toMatchObject({
      video_id: first.request_id,
      user_id: owner.id,
      collection_id: collection,
      version: 1,
    })
    expect((await notifications(owner))[0]).toMatchObject({
      ...{ type: 'SELECTS_READY', video_id: first.request_id, video_user_id: owner.id, video_name: 'Best of.mp4' },
      ...{ version: 1, download_file: null, error: null },
    })
    const second = await asked(id, { index_id: collection })
    await work(second)
    expect((await read(id)).rendered).toMatchObject({ video_id: second.request_id, version: 2 })
    const { versions } = (await server.get(`/api/quick-review/versions/${first.request_id}`, owner)).json
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    const details = (await server.get(`/api/get_video_details/${second.request_id}`, owner)).json
    expect(details).toMatchObject({ file_name: 'Best of.mp4', version: 2, status: 'PENDING' })
    expect(await numbersOf(details.file_url)).toEqual([...run(10, 20), ...run(50, 55)])
    const told = (await notifications(owner)).filter(({ type }: { type: string }) => type === 'SELECTS_READY')
    expect(told).toHaveLength(2)
  })

  test('in another collection begins a stack of its own', async () => {
    const id = await selectsOf([[video, 0, 5]])
    await work(await asked(id, { index_id: collection }))
    const other = await server.aCollection(owner, { kind: 'review' })
    await work(await asked(id, { index_id: other }))
    expect((await read(id)).rendered).toMatchObject({ collection_id: other, version: 1 })
  })

  test('fails with a sentence when its collection is deleted meanwhile', async () => {
    const id = await selectsOf([[video, 0, 5]])
    const other = await server.aCollection(owner, { kind: 'review' })
    const request = await asked(id, { index_id: other })
    await server.db.updateTable('collections').set({ deleted_at: new Date() }).where('id', '=', other).execute()
    await work(request)
    expect((await notifications(owner))[0]).toMatchObject({
      ...{ type: 'SELECTS_READY', video_id: null },
      error: 'The collection was deleted before the selects were rendered.',
    })
  })
})

describe('asking', () => {
  test('is for the company; only the maker renders into a collection, and only into their own', async () => {
    const id = await selectsOf([[video, 0, 5]])
    expect((await ask(id, {}, colleague)).status).toBe(200)
    expect((await ask(id, { index_id: collection }, colleague)).json.code).toBe('forbidden')
    const theirs = await server.aCollection(colleague, { kind: 'review' })
    await server.aVideo(colleague, theirs)
    expect((await ask(id, { index_id: theirs })).json.code).toBe('forbidden')
    const foreign = await server.aCollection(stranger, { kind: 'review' })
    expect((await ask(id, { index_id: foreign })).status).toBe(404)
    expect((await ask(id, {}, stranger)).status).toBe(404)
    expect((await server.post(`/api/selects/${id}/render`, CLEAN)).status).toBe(401)
  })

  test('refuses no piece, unknown choices, and more than three at once', async () => {
    const person = await server.person(owner)
    const id = await selectsOf([[video, 0, 5]], person)
    for (const body of [{ size: '4k' }, { rate: '26' }, { burn_in: ['x'] }, { burn_in: null }])
      expect((await ask(id, body, person)).status).toBe(400)
    expect((await ask(await selectsOf([], person), {}, person)).json.code).toBe('validation_failed')
    for (let time = 0; time < 3; time += 1) expect((await ask(id, {}, person)).status).toBe(200)
    expect((await ask(id, {}, person)).json.code).toBe('rate_limited')
  })
})

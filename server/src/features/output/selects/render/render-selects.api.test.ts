import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { CLEAN, startRenderings } from '../../../../../test/renderings.ts'

const {
  server,
  owner,
  colleague,
  stranger,
  collection,
  folder,
  work,
  ask,
  notifications,
  read,
  film,
  selectsOf,
  asked,
  numbersOf,
  video,
} = await startRenderings()
const run = (from: number, to: number) => Array.from({ length: to - from }, (_, place) => from + place)

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

import { randomUUID } from 'node:crypto'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Matches } from '@footnote/contract/nouns/output/search.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'

interface Library {
  readonly collection_id: string
  readonly video_id: string
}

/** Unit vectors: the closer two angles, in degrees, the more similar the pictures. */
const looks = (angle: number) => {
  const radians = (angle * Math.PI) / 180
  return Buffer.from(new Float32Array([Math.cos(radians), Math.sin(radians)]).buffer)
}

const api = await startProduct()
const ada = await api.person()
const stranger = await api.person()
/** Ada has two collections with a video each; a stranger has one. */
const films = await library(ada, [0, 80, 4])
const reels = await library(ada, [85, 1])
const foreign = await library(stranger, [0, 0])
beforeEach(async () => {
  await api.db.updateTable('videos').set({ status: 'SUCCESS' }).execute()
  await api.db.updateTable('collections').set({ created_at: new Date(), visual: true }).execute()
})
afterAll(() => api.close())

/** A video with shots of two seconds at these angles, and a picture at the beginning and in the middle of each. */
async function library(person: Person, shots: readonly number[]): Promise<Library> {
  const made = await api.aCollectionWithVideo(person)
  const { video_id } = made
  for (const [number, angle] of shots.entries()) {
    const start_time = 2 * number
    await api.db
      .insertInto('shots')
      .values({ video_id, number, start_time, end_time: start_time + 2 })
      .execute()
    for (const time of [start_time, start_time + 1]) {
      const { id: sample_id } = await api.db
        .insertInto('samples')
        .values({ video_id, time, shot: number, thumbnail_key: `videos/${video_id}/samples/${time * 1000}.jpg` })
        .returning('id')
        .executeTakeFirstOrThrow()
      await api.db
        .insertInto('descriptors')
        .values({ sample_id, video_id, engine: 'concepts-1', descriptor: looks(angle) })
        .execute()
    }
  }
  await api.db.insertInto('video_stages').values({ video_id, stage: 'visual', engine: 'concepts-1' }).execute()
  return made
}

function ask(index_id: string, fields: Readonly<Record<string, string>>, who: Person = ada): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return fetch(`${api.base}${endpoints.search.image.path}?index_id=${index_id}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.access}` },
  })
}
async function find(index_id: string, fields: Readonly<Record<string, string>>, who?: Person) {
  const answer = await ask(index_id, fields, who)
  expect(answer.status).toBe(200)
  return z.parse(Matches, await answer.json())
}
async function refusal(index_id: string, fields: Readonly<Record<string, string>>, who?: Person) {
  const answer = await ask(index_id, fields, who)
  return [answer.status, (await answer.json()).code]
}
const frame = (time: string, { video_id } = films) => ({ video_id, time })

test('similar pictures are found by a frame’s stored vector, and the frame itself is left out', async () => {
  const { matches, frame: asked } = await find(films.collection_id, frame('1.4'))
  expect(matches.map(({ start_time }) => start_time)).toEqual([4, 2])
  expect(matches[0]).toMatchObject({ types: ['visual'], text: 'Looks like the frame', end_time: 6, thumbnail_time: 5 })
  expect(asked).toMatchObject({ video_id: films.video_id, video_name: 'match.mp4', time: 1.4 })
  expect(asked?.thumbnail_url).toContain('samples/1000.jpg')
})

test('a frame belongs to its own shot, also just after a cut and after the end', async () => {
  const pictured = async (time: string) => (await find(films.collection_id, frame(time))).frame?.thumbnail_url
  expect(await pictured('1.99')).toContain('samples/1000.jpg')
  expect(await pictured('2')).toContain('samples/2000.jpg')
  expect(await pictured('500')).toContain('samples/5000.jpg')
})

test('a frame of one collection is searched in another', async () => {
  const { matches, frame: asked } = await find(reels.collection_id, frame('0'))
  expect(matches.map(({ video_id, start_time }) => [video_id, start_time])).toEqual([
    [reels.video_id, 2],
    [reels.video_id, 0],
  ])
  expect(asked?.video_id).toBe(films.video_id)
})

test('the viewer must be able to read both the video and the collection', async () => {
  const hidden = [404, 'not_found']
  expect(await refusal(films.collection_id, frame('0', foreign))).toEqual(hidden)
  expect(await refusal(foreign.collection_id, frame('0'))).toEqual(hidden)
  expect(await refusal(films.collection_id, frame('0'), stranger)).toEqual(hidden)
  for (const video_id of [randomUUID(), 'x', '../x'])
    expect(await refusal(films.collection_id, { video_id, time: '0' })).toEqual(hidden)
  const nobody = await fetch(`${api.base}${endpoints.search.image.path}?index_id=${films.collection_id}`, {
    method: 'POST',
  })
  expect(nobody.status).toBe(401)
})

test('a frame of an expired collection, or of a video in deletion, is refused', async () => {
  const { collection_id, video_id } = films
  await api.db
    .updateTable('collections')
    .set({ created_at: new Date(0) })
    .where('id', '=', collection_id)
    .execute()
  expect(await refusal(reels.collection_id, frame('0'))).toEqual([403, 'collection_expired'])
  await api.db.updateTable('collections').set({ created_at: new Date() }).where('id', '=', collection_id).execute()
  await api.db.updateTable('videos').set({ status: 'DELETING' }).where('id', '=', video_id).execute()
  expect(await refusal(reels.collection_id, frame('0'))).toEqual([409, 'video_not_ready'])
})

test('before the pictures of a video are stored, the answer says that there is no frame yet', async () => {
  const fresh = await api.aCollectionWithVideo(ada)
  expect(await refusal(films.collection_id, frame('0', fresh))).toEqual([409, 'video_not_ready'])
})

test('during indexing, a frame that was not reached yet is not mistaken for an earlier one', async () => {
  const { video_id } = films
  const pass = api.db.insertInto('video_stages').values({ video_id, stage: 'samples', engine: null, until: 3 })
  await pass.execute()
  expect((await find(films.collection_id, frame('3'))).frame?.thumbnail_url).toContain('samples/3000.jpg')
  expect(await refusal(films.collection_id, frame('3.5'))).toEqual([409, 'video_not_ready'])
  const found = async () => (await find(films.collection_id, frame('1.4'))).matches
  expect((await found()).find(({ start_time }) => start_time === 4)).not.toHaveProperty('thumbnail_time')
  await api.db.deleteFrom('video_stages').where('video_id', '=', video_id).where('stage', '=', 'samples').execute()
  expect((await found()).find(({ start_time }) => start_time === 4)).toHaveProperty('thumbnail_time', 5)
})

test('a collection without visual search answers nothing, and still shows the frame', async () => {
  await api.db.updateTable('collections').set({ visual: false }).where('id', '=', reels.collection_id).execute()
  const { matches, frame: asked } = await find(reels.collection_id, frame('0'))
  expect([matches, asked?.video_id]).toEqual([[], films.video_id])
})

test('a frame needs a video and a time, and nothing else', async () => {
  const refused = [400, 'validation_failed']
  const { video_id } = films
  for (const time of ['', '-1', 'soon', 'NaN', 'Infinity', '1e9', '0x1'])
    expect([time, ...(await refusal(films.collection_id, { video_id, time }))]).toEqual([time, ...refused])
  expect(await refusal(films.collection_id, { video_id })).toEqual(refused)
  expect(await refusal(films.collection_id, { time: '1' })).toEqual(refused)
  expect(await refusal(films.collection_id, { ...frame('1'), image_url: 'https://example.org/a.jpg' })).toEqual(refused)
  expect(await refusal(films.collection_id, { video_id: 'x'.repeat(5_000), time: '1' })).toEqual(refused)
})

import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Matches } from '@footnote/contract/nouns/output/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { cropped, drawFlat, drawPage, drawScene } from '../../../../test/drawn-pictures.ts'
import { silent, startIndexing } from '../../../../test/indexing.ts'
import { startProduct } from '../../../../test/product.ts'
import type { VisualEngine } from '../../../engines/engine.ts'
import { fingerprintOlder } from '../../../pipeline/stages/fingerprints.ts'
import { BusyError } from '../../../platform/errors.ts'

/** Sees nothing: what is found is found without an engine. */
const blind: VisualEngine = {
  id: 'blind-1',
  name: 'Blind',
  dimensions: null,
  cosines: null,
  async *describe(samples) {
    for await (const { time } of samples) yield { time, concepts: [] }
  },
  describeReference: async () => ({}),
  embedText: async () => null,
  close: async () => undefined,
}
const indexing = await startIndexing({ engines: { visual: { engine: blind, reason: null, passed_over: [] } } })
const { db, data_dir } = indexing
const api = await startProduct({ database_url: indexing.database_url, storage: indexing.storage })
const ada = await api.person()
/** Seconds of each picture in the film. */
const LONG = 3
const PICTURES = [await drawScene(1), await drawPage(1), await drawFlat('#f7f7f2'), await drawScene(2)]
const film = path.join(data_dir, 'film.mp4')
await makeFilm()
const { video_id, collection_id } = await index('film.mp4')
afterAll(async () => {
  await api.close()
  await indexing.close()
})

/** A film of the pictures, one after the other. */
async function makeFilm(): Promise<void> {
  for (const [at, picture] of PICTURES.entries()) await writeFile(path.join(data_dir, `picture-${at}.png`), picture)
  const pictures = ['-framerate', `1/${LONG}`, '-i', path.join(data_dir, 'picture-%d.png')]
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...pictures, '-r', '25', '-pix_fmt', 'yuv420p', film])
}

/** Indexes a film as a video of Ada's. */
async function index(name: string, file = film) {
  const video_id = await indexing.add(file, undefined, name)
  expect((await indexing.settled(video_id)).status).toBe('SUCCESS')
  const { collection_id } = await db
    .selectFrom('videos')
    .select('collection_id')
    .where('id', '=', video_id)
    .executeTakeFirstOrThrow()
  const { id: user_id, company_id } = ada
  await db.updateTable('collections').set({ user_id, company_id }).where('id', '=', collection_id).execute()
  return { video_id, collection_id }
}

async function find(reference: Buffer | { video_id: string; time: string }, index_id = collection_id) {
  const form = new FormData()
  if (Buffer.isBuffer(reference)) form.append('image', new Blob([Uint8Array.from(reference)]), 'still.jpg')
  else for (const [name, value] of Object.entries(reference)) form.append(name, value)
  const answer = await fetch(`${api.base}${endpoints.search.image.path}?index_id=${index_id}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${ada.access}` },
  })
  expect(answer.status).toBe(200)
  return z.parse(Matches, await answer.json()).matches
}
const half = (picture: Buffer) => sharp(picture).resize(320).jpeg({ quality: 60 }).toBuffer()

test('a still of half its size, or a part of it, finds its moment with High, and the reason says so', async () => {
  const [first, page, , last] = PICTURES as [Buffer, Buffer, Buffer, Buffer]
  for (const [at, asked] of [
    [0, await half(first)],
    [1, await half(page)],
    [3, await cropped(last, 0.9, 0.2, 0.6)],
  ] as const) {
    const [best] = await find(asked)
    expect(best).toMatchObject({ video_id, text: 'The same picture', types: ['visual'] })
    expect(best?.score).toBeGreaterThanOrEqual(SEARCH.high)
    expect(best?.start_time).toBeCloseTo(at * LONG, 0)
    expect(best?.end_time).toBeCloseTo((at + 1) * LONG, 0)
  }
})

test('a still of a time between two samples finds its moment with High, though most in it moves apart', async () => {
  // Three of four parts move in other directions, so no frame can be laid on one of half a second later.
  const moving = path.join(data_dir, 'moving.mp4')
  const scene = path.join(data_dir, 'scene.png')
  await writeFile(scene, await drawScene(9))
  const parts = ['h=0', 'h=0', 'h=-0.004', 'h=0.004'].map((way, at) => `[${at}]scale=480:270,scroll=${way}[p${at}]`)
  const grid = `${parts.join(';')};[p0][p1]hstack[top];[p2][p3]hstack[low];[top][low]vstack`
  const four = Array.from({ length: 4 }, () => ['-loop', '1', '-framerate', '25', '-t', '4', '-i', scene]).flat()
  const encoded = ['-filter_complex', grid, '-pix_fmt', 'yuv420p', '-g', '25', moving]
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...four, ...encoded])
  const { video_id, collection_id } = await index('moving.mp4', moving)
  for (const time of [1.48, 2.52]) {
    const still = path.join(data_dir, 'moving.png')
    const one = ['-ss', `${time}`, '-i', moving, '-frames:v', '1', '-y', still]
    await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', ...one])
    const [best] = await find(await half(await readFile(still)), collection_id)
    expect(best, `${time} s`).toMatchObject({ video_id, text: 'The same picture' })
    expect(best?.score, `${time} s`).toBeGreaterThanOrEqual(SEARCH.high)
    expect(best?.start_time).toBeLessThanOrEqual(time)
    expect(best?.end_time).toBeGreaterThanOrEqual(time)
  }
})

test('a picture in no film is not High, nor a page of the same layout, nor a flat picture', async () => {
  for (const other of [await drawScene(7), await drawPage(7), await drawFlat('#f7f7f2')])
    for (const { score } of await find(await half(other))) expect(score).toBeLessThan(SEARCH.high)
})

test('a frame of a film finds its copy with High, and not itself', async () => {
  const copy = await index('copy.mp4')
  const [best, ...others] = await find({ video_id, time: '1.2' }, copy.collection_id)
  expect(best).toMatchObject({ video_id: copy.video_id, text: 'The same picture', start_time: 0 })
  expect(best?.score).toBeGreaterThanOrEqual(SEARCH.high)
  for (const { score } of others) expect(score).toBeLessThan(SEARCH.high)
  for (const { start_time } of await find({ video_id, time: '1.2' })) expect(start_time).toBeGreaterThan(1.2)
})

test('a video from before fingerprints is found after a worker has made them from its kept pictures', async () => {
  const asked = await half(PICTURES[0] as Buffer)
  const { rows } = await sql<{ number: number }>`
    select number from vector_engines where engine = 'fingerprint-1'`.execute(db)
  expect(rows).toHaveLength(1)
  await sql`delete from vector_engines where engine = 'fingerprint-1'`.execute(db)
  await sql.raw(`drop table vectors_${rows[0]?.number}`).execute(db)
  await db.updateTable('samples').set({ fingerprinted: false }).execute()
  expect(await find(asked)).toEqual([])
  const tools = { db, storage: indexing.storage, log: silent, work_dir: path.join(data_dir, 'work') }
  const { signal } = new AbortController()
  // A busy database at the start of the worker is no reason to wait for the next start.
  vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
    throw new BusyError('no connection was free in time', null)
  })
  await Promise.all([fingerprintOlder(tools, signal), fingerprintOlder(tools, signal)])
  const left = await db.selectFrom('samples').select('id').where('fingerprinted', '=', false).execute()
  expect(left).toEqual([])
  expect((await find(asked))[0]?.score).toBeGreaterThanOrEqual(SEARCH.high)
})

test('the fingerprints of a deleted video are gone', async () => {
  const count = async () => {
    const { rows } = await sql<{ count: string }>`
      select count(*) from vector_pages join vector_engines on number = set_number
      where engine = 'fingerprint-1' and video_id = ${video_id}`.execute(db)
    return Number(rows[0]?.count)
  }
  expect(await count()).toBe(1)
  await db.deleteFrom('videos').where('id', '=', video_id).execute()
  expect(await count()).toBe(0)
})

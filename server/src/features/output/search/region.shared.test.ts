import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { Matches } from '@footnote/contract/nouns/output/search.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ffmpeg, H264 } from '../../../../test/made-media.ts'
import { startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { noModels } from '../../../engines/testing/no-models.ts'
import { concepts } from '../../../engines/visual/concepts/concepts.ts'

const api = await startProduct({})
const ada = await api.person()
const collection_id = await api.aCollection(ada)
const folder = await temporaryFolder('region')
const engine = concepts.open({ threads: 1, models: noModels })
afterAll(async () => {
  await engine.close()
  await api.close()
})

const SIZE = { width: 640, height: 360 }
const CHECKS = `<pattern id="checks" width="80" height="80" patternUnits="userSpaceOnUse"><rect width="80" height="80" fill="#b01818"/><path d="M0 0h40v40h-40zM40 40h40v40h-40z" fill="#fff"/></pattern>`
const stripesOf = (id: string, times: number) =>
  `<pattern id="${id}" width="32" height="8" patternUnits="userSpaceOnUse" patternTransform="scale(${times})"><rect width="32" height="8" fill="#1838b0"/><rect width="16" height="8" fill="#f0d020"/></pattern>`
// A film that shows half of a frame alone shows it twice as large.
const STRIPES = stripesOf('stripes', 1) + stripesOf('large-stripes', 2)

/** A picture whose left and right halves are filled with these patterns or colours. */
const halves = (left: string, right: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><defs>${CHECKS}${STRIPES}</defs>
    <rect width="320" height="360" fill="${left}"/><rect x="320" width="320" height="360" fill="${right}"/></svg>`,
  )
const [checks, stripes, largeStripes] = ['url(#checks)', 'url(#stripes)', 'url(#large-stripes)']

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array) =>
  Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength)

/** Adds a film of pictures of two seconds each. @param begin numbers of the pictures that begin a shot and were kept */
async function addFilm(
  file_name: string,
  pictures: readonly Buffer[],
  begin: readonly number[] = [0],
): Promise<string> {
  const duration = 2 * pictures.length
  const rate = { frame_rate_num: 10, frame_rate_den: 1 }
  const video_id = await api.aVideo(ada, collection_id, { file_name, duration, ...rate })
  const files = pictures.map((_, place) => path.join(folder, `${video_id}-${place}.png`))
  await Promise.all(pictures.map((picture, place) => sharp(picture).png().toFile(files[place]!)))
  const film = path.join(folder, `${video_id}.mp4`)
  const inputs = files.flatMap((file) => ['-loop', '1', '-r', '10', '-t', '2', '-i', file])
  // ffmpeg's default arithmetic would change the colours.
  const exact = 'format=gbrp,zscale=m=170m:r=limited,format=yuv420p'
  await ffmpeg(...inputs, '-filter_complex', `concat=n=${pictures.length},${exact}`, ...H264, film)
  await api.storage.write(`videos/${video_id}/original.mp4`, createReadStream(film), 'video/mp4')
  for (const [number, place] of begin.entries()) {
    const [start_time, end_time] = [2 * place, 2 * (begin[number + 1] ?? pictures.length)]
    await api.db.insertInto('shots').values({ video_id, number, start_time, end_time }).execute()
    await keepPicture({ video_id, shot: number, time: start_time }, files[place]!)
  }
  await api.db.insertInto('video_stages').values({ video_id, stage: 'visual', engine: engine.id }).execute()
  return video_id
}

/** Keeps a small picture, and what the engine finds in it. */
async function keepPicture(row: { video_id: string; shot: number; time: number }, file: string): Promise<void> {
  const { video_id, time } = row
  const small = `${file}.jpg`
  await sharp(file).resize(480).jpeg().toFile(small)
  const thumbnail_key = `videos/${video_id}/samples/${time * 1000}.jpg`
  await api.storage.write(thumbnail_key, createReadStream(small), 'image/jpeg')
  const samples = api.db
    .insertInto('samples')
    .values({ ...row, thumbnail_key })
    .returning('id')
  const { id: sample_id } = await samples.executeTakeFirstOrThrow()
  for await (const { descriptor } of engine.describe([{ time, shot: row.shot, file: small }]))
    await api.db
      .insertInto('descriptors')
      .values({ sample_id, video_id, engine: engine.id, descriptor: bytesOf(descriptor!) })
      .execute()
}

const asked = await addFilm(
  'asked.mp4',
  [halves(checks, stripes), halves(checks, '#10a010'), halves(stripes, stripes)],
  [0, 2],
)
await addFilm('alike.mp4', [halves(checks, stripes)])
await addFilm('checks.mp4', [halves(checks, checks)])
await addFilm('stripes.mp4', [halves(largeStripes, largeStripes)])

function ask(fields: Readonly<Record<string, string>>): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ video_id: asked, time: '0.5', ...fields })) form.append(name, value)
  return fetch(`${api.base}${endpoints.search.image.path}?index_id=${collection_id}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${ada.access}` },
  })
}

async function find(fields: Readonly<Record<string, string>>) {
  const answer = await ask(fields)
  expect(answer.status).toBe(200)
  const { matches, frame } = z.parse(Matches, await answer.json())
  return { matches, names: matches.map(({ video_name }) => video_name), texts: matches.map(({ text }) => text), frame }
}

/** Mean red, green and blue of the picture in an answer, and its size. */
async function shown(address: string | null | undefined) {
  const bytes = Buffer.from(/^data:image\/jpeg;base64,(.+)$/.exec(address ?? '')?.[1] ?? '', 'base64')
  const { channels } = await sharp(bytes).stats()
  const { width, height } = await sharp(bytes).metadata()
  return { colour: channels.map(({ mean }) => Math.round(mean)), size: [width, height] }
}

const LEFT = '0,0,0.5,1'
const RIGHT = '0.5,0,0.5,1'

test('a part of a frame finds the film that shows this part, and the whole frame finds another first', async () => {
  const [whole, left, right] = [await find({}), await find({ region: LEFT }), await find({ region: RIGHT })]
  expect([whole, left, right].map(({ names }) => names.filter((name) => name !== 'asked.mp4')[0])).toEqual([
    'alike.mp4',
    'checks.mp4',
    'stripes.mp4',
  ])
  // The film shows this part alone.
  expect(right.texts[0]).toBe('The same picture')
})

test('the frame’s own moment is left out, and other moments of its film are found', async () => {
  const { matches } = await find({ region: RIGHT })
  expect(matches.filter(({ video_id }) => video_id === asked).map(({ start_time }) => start_time)).toEqual([4])
})

test('the part is of the frame at that time, not of the kept picture before it, and the answer shows it', async () => {
  const { frame } = await find({ region: RIGHT, time: '3' })
  const { colour, size } = await shown(frame?.thumbnail_url)
  for (const [channel, value] of [0x10, 0xa0, 0x10].entries())
    expect(Math.abs((colour[channel] ?? 0) - value)).toBeLessThan(12)
  expect(size[0]! / size[1]!).toBeCloseTo((SIZE.width * 0.5) / SIZE.height, 1)
  expect(frame).toMatchObject({ video_id: asked, video_name: 'asked.mp4', time: 3 })
})

test('a small part has the pixels of the film', async () => {
  const { frame } = await find({ region: '0.1,0.1,0.05,0.05' })
  expect((await shown(frame?.thumbnail_url)).size).toEqual([32, 18])
})

test('the kept picture has the part when the film cannot be read', async () => {
  const film = path.join(api.files, 'videos', asked, 'original.mp4')
  await rm(film)
  const { names, frame } = await find({ region: RIGHT, time: '3' })
  expect(names).toContain('stripes.mp4')
  expect((await shown(frame?.thumbnail_url)).colour[2]).toBeGreaterThan(70)
})

test('a region that is none, too small or without a frame is refused with a sentence', async () => {
  const refused = async (fields: Readonly<Record<string, string>>) => {
    const answer = await ask(fields)
    const { code, fields: sentences } = await answer.json()
    return [answer.status, code, sentences.region]
  }
  for (const region of ['0,0,1', '0.6,0,0.5,1', 'a,b,c,d', '0,0,1,1,1', '-0.1,0,1,1'])
    expect(await refused({ region })).toEqual([
      ...[400, 'validation_failed'],
      expect.stringMatching(/^A region is x,y,width,height/),
    ])
  for (const region of ['0,0,0.04,1', '0,0,1,0.0499'])
    expect(await refused({ region })).toEqual([...[400, 'validation_failed'], expect.stringMatching(/at least 5 %/)])
  expect((await refused({ region: RIGHT, video_id: '' })).slice(0, 2)).toEqual([400, 'validation_failed'])
  expect((await refused({ region: RIGHT, time: '' })).slice(0, 2)).toEqual([400, 'validation_failed'])
})

import { chmod, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg, numbersIn } from '../../../test/made-media.ts'
import { numbered } from '../../../test/renditions.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

/** The ffmpeg of this machine, with or without what encodes a picture for each frame of the index. */
const install = async (clock: 'with' | 'without') => {
  const refusal = 'case " $* " in *clock.ivf*) echo "Conversion failed!" >&2; exit 1;; esac\n'
  await writeFile(program, `#!/bin/sh\n${clock === 'with' ? '' : refusal}exec ffmpeg "$@"\n`)
  await chmod(program, 0o755)
}

const folder = await temporaryFolder('lacking')
await chmod(folder, 0o755)
const program = path.join(folder, 'ffmpeg')
const indexing = await startIndexing({ tools: { ffmpeg: program, ffprobe: 'ffprobe' } })
afterAll(() => indexing.close())

/** A film of 60 frames of which the last 20 are listed, but do not decode. */
async function makeFilm(name: string, codec: readonly string[]): Promise<string> {
  const [whole, film] = [path.join(folder, `whole-${name}`), path.join(folder, name)]
  await ffmpeg(...numbered('s=192x108:r=25:d=2.4'), '-g', '10', ...codec, whole)
  await ffmpeg('-i', whole, '-c', 'copy', '-bsf:v', 'noise=amount=if(gte(n\\,40)\\,1\\,0)', film)
  return film
}

/** Numbers of the frames that play. */
async function numbersOf(rendition_key: string | null): Promise<number[]> {
  return await numbersIn(await indexing.storage.local(rendition_key ?? '', folder))
}
const readAgain = (video_id: string) =>
  indexing.db.transaction().execute((transaction) => indexing.queue.enqueue(transaction, 'read-again', { video_id }))
const HELD = [...Array.from({ length: 40 }, (_, frame) => frame), ...Array(20).fill(39)]

test('a video whose copy lacks frames plays and is searched, and keeps that fact until its copy has them', async () => {
  await install('without')
  const id = await indexing.add(await makeFilm('old.mp4', ['-c:v', 'mpeg4', '-q:v', '3']))
  expect((await indexing.settled(id)).status).toBe('SUCCESS')
  const lacking = await indexing.playable(id)
  expect(lacking).toMatchObject({ playback: 'READY', frames_differ: true, frame_rate_num: 25 })
  expect(await numbersOf(lacking.rendition_key)).toEqual(HELD.slice(0, 40))
  await install('with')
  await readAgain(id)
  const row = () => indexing.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).frames_differ).toBe(false)
  expect(await numbersOf((await row()).rendition_key)).toEqual(HELD)
})

test('a video whose pictures were encoded, since they are broken, has them encoded again when it is indexed again', async () => {
  await install('with')
  const id = await indexing.add(await makeFilm('new.mkv', ['-c:v', 'libx264', '-bf', '0', '-pix_fmt', 'yuv420p']))
  await indexing.settled(id)
  const row = () => indexing.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(async () => (await row()).pictures_encoded).toBe(true)
  await readAgain(id)
  const encodings = async () => {
    const rows = await indexing.transcodes()
    return rows.filter(({ video_id, state }) => video_id === id && state === 'completed').length
  }
  await expect.poll(encodings).toBe(2)
  const { pictures_encoded, rendition_key } = await indexing.playable(id)
  expect(pictures_encoded).toBe(true)
  expect(await numbersOf(rendition_key)).toEqual(HELD)
})

import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countOf } from '../../../test/drawn-cases.ts'
import { indexedRows } from '../../../test/indexed-rows.ts'
import { makeQueuedLibrary } from '../../../test/indexing.ts'
import { KilledWorkers } from '../../../test/killed-workers.ts'
import { makeSpokenFilm } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

// `npm run soak -- kills` kills a hundred times.
const KILLS = countOf({ usual: 6, all: 12 })
const WORKERS = 3
const VIDEOS = 3
const STAGES = ['validate', 'rendition', 'samples', 'speech', 'visual', 'ocr']
/** Minimum number of kills per stage; the moment within a stage is random. */
const SHARE = Math.floor(KILLS / STAGES.length)
const EVERYTHING = { visual: true, ocr: true, audio: true }

const folder = await temporaryFolder('kill')
const film = path.join(folder, 'film.mkv')
// In a container that has to be copied.
await makeSpokenFilm(film, { seconds: 6 })
const { database_url, library, queue, close } = await makeQueuedLibrary()
const workers = new KilledWorkers(database_url, library.data_dir)
afterAll(async () => {
  await workers.killAll()
  await close()
})

test('a video whose worker is killed again and again has the same results as an undisturbed one', async () => {
  workers.start()
  const undisturbed = await library.addVideo(queue, film, EVERYTHING)
  await library.settled(undisturbed)
  const expected = await indexedRows(library.db, undisturbed)
  expect(expected.video).toMatchObject({ status: 'SUCCESS', error: null })
  for (const found of [expected.shots, expected.samples, expected.concepts, expected.cues, expected.spans])
    expect(found.length).toBeGreaterThan(0)
  expect(expected.charges).toHaveLength(1)

  for (let count = 1; count < WORKERS; count += 1) workers.start()
  const ids: string[] = []
  const add = async () => void ids.push(await library.addVideo(queue, film, EVERYTHING))
  const addWhenNoneIsLeft = async () => {
    const left = library.db.selectFrom('videos').select('id').where('status', '<>', 'SUCCESS')
    if (!(await left.executeTakeFirst())) await add()
  }
  for (let count = 0; count < VIDEOS; count += 1) await add()
  const hits = new Map(STAGES.map((stage) => [stage, 0]))
  const total = () => [...hits.values()].reduce((sum, count) => sum + count, 0)
  while (total() < KILLS) {
    const sought = STAGES.filter((stage) => (hits.get(stage) ?? 0) < SHARE)
    let stage = ''
    const hit = await workers.killAt(
      (line) => {
        const found = line.msg === 'stage started' && (sought.length > 0 ? sought : STAGES).includes(line.stage ?? '')
        if (found) stage ||= line.stage ?? ''
        return found
      },
      // Adds a video when all others are past the remaining stages.
      addWhenNoneIsLeft,
    )
    if (hit) hits.set(stage, (hits.get(stage) ?? 0) + 1)
    // The jobs of the last killed worker wait until their signs of life are missed.
    if (total() < KILLS) await workers.release(queue, library.db)
  }
  const videos = await Promise.all(ids.map((id) => library.settled(id)))
  expect(videos.map((video) => video.status)).toEqual(ids.map(() => 'SUCCESS'))
  for (const id of ids) expect(await indexedRows(library.db, id)).toEqual(expected)
  // A job that was killed just before its end is resumed when its video is ready.
  await expect.poll(() => workers.waiting).toEqual([])
  expect(workers.resumed).toBeGreaterThanOrEqual(KILLS)
  // A starting worker removes the job folders of killed ones.
  await workers.killAll()
  workers.start()
  await expect.poll(() => readdir(path.join(library.data_dir, 'work'))).toEqual([])
}, 900_000)

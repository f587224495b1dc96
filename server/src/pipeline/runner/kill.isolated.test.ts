import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { indexedRows } from '../../../test/indexed-rows.ts'
import { makeQueuedLibrary } from '../../../test/indexing.ts'
import { KilledWorkers, missSigns } from '../../../test/killed-workers.ts'
import { makeSpokenFilm } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

const SPEECH = { visual: false, ocr: false, audio: true }
/** Longest delay of a kill after its stage has begun, in milliseconds: a short film is soon past it. */
const SOON = 200

const folder = await temporaryFolder('kill')
const film = path.join(folder, 'film.mkv')
// In a container that has to be copied.
await makeSpokenFilm(film, { seconds: 4 })
const { database_url, library, queue, close } = await makeQueuedLibrary()
const workers = new KilledWorkers(database_url, library.data_dir, SOON)
afterAll(async () => {
  await workers.killAll()
  await close()
})

test('a video whose worker is killed while it listens has the same results as an undisturbed one', async () => {
  workers.start()
  const undisturbed = await library.addVideo(queue, film, SPEECH)
  await library.settled(undisturbed)
  const expected = await indexedRows(library.db, undisturbed)
  expect(expected.video).toMatchObject({ status: 'SUCCESS', error: null })
  expect(expected.cues.length).toBeGreaterThan(0)
  expect(expected.charges).toHaveLength(1)

  const ids: string[] = []
  /** Keeps one video in progress; the last one may be past the stage. */
  const supply = async () => {
    const left = library.db.selectFrom('videos').select('id').where('status', '<>', 'SUCCESS')
    if (!(await left.executeTakeFirst())) ids.push(await library.addVideo(queue, film, SPEECH))
  }
  for (let hit = false; !hit; ) {
    const kill = workers.killAt(({ msg, stage }) => msg === 'stage started' && stage === 'speech', supply)
    await supply()
    hit = await kill
    await missSigns(library.db, workers.waiting)
  }
  const videos = await Promise.all(ids.map((id) => library.settled(id)))
  expect(videos.map((video) => video.status)).toEqual(ids.map(() => 'SUCCESS'))
  for (const id of ids) expect(await indexedRows(library.db, id)).toEqual(expected)
  // A job that was killed just before its end is resumed when its video is ready.
  await expect.poll(() => workers.waiting, { timeout: 100_000 }).toEqual([])
  expect(workers.resumed).toBeGreaterThanOrEqual(1)
}, 900_000)

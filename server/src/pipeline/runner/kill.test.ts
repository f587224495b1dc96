import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { indexedRows } from '../../../test/indexed-rows.ts'
import { makeLibrary, silent } from '../../../test/indexing.ts'
import { KilledWorkers } from '../../../test/killed-workers.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openQueue, type RunningQueue } from '../../platform/queue/pg-boss.ts'

const KILLS = 20
const WORKERS = 3
const VIDEOS = 3
const STAGES = ['validate', 'rendition', 'samples', 'speech', 'visual', 'ocr']
/** Minimum number of kills per stage; the moment within a stage is random. */
const SHARE = Math.floor(KILLS / STAGES.length)
const EVERYTHING = { visual: true, ocr: true, audio: true }

let folder: string
let film: string
let database_url: string
let library: Awaited<ReturnType<typeof makeLibrary>>
let queue: RunningQueue
let workers: KilledWorkers

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-kill-'))
  film = path.join(folder, 'film.mkv')
  // Two shots, a spoken sentence and a line of text, in a container that has to be copied.
  await ffmpeg(
    ...['-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=25:duration=3'],
    ...['-f', 'lavfi', '-i', 'color=c=white:size=640x360:rate=25:duration=3'],
    ...['-f', 'lavfi', '-i', "flite=text='Good morning everybody and welcome to the meeting':voice=slt"],
    ...['-filter_complex', "[1:v]drawtext=text='Quarterly report':fontsize=60:x=60:y=150[t];[0:v][t]concat=n=2[v]"],
    ...['-map', '[v]', '-map', '2:a', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
  )
  database_url = await createTestDatabase()
  library = await makeLibrary(database_url)
  workers = new KilledWorkers(database_url, library.data_dir)
  queue = await openQueue({ database_url, database: library.db, log: silent, worker: false })
})
afterAll(async () => {
  await workers.killAll()
  await queue.stop()
  await library.close()
  await rm(folder, { recursive: true, force: true })
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
  }
  const videos = await Promise.all(ids.map((id) => library.settled(id)))
  expect(videos.map((video) => video.status)).toEqual(ids.map(() => 'SUCCESS'))
  for (const id of ids) expect(await indexedRows(library.db, id)).toEqual(expected)
  // A job that was killed just before its end is resumed when its video is ready.
  await expect.poll(() => workers.waiting, { timeout: 300_000 }).toEqual([])
  expect(workers.resumed).toBeGreaterThanOrEqual(KILLS)
  // A starting worker removes the job folders of killed ones.
  await workers.killAll()
  workers.start()
  await expect.poll(() => readdir(path.join(library.data_dir, 'work'))).toEqual([])
}, 900_000)

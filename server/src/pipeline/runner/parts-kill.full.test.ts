import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { countOf } from '../../../test/drawn-cases.ts'
import { indexedRows } from '../../../test/indexed-rows.ts'
import { makeQueuedLibrary } from '../../../test/indexing.ts'
import { KilledWorkers } from '../../../test/killed-workers.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'

// `npm run soak -- kills` kills a hundred times.
const KILLS = countOf({ usual: 4, all: 8 })
const WORKERS = 2
/** Stages whose parts can be searched. Each must be killed at least once with only a part stored. */
const SEARCHED = ['visual', 'ocr', 'speech']
const EVERYTHING = { visual: true, ocr: true, audio: true }
const SLIDES = ['Agenda', 'Harbour', 'Quarterly report', 'Invoices', 'Lighthouse', 'Thank you']
/** Lengths of a slide, and of the moving scene before the slides. */
const SECONDS = { slide: 2, moving: 4 }

const folder = await temporaryFolder('parts-kill')
const sentence = path.join(folder, 'sentence.wav')
const said = "flite=text='Good morning everybody and welcome to the meeting':voice=slt"
await ffmpeg('-f', 'lavfi', '-i', `${said},apad=pad_dur=0.8`, sentence)
const film = path.join(folder, 'film.mp4')
// A moving scene, six slides, and speech enough for two parts.
const slides = SLIDES.map((text, at) => {
  const from = at * SECONDS.slide
  return `drawtext=text='${text}':fontsize=50:x=30:y=110:enable='between(t,${from},${from + SECONDS.slide - 0.01})'`
})
await ffmpeg(
  ...['-f', 'lavfi', '-i', `gradients=size=480x270:rate=10:duration=${SECONDS.moving}:speed=0.2:seed=1`],
  ...['-f', 'lavfi', '-i', `color=c=white:size=480x270:rate=10:duration=${SECONDS.slide * SLIDES.length}`],
  ...['-stream_loop', '9', '-i', sentence],
  ...['-filter_complex', `[1:v]${slides.join(',')}[t];[0:v][t]concat=n=2[v]`],
  ...['-map', '[v]', '-map', '2:a', '-c:v', 'libx264', '-g', '10', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
)
const { database_url, library, queue, close } = await makeQueuedLibrary()
const workers = new KilledWorkers(database_url, library.data_dir)
afterAll(async () => {
  await workers.killAll()
  await close()
})

/** Stages of which a part, but not all, of some video is stored at this moment. */
async function partlyStored(): Promise<string[]> {
  const rows = await library.db.selectFrom('video_stages').select('stage').where('until', 'is not', null).execute()
  return rows.map(({ stage }) => stage)
}

test('a video whose worker is killed between parts has the same results as an undisturbed one', async () => {
  workers.start()
  const undisturbed = await library.addVideo(queue, film, EVERYTHING)
  await library.settled(undisturbed)
  const expected = await indexedRows(library.db, undisturbed)
  expect(expected.video).toMatchObject({ status: 'SUCCESS', error: null, searchable_until: null })
  expect(expected.spans.length).toBeGreaterThan(SLIDES.length / 2)
  expect(expected.cues.length).toBeGreaterThan(6)

  for (let count = 1; count < WORKERS; count += 1) workers.start()
  const ids: string[] = []
  /** Keeps one video in progress, and never a queue of them. */
  const supply = async () => {
    const { rows } = await sql<{ left: number }>`
      select count(*)::int as left from videos where status <> 'SUCCESS'`.execute(library.db)
    if (rows[0]?.left === 0) ids.push(await library.addVideo(queue, film, EVERYTHING))
  }
  await supply()
  ids.push(await library.addVideo(queue, film, EVERYTHING))
  const halved = new Set<string>()
  const missing = () => SEARCHED.filter((stage) => !halved.has(stage))
  for (let hits = 0; hits < KILLS || missing().length > 0; ) {
    const sought = missing()
    const hit = await workers.killAt(
      // Prefers stages that no kill has interrupted yet: one with few parts is rarely met by chance.
      ({ msg, stage }) => msg === 'part stored' && (sought.length === 0 || sought.includes(String(stage))),
      supply,
    )
    const stages = await partlyStored()
    if (hit && stages.length > 0) hits += 1
    for (const stage of stages) halved.add(stage)
    await workers.release(queue, library.db)
    await supply()
  }
  const videos = await Promise.all(ids.map((id) => library.settled(id)))
  expect(videos.map((video) => video.status)).toEqual(ids.map(() => 'SUCCESS'))
  for (const id of ids) expect(await indexedRows(library.db, id)).toEqual(expected)
  expect(await partlyStored()).toEqual([])
}, 900_000)

// Past 250 lines: the partial results of one film during its indexing, part by part.
import path from 'node:path'
import type { Matches } from '@footnote/contract/nouns/search.ts'
import type { VideoDetail } from '@footnote/contract/nouns/videos.ts'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { startIndexing } from '../../../test/indexing.ts'
import { ffmpeg } from '../../../test/made-media.ts'
import { startProduct } from '../../../test/product.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { Heard, OcrEngine, SpeechEngine, SpokenLine, TextEngine, VisualEngine } from '../../engines/engine.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { askAgain } from '../../features/indexing/commands.ts'
import { removeVideo } from '../../features/videos/commands.ts'
import { moveVideo } from '../../features/videos/status.ts'

vi.setConfig({ testTimeout: 300_000 })

type Indexing = Awaited<ReturnType<typeof startIndexing>>
const SECONDS = 14
const PICTURE = { visual: true, ocr: false, audio: false }
const TEXT = { visual: false, ocr: true, audio: false }
const SPEECH = { visual: false, ocr: false, audio: true }
const patiently = { timeout: 110_000, interval: 50 }
/** Work this slow per second of video stores several parts before it ends. */
const slowly = () => new Promise<void>((resolve) => setTimeout(resolve, 400))

const open: { close(): Promise<unknown> }[] = []

const folder = await temporaryFolder('parts')
const film = path.join(folder, 'film.mp4')
await ffmpeg(
  ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=10:duration=${SECONDS}`],
  ...['-f', 'lavfi', '-i', `sine=frequency=300:duration=${SECONDS}`],
  ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
)
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
})

interface Chosen {
  readonly visual?: VisualEngine
  readonly speech?: SpeechEngine
  readonly ocr?: OcrEngine
  readonly text?: TextEngine
}
async function start(engines: Chosen): Promise<Indexing> {
  const chosen = Object.entries(engines).map(([kind, engine]) => [kind, { engine, reason: null, passed_over: [] }])
  const indexing = await startIndexing({ engines: Object.fromEntries(chosen) })
  open.push(indexing)
  return indexing
}

/** Sees a bottle in every sample; `look` is called with the time of each. */
const seeing = (id: string, look: (time: number) => Promise<void>): VisualEngine => ({
  id,
  name: 'Test',
  dimensions: 2,
  cosines: { unrelated: 0, matching: 1 },
  async *describe(samples, signal) {
    for await (const { time } of samples) {
      signal?.throwIfAborted()
      await look(time)
      yield { time, concepts: [{ name: 'bottle', kind: 'object', confidence: 0.9 }], vector: Float32Array.of(0.6, 0.8) }
    }
  },
  describeReference: () => Promise.resolve({}),
  embedText: () => Promise.resolve(null),
  close: () => Promise.resolve(),
})

/**
 * Hears a line every two seconds; `listen` is called before each, with the earlier transcript that the engine
 * continues.
 */
const hearing = (listen: (time: number, heard: Heard, language: string | null) => Promise<void>): SpeechEngine => ({
  id: 'hearing-1',
  name: 'Test',
  languages: ['en', 'de'],
  async *transcribe(_file, { heard, onHeard, language = null } = {}) {
    const earlier = heard ?? { until: 0, cues: [] }
    for (let time = earlier.until; time < SECONDS; time += 2) {
      await listen(time, earlier, language)
      const text = `harbour line ${time}`
      const cue: SpokenLine = { start: time, end: time + 1, text, language: language ?? 'en', words: [] }
      yield cue
      await onHeard?.(time + 2)
    }
  },
  close: () => Promise.resolve(),
})

/** Reads another text every two seconds; `look` is called with the time of each picture. */
const reading = (look: (time: number) => Promise<void>): OcrEngine => ({
  id: 'reading-1',
  name: 'Test',
  async read(file) {
    const time = Number(/sample-(\d+)/.exec(file)?.[1]) / 1000
    await look(time)
    return [{ text: `Page ${Math.floor(time / 2)}`, confidence: 0.99, box: { x: 0, y: 0, width: 1, height: 1 } }]
  },
  close: () => Promise.resolve(),
})

/** Embeds all lines at the same place. */
const meaning: TextEngine = {
  id: 'meaning-1',
  name: 'Test',
  dimensions: 2,
  languages: null,
  cosines: { unrelated: 0, matching: 1 },
  async *embed(texts) {
    for (const _ of texts) yield Float32Array.of(0.6, 0.8)
  },
  close: () => Promise.resolve(),
}

const videoOf = ({ db }: Indexing, id: string) =>
  db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const searchable = async (indexing: Indexing, id: string): Promise<number> => {
  const read = async () => (await videoOf(indexing, id)).searchable_until
  await vi.waitFor(async () => expect(await read()).not.toBeNull(), patiently)
  return (await read()) as number
}
/** Whether a part, but not all, of some video's stage is stored. */
async function isPartlyStored({ db }: Indexing, stage: string): Promise<boolean> {
  const rows = await db
    .selectFrom('video_stages')
    .select('until')
    .where('stage', '=', stage)
    .where('until', 'is not', null)
    .execute()
  return rows.length > 0
}
/** Waits until samples up to a time (seconds) are stored, so that a part of their results can be, too. */
const sampled = ({ db }: Indexing, seconds: number) =>
  vi.waitFor(async () => {
    const { rows } = await sql`
      select from video_stages where stage = 'samples' and coalesce(until, 'Infinity') >= ${seconds}`.execute(db)
    expect(rows).not.toEqual([])
  }, patiently)
const linesOf = ({ db }: Indexing, video_id: string) =>
  db
    .selectFrom('cues')
    .select(['number', 'text', 'language'])
    .where('video_id', '=', video_id)
    .orderBy('number')
    .execute()
const textsOf = ({ db }: Indexing, video_id: string) =>
  db
    .selectFrom('text_spans')
    .select(['number', 'start_time', 'end_time', 'text'])
    .where('video_id', '=', video_id)
    .orderBy('number')
    .execute()
/** Times of the samples that an engine has described, in order. */
async function describedBy({ db }: Indexing, video_id: string, engine: string): Promise<number[]> {
  const rows = await db
    .selectFrom('concepts')
    .innerJoin('samples', 'samples.id', 'concepts.sample_id')
    .select('samples.time')
    .where('concepts.video_id', '=', video_id)
    .where('concepts.engine', '=', engine)
    .orderBy('samples.time')
    .execute()
  return rows.map(({ time }) => time)
}
async function samplesOf({ db }: Indexing, video_id: string): Promise<number[]> {
  const rows = await db.selectFrom('samples').select('time').where('video_id', '=', video_id).orderBy('time').execute()
  return rows.map(({ time }) => time)
}

test('people find, play and read the first seconds of a video while the rest is indexed, and see how far it is', async () => {
  const gate = Promise.withResolvers<void>()
  const wait = async (time: number) => (time >= 8 ? gate.promise : slowly())
  const indexing = await start({ visual: seeing('seeing-1', wait), speech: hearing(wait) })
  const api = await startProduct({ database_url: indexing.database_url })
  open.push(api)
  const viewer = await api.person({ company_id: indexing.company_id })
  const id = await indexing.add(film, { visual: true, ocr: false, audio: true })
  const until = await searchable(indexing, id)
  expect(until).toBeGreaterThan(0)
  expect(until).toBeLessThan(9)

  const { collection_id } = await videoOf(indexing, id)
  const find = async (query: string, types: string): Promise<Matches['matches']> => {
    const asked = new URLSearchParams({ index_id: collection_id, query, search_type: types })
    const { status, json } = await api.get(`/api/query_index?${asked}`, viewer)
    expect(status).toBe(200)
    return json.matches
  }
  const [seen] = await find('a bottle', 'VISUAL')
  expect(seen).toMatchObject({ video_id: id, types: ['visual'], stream_url: expect.any(String) })
  expect(seen?.start_time).toBeLessThanOrEqual(until)
  const said = await find('harbour', 'CONVERSATION')
  expect(said[0]).toMatchObject({ video_id: id, text: expect.stringContaining('harbour line'), subtitle_url: null })
  for (const { start_time } of said) expect(start_time).toBeLessThan(9)
  const { json: list } = await api.get(`/api/indexes/${collection_id}`, viewer)
  expect(list.videos).toMatchObject([{ id, status: expect.stringContaining('PROCESSING'), can: { open: false } }])
  expect(list.videos[0].searchable_until).toBeGreaterThanOrEqual(until)
  const detail: VideoDetail = (await api.get(`/api/get_video_details/${id}`, viewer)).json
  expect(detail).toMatchObject({ searchable_until: expect.any(Number), stream_url: expect.any(String) })

  gate.resolve()
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', searchable_until: null })
  expect(await describedBy(indexing, id, 'seeing-1')).toEqual(await samplesOf(indexing, id))
  const lines = await linesOf(indexing, id)
  expect(lines.map(({ number, text }) => [number, text])).toEqual(
    Array.from({ length: SECONDS / 2 }, (_, number) => [number, `harbour line ${2 * number}`]),
  )
})

test('a failed stage continues after its last part, and stores every sample and line once', async () => {
  let looked: number[] = []
  let [stage, failed] = ['visual', false]
  const look = async (time: number) => {
    looked.push(time)
    await slowly()
    if (stage === 'visual' && time >= 8) await sampled(indexing, time)
    if (failed || time < 9 || !(await isPartlyStored(indexing, stage))) return
    failed = true
    looked = []
    throw new Error('The process ended.')
  }
  const asked: number[] = []
  const listen = async (time: number, heard: Heard) => {
    asked.push(heard.until)
    expect(heard.cues).toHaveLength(heard.until / 2)
    await look(time)
  }
  const indexing = await start({ visual: seeing('seeing-1', look), speech: hearing(listen) })
  const seen = await indexing.add(film, PICTURE)
  expect(await indexing.settled(seen)).toMatchObject({ status: 'SUCCESS', searchable_until: null })
  expect(failed).toBe(true)
  expect(looked[0]).toBeGreaterThan(0)
  expect(await describedBy(indexing, seen, 'seeing-1')).toEqual(await samplesOf(indexing, seen))
  const { rows } = await sql<{ vectors: number }>`select count(*) as vectors from vectors_1`.execute(indexing.db)
  expect(rows).toEqual([{ vectors: (await samplesOf(indexing, seen)).length }])

  ;[stage, failed] = ['speech', false]
  const heard = await indexing.add(film, SPEECH)
  expect(await indexing.settled(heard)).toMatchObject({ status: 'SUCCESS' })
  expect(failed).toBe(true)
  expect(asked.at(-1)).toBeGreaterThan(0)
  expect(await linesOf(indexing, heard)).toHaveLength(SECONDS / 2)
})

test('a part of another engine is discarded, so that a video never has mixed results', async () => {
  let fails = true
  const failing = seeing('first-1', async (time) => {
    await slowly()
    if (time >= 8) await sampled(indexing, time)
    if (time < 9 || !(await isPartlyStored(indexing, 'visual'))) return
    fails = false
    throw new Error('The process ended.')
  })
  const indexing = await start({ visual: failing })
  const id = await indexing.add(film, PICTURE)
  await vi.waitFor(() => expect(fails).toBe(false), patiently)
  expect((await describedBy(indexing, id, 'first-1')).length).toBeGreaterThan(0)
  await indexing.choose({ visual: { engine: seeing('second-1', slowly), reason: null, passed_over: [] } })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS' })
  expect(await describedBy(indexing, id, 'first-1')).toEqual([])
  expect(await describedBy(indexing, id, 'second-1')).toEqual(await samplesOf(indexing, id))
})

test('without an OCR engine its parts are discarded, and a later engine reads the whole video', async () => {
  let fails = true
  const failing = reading(async (time) => {
    await slowly()
    if (fails && time >= 8) await sampled(indexing, time)
    if (!fails || time < 9 || !(await isPartlyStored(indexing, 'ocr'))) return
    fails = false
    throw new Error('The process ended.')
  })
  const indexing = await start({ ocr: failing, text: meaning })
  const id = await indexing.add(film, TEXT)
  await vi.waitFor(() => expect(fails).toBe(false), patiently)
  expect((await textsOf(indexing, id)).length).toBeGreaterThan(0)
  await indexing.choose({ ocr: { engine: null, reason: 'Nothing reads.', passed_over: [] } })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', searchable_until: null })
  expect(await textsOf(indexing, id)).toEqual([])

  await indexing.choose({ ocr: { engine: reading(async () => undefined), reason: null, passed_over: [] } })
  await vi.waitFor(async () => expect(await textsOf(indexing, id)).not.toEqual([]), patiently)
  const undisturbed = await indexing.add(film, TEXT)
  await indexing.settled(undisturbed)
  expect((await textsOf(indexing, undisturbed)).length).toBeGreaterThan(2)
  expect(await textsOf(indexing, id)).toEqual(await textsOf(indexing, undisturbed))
})

test('an engine that replaces another on an indexed video shows nothing before it is complete', async () => {
  const indexing = await start({ visual: seeing('first-1', async () => undefined) })
  const id = await indexing.add(film, PICTURE)
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS' })
  let looks = 0
  const second = seeing('second-1', async () => {
    looks += 1
    await slowly()
    expect(await describedBy(indexing, id, 'second-1')).toEqual([])
    expect((await videoOf(indexing, id)).searchable_until).toBeNull()
  })
  await indexing.choose({ visual: { engine: second, reason: null, passed_over: [] } })
  const complete = async () =>
    expect(await describedBy(indexing, id, 'second-1')).toEqual(await samplesOf(indexing, id))
  await vi.waitFor(complete, patiently)
  expect(looks).toBe((await samplesOf(indexing, id)).length)
  expect(await describedBy(indexing, id, 'first-1')).toEqual([])
})

test('an engine that always fails on a sound leaves none of its lines, and the video is indexed without them', async () => {
  const listen = async (time: number) => {
    await slowly()
    if (time >= 10) throw new EngineError('refused', 'The recogniser gave up.')
  }
  const indexing = await start({ visual: seeing('seeing-1', slowly), speech: hearing(listen) })
  const id = await indexing.add(film, { visual: true, ocr: false, audio: true })
  await vi.waitFor(async () => expect((await linesOf(indexing, id)).length).toBeGreaterThan(0), patiently)
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', searchable_until: null })
  expect((await videoOf(indexing, id)).speech_note).toContain('failed on this video')
  expect(await linesOf(indexing, id)).toEqual([])
})

test('a language that is chosen after the first part applies to the whole video', async () => {
  const asked: [number, string | null][] = []
  let failed = false
  const indexing = await start({
    speech: hearing(async (time, _heard, language) => {
      asked.push([time, language])
      await slowly()
      if (failed || time < 10) return
      failed = true
      throw new Error('The process ended.')
    }),
  })
  const { db, queue } = indexing
  const id = await indexing.add(film, SPEECH)
  await vi.waitFor(() => expect(failed).toBe(true), patiently)
  expect((await linesOf(indexing, id)).length).toBeGreaterThan(0)
  const before = asked.length
  await db.transaction().execute(async (transaction) => {
    await transaction.updateTable('videos').set({ language_choice: 'de' }).where('id', '=', id).execute()
    await askAgain(transaction, queue, [id], 'speech')
  })
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', language: 'de' })
  expect(asked[before]).toEqual([0, 'de'])
  const lines = await linesOf(indexing, id)
  expect(lines.map(({ language }) => language)).toEqual(Array.from({ length: SECONDS / 2 }, () => 'de'))
})

test('a video that is deleted halfway stores no further part and leaves nothing', async () => {
  const gate = Promise.withResolvers<void>()
  const wait = async (time: number) => (time >= 8 ? gate.promise : slowly())
  const indexing = await start({ visual: seeing('seeing-1', wait), speech: hearing(wait) })
  const { db } = indexing
  const id = await indexing.add(film, { visual: true, ocr: false, audio: true })
  await searchable(indexing, id)
  await moveVideo(db, id, 'DELETING')
  await removeVideo(db, id)
  gate.resolve()
  const left = async () => {
    const tables = ['video_stages', 'samples', 'shots', 'concepts', 'cues', 'text_spans', 'due_stages'] as const
    const rows = await Promise.all(
      tables.map((table) => db.selectFrom(table).select('video_id').where('video_id', '=', id).execute()),
    )
    const { rows: vectors } = await sql`select row_id from vectors_1`.execute(db)
    return [...rows.flat(), ...vectors]
  }
  await vi.waitFor(async () => expect(await indexing.storage.stat(`videos/${id}/poster.jpg`)).toBeNull(), patiently)
  expect(await left()).toEqual([])
})

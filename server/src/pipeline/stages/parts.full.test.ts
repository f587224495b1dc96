import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { hearing, meaning, reading, seeing } from '../../../test/slow-engines.ts'
import {
  describedBy,
  type Indexing,
  linesOf,
  makePartedFilm,
  SECONDS,
  samplesOf,
  searchable,
  startWith,
  videoOf,
} from '../../../test/stored-parts.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import type { TranscriptStart } from '../../engines/engine.ts'
import { EngineError } from '../../engines/engine-error.ts'
import { askAgain } from '../../features/library/indexing/commands.ts'
import { removeVideo } from '../../features/library/videos/commands.ts'
import { moveVideo } from '../../features/library/videos/status.ts'

// Parts come as soon as their engines are done with a second of video.
vi.mock('@footnote/contract/shared/limits.ts', async (load) => {
  const limits = await load<typeof import('@footnote/contract/shared/limits.ts')>()
  return { ...limits, JOBS: { ...limits.JOBS, part_delays: limits.JOBS.part_delays.map(() => 0.05) } }
})
/** Work this slow per second of video stores several parts before it ends. */
const slowly = () => wait(60)
const PICTURE = { visual: true, ocr: false, audio: false }
const TEXT = { visual: false, ocr: true, audio: false }
const SPEECH = { visual: false, ocr: false, audio: true }
const patiently = { timeout: 300_000, interval: 50 }
const film = await makePartedFilm(await temporaryFolder('parts'))

const open: Indexing[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((opened) => opened.close()))
})

async function start(engines: Parameters<typeof startWith>[0]): Promise<Indexing> {
  const indexing = await startWith(engines)
  open.push(indexing)
  return indexing
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
const textsOf = ({ db }: Indexing, video_id: string) =>
  db
    .selectFrom('text_spans')
    .select(['number', 'start_time', 'end_time', 'text'])
    .where('video_id', '=', video_id)
    .orderBy('number')
    .execute()
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
  const listen = async (time: number, heard: TranscriptStart) => {
    asked.push(heard.until)
    expect(heard.cues).toHaveLength(heard.until / 2)
    await look(time)
  }
  const indexing = await start({ visual: seeing('seeing-1', look), speech: hearing(SECONDS, listen) })
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
  const seen = Promise.withResolvers<void>()
  const listen = async (time: number) => {
    await slowly()
    if (time < 10) return
    await seen.promise
    throw new EngineError('refused', 'The recogniser gave up.')
  }
  const indexing = await start({ visual: seeing('seeing-1', slowly), speech: hearing(SECONDS, listen) })
  const id = await indexing.add(film, { visual: true, ocr: false, audio: true })
  await vi.waitFor(async () => expect((await linesOf(indexing, id)).length).toBeGreaterThan(0), patiently)
  seen.resolve()
  expect(await indexing.settled(id)).toMatchObject({ status: 'SUCCESS', searchable_until: null })
  expect((await videoOf(indexing, id)).speech_note).toContain('failed on this video')
  expect(await linesOf(indexing, id)).toEqual([])
})

test('an engine that took too long runs again by itself, and the video says so meanwhile', async () => {
  let slow = true
  const listen = async () => {
    await slowly()
    if (slow) throw new EngineError('timed_out', 'The engine did not answer in time.')
  }
  const indexing = await start({ speech: hearing(SECONDS, listen) })
  const id = await indexing.add(film, { visual: false, ocr: false, audio: true })
  expect(await indexing.settled(id)).toMatchObject({
    status: 'SUCCESS',
    speech_note: expect.stringMatching(/ did not finish with this video\. Footnote tries again by itself\.$/),
  })
  const due = await indexing.db
    .selectFrom('due_stages')
    .select(['stage', 'given_up'])
    .where('video_id', '=', id)
    .execute()
  expect(due).toContainEqual({ stage: 'speech', given_up: false })
  slow = false
  await indexing.choose({})
  await vi.waitFor(async () => expect((await videoOf(indexing, id)).speech_note).toBeNull(), patiently)
  expect((await linesOf(indexing, id)).length).toBeGreaterThan(0)
})

test('a language that is chosen after the first part applies to the whole video', async () => {
  const asked: [number, string | null][] = []
  let failed = false
  const indexing = await start({
    speech: hearing(SECONDS, async (time, _heard, language) => {
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
  const look = async (time: number) => {
    if (time < 1) await sampled(indexing, 8)
    await (time >= 8 ? gate.promise : slowly())
  }
  const indexing: Indexing = await start({ visual: seeing('seeing-1', look), speech: hearing(SECONDS, look) })
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

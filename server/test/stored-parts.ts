import path from 'node:path'
import { expect, vi } from 'vitest'
import type { OcrEngine, SpeechEngine, TextEngine, VisualEngine } from '../src/engines/engine.ts'
import { startIndexing } from './indexing.ts'
import { ffmpeg } from './made-media.ts'

export type Indexing = Awaited<ReturnType<typeof startIndexing>>
/** Length of the film. */
export const SECONDS = 14
const patiently = { timeout: 110_000, interval: 50 }

/** Makes a film with a tone, for engines that store their results in parts. @returns its path */
export async function makePartedFilm(folder: string): Promise<string> {
  const film = path.join(folder, 'film.mp4')
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=10:duration=${SECONDS}`],
    ...['-f', 'lavfi', '-i', `sine=frequency=300:duration=${SECONDS}`],
    ...['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', film],
  )
  return film
}

interface EngineChoice {
  readonly visual?: VisualEngine
  readonly speech?: SpeechEngine
  readonly ocr?: OcrEngine
  readonly text?: TextEngine
}
/** Starts indexing with these engines. */
export async function startWith(engines: EngineChoice): Promise<Indexing> {
  const chosen = Object.entries(engines).map(([kind, engine]) => [kind, { engine, reason: null, passed_over: [] }])
  return startIndexing({ engines: Object.fromEntries(chosen) })
}

export const videoOf = ({ db }: Indexing, id: string) =>
  db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
/** Waits until a part of the video can be searched. @returns up to which second */
export const searchable = async (indexing: Indexing, id: string): Promise<number> => {
  const read = async () => (await videoOf(indexing, id)).searchable_until
  await vi.waitFor(async () => expect(await read()).not.toBeNull(), patiently)
  return (await read()) as number
}
export const linesOf = ({ db }: Indexing, video_id: string) =>
  db
    .selectFrom('cues')
    .select(['number', 'text', 'language'])
    .where('video_id', '=', video_id)
    .orderBy('number')
    .execute()
/** Times of the samples that an engine has described, in order. */
export async function describedBy({ db }: Indexing, video_id: string, engine: string): Promise<number[]> {
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
export async function samplesOf({ db }: Indexing, video_id: string): Promise<number[]> {
  const rows = await db.selectFrom('samples').select('time').where('video_id', '=', video_id).orderBy('time').execute()
  return rows.map(({ time }) => time)
}

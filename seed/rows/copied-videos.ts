import { randomUUID } from 'node:crypto'
import type { Playback } from '@footnote/contract/nouns/library/videos.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { sql } from 'kysely'
import type { SpokenLine } from '../../server/src/engines/engine.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { saidRows } from './lines.ts'

/** A video in a certain state; indexed if it has no status. */
export interface FilmState {
  readonly file_name: string
  /** File name of the video whose files it shares; by default one after the other, by name. */
  readonly film?: string
  readonly status?: VideoStatus
  readonly status_percentage?: number
  readonly error?: string
  readonly searchable_until?: number
  readonly playback?: Playback
  readonly playback_error?: string
  readonly speech_note?: string
  readonly reading_note?: string
  /** Videos with the same one are the same file; none by default, though the rows share their files. */
  readonly sha256?: string
  /** Whether searches find what its pictures show and what is written in them, too. */
  readonly pictures?: true
  /** By default each is two hours older than the one before. */
  readonly created_at?: Date
}

/**
 * Adds rows that share the files of another collection's indexed videos, and the transcript of indexed ones.
 * @returns their ids, in order
 */
export async function copyVideos(
  db: Database,
  from: string,
  to: string,
  user_id: string,
  states: readonly FilmState[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('videos')
    .selectAll()
    .where('collection_id', '=', from)
    .where('status', '=', 'SUCCESS')
    .orderBy('file_name')
    .execute()
  const ids: string[] = []
  for (const [place, { film, pictures, ...state }] of states.entries()) {
    const id = randomUUID()
    const row = film ? rows.find(({ file_name }) => file_name === film) : rows[place % rows.length]
    if (!row) throw new Error(`The collection has no indexed video ${film}`)
    const before = state.status === 'PENDING' || state.status === 'FAILED' || state.status === 'VALIDATING'
    await db
      .insertInto('videos')
      .values({
        ...row,
        ...(before ? { thumbnail_key: null, storyboard_key: null, storyboard: null, duration: null } : {}),
        storyboard: before || !row.storyboard ? null : JSON.stringify(row.storyboard),
        storyboard_sheets: before || !row.storyboard_sheets ? null : JSON.stringify(row.storyboard_sheets),
        source_map: null,
        sound: row.sound && JSON.stringify(row.sound),
        sha256: null,
        // The worker would decode an unchecked copy.
        playback: row.playback === 'UNCHECKED' ? 'READY' : row.playback,
        status_percentage: state.status ? 0 : 100,
        created_at: new Date(Date.now() - place * 7_200_000),
        ...state,
        id,
        stack_id: id,
        version: 1,
        collection_id: to,
        user_id,
      })
      .execute()
    if (!state.status) await copyStages(db, row.id, id)
    if (!state.status && !state.speech_note) await copyWords(db, row.id, id)
    if (pictures) await copyPictures(db, row.id, id)
    ids.push(id)
  }
  return ids
}

/** Marks all stages as done, so that the worker has nothing to do. */
async function copyStages(db: Database, from: string, to: string): Promise<void> {
  for (const stage of await db.selectFrom('video_stages').selectAll().where('video_id', '=', from).execute())
    await db
      .insertInto('video_stages')
      .values({ ...stage, video_id: to })
      .execute()
}

async function copyWords(db: Database, from: string, to: string): Promise<void> {
  const cues = await db
    .selectFrom('cues')
    .select(['engine', 'number', 'start_time', 'end_time', 'text', 'language', 'words'])
    .where('video_id', '=', from)
    .execute()
  for (const { words, ...cue } of cues)
    await db
      .insertInto('cues')
      .values({ ...cue, words: JSON.stringify(words), video_id: to })
      .execute()
}

/** Copies what search knows of the pictures. Descriptors are compared one by one, as before they have signatures. */
async function copyPictures(db: Database, from: string, to: string): Promise<void> {
  await sql`insert into shots (video_id, number, start_time, end_time)
    select ${to}, number, start_time, end_time from shots where video_id = ${from}`.execute(db)
  await sql`insert into samples (video_id, time, shot, thumbnail_key)
    select ${to}, time, shot, thumbnail_key from samples where video_id = ${from}`.execute(db)
  await sql`insert into concepts (sample_id, video_id, engine, name, kind, confidence, box, colours)
    select copy.id, copy.video_id, engine, name, kind, confidence, box, colours
    from concepts join samples on samples.id = sample_id
    join samples copy on copy.video_id = ${to} and copy.time = samples.time
    where concepts.video_id = ${from}`.execute(db)
  await sql`insert into descriptors (sample_id, video_id, engine, descriptor, by_signature)
    select copy.id, copy.video_id, engine, descriptor, false
    from descriptors join samples on samples.id = sample_id
    join samples copy on copy.video_id = ${to} and copy.time = samples.time
    where descriptors.video_id = ${from}`.execute(db)
  await sql`insert into text_spans (video_id, engine, number, start_time, end_time, text, confidence, line_confidences)
    select ${to}, engine, number, start_time, end_time, text, confidence, line_confidences
    from text_spans where video_id = ${from}`.execute(db)
}

/**
 * Replaces the transcript of an indexed video. The lines name the engine that transcribed it: the worker would
 * transcribe it again for another one.
 */
export async function replaceTranscript(
  db: Database,
  video_id: string,
  language: string,
  lines: readonly Pick<SpokenLine, 'speaker' | 'start' | 'text'>[],
): Promise<void> {
  const { engine } = await db
    .selectFrom('video_stages')
    .select('engine')
    .where('video_id', '=', video_id)
    .where('stage', '=', 'speech')
    .executeTakeFirstOrThrow()
  if (engine === null) throw new Error('The product has no speech engine')
  const said = lines.map(({ speaker, ...line }) => ({ ...line, ...(speaker === undefined ? {} : { speaker }) }))
  const cues = saidRows(video_id, engine, said, language)
  await db.deleteFrom('cues').where('video_id', '=', video_id).execute()
  await db.insertInto('cues').values(cues).execute()
}

import { NO_SOUND } from '@footnote/contract/shared/language/speech-notes.ts'
import { UNDETERMINED } from '@footnote/contract/shared/language/undetermined.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { Cues, TranscriptChanges } from '../../../../platform/db/schema.ts'
import type { Line } from '../apply-edits.ts'
import type { Edit } from '../edit-words.ts'

/** Named in place of an engine: its lines are those that people imported or typed, among the engine's own if there are some. */
export const PEOPLE = 'people'

/** A line of an engine, or of people, with all edits. */
export type CueRow = Pick<
  Selectable<Cues>,
  'id' | 'engine' | 'number' | 'start_time' | 'end_time' | 'text' | 'language' | 'words' | 'speaker' | 'original'
>

/** Its columns. */
export const CUE_COLUMNS = [
  'cues.id',
  'cues.engine',
  'cues.number',
  'cues.start_time',
  'cues.end_time',
  'cues.text',
  'cues.language',
  'cues.words',
  'cues.speaker',
  'cues.original',
] as const

/** The lines of a video, in order, as people see and find them. */
export const cuesOf = (db: Reader, videoId: string) =>
  db
    .selectFrom('cues')
    .innerJoin('shown_lines', (join) =>
      join.onRef('shown_lines.video_id', '=', 'cues.video_id').onRef('shown_lines.engine', '=', 'cues.engine'),
    )
    .where('cues.video_id', '=', videoId)
    .where('shown_lines.stage', '=', 'speech')
    .orderBy('cues.number')

/** The lines of a video, in order, as people see and find them. During indexing, those stored so far. */
export const listCues = (db: Reader, videoId: string): Promise<CueRow[]> =>
  cuesOf(db, videoId).select(CUE_COLUMNS).execute()

/** The lines of one engine, which may not be searched yet. */
export const listCuesOf = (db: Reader, videoId: string, engine: string): Promise<CueRow[]> =>
  db
    .selectFrom('cues')
    .select(CUE_COLUMNS)
    .where('video_id', '=', videoId)
    .where('engine', '=', engine)
    .orderBy('number')
    .execute()

/** The lines as their engine wrote them. */
export const linesOf = (cues: readonly CueRow[]): Line[] =>
  cues.map(({ start_time, end_time, words, original }) => original ?? { start: start_time, end: end_time, words })

/** Whether anybody has ever changed the transcript. */
export async function isChanged(db: Reader, videoId: string): Promise<boolean> {
  const row = await db.selectFrom('transcript_changes').select('id').where('video_id', '=', videoId).limit(1).execute()
  return row.length > 0
}

/** SQL: the subtitles of a video that hold; the last ones are shown. @param video_id its id, or a column with it */
export const subtitlesThatHold = (video_id: RawBuilder<unknown>) => sql`transcript_changes as change
  where change.video_id = ${video_id} and change.kind = 'subtitles' and change.undone_at is null`

/** Subtitles whose lines are shown in place of the engine's. */
export interface Base {
  readonly id: string
  /** BCP 47 tag. */
  readonly language: string
  /** Names of the speakers; the first is number 1. */
  readonly speakers: readonly string[]
}

/** The subtitles that are shown: the last ones that hold; null when the engine's lines are. */
export async function readBase(db: Reader, videoId: string): Promise<Base | null> {
  const subtitles = sql<Pick<Selectable<TranscriptChanges>, 'id' | 'language' | 'speakers'>>`(
    select change.id, change.language, change.speakers from ${subtitlesThatHold(sql`${videoId}::uuid`)}
    order by change.number desc limit 1)`
  const last = await db.selectFrom(subtitles.as('subtitles')).selectAll().executeTakeFirst()
  return last ? { id: last.id, language: last.language ?? UNDETERMINED, speakers: last.speakers ?? [] } : null
}

/** The lines of subtitles as they were imported, in order of time. */
export async function listImported(
  db: Reader,
  change_id: string,
): Promise<(Line & { readonly speaker: number | null })[]> {
  const rows = await db
    .selectFrom('transcript_edits')
    .select(['start_time', 'end_time', 'words', 'speaker'])
    .where('change_id', '=', change_id)
    .orderBy('position')
    .execute()
  return rows.map(({ start_time, end_time, words, speaker }) => ({
    start: start_time,
    end: end_time,
    words: words.map(({ word, start, end }) => ({ word, start, end, confidence: 1 })),
    speaker,
  }))
}

/** Id of the engine that transcribed a video, as far as it has; null when none has. */
export async function readSpeechEngine(db: Reader, videoId: string): Promise<string | null> {
  const heard = await db
    .selectFrom('video_stages')
    .select('engine')
    .where('video_id', '=', videoId)
    .where('stage', '=', 'speech')
    .executeTakeFirst()
  return heard?.engine ?? null
}

/** The lines of the engine that transcribed a video, as far as it has, as it wrote them. */
export async function listHeard(db: Reader, videoId: string): Promise<Line[]> {
  const engine = await readSpeechEngine(db, videoId)
  return engine === null ? [] : linesOf(await listCuesOf(db, videoId, engine))
}

/** BCP 47 tag of what people type into a transcript. */
export async function languageOf(db: Reader, videoId: string): Promise<string> {
  const chosen = await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select(['videos.language_choice', 'videos.language as heard', 'collections.language as usual'])
    .where('videos.id', '=', videoId)
    .executeTakeFirstOrThrow()
  return chosen.language_choice ?? chosen.usual ?? chosen.heard ?? UNDETERMINED
}

/** The edits of lines that hold, in the order in which they apply. @param base the subtitles whose lines they change */
export const listEdits = (db: Reader, videoId: string, base: string | null): Promise<Edit[]> =>
  db
    .selectFrom('transcript_edits')
    .innerJoin('transcript_changes', 'transcript_changes.id', 'change_id')
    .select(['start_time', 'end_time', 'before', 'words'])
    .where('video_id', '=', videoId)
    .where('kind', '!=', 'subtitles')
    .where('base', 'is not distinct from', base)
    .where('undone_at', 'is', null)
    .orderBy('number')
    .orderBy('position')
    .execute()

const SUBTITLES = subtitlesThatHold(sql`videos.id`)

/**
 * Columns of `videos`: its language, and what is noted of its transcription. That concerns nobody where people's lines
 * make up for it.
 */
export const SPEECH_COLUMNS = [
  sql<string | null>`case
    when exists (select from ${SUBTITLES}) then null
    when speech_note = ${NO_SOUND} and exists (select from shown_lines where video_id = videos.id and people) then null
    else speech_note end`.as('speech_note'),
  sql<
    string | null
  >`coalesce((select change.language from ${SUBTITLES} order by change.number desc limit 1), videos.language)`.as(
    'language',
  ),
]

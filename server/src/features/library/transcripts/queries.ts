import { itemsBefore, type Page } from '@footnote/contract/calls/pages.ts'
import type { SpeakerNames } from '@footnote/contract/shared/language/spoken-words.ts'
import { toWebVtt } from '@footnote/contract/shared/language/subtitles.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import type { CueWord, TranscriptChanges } from '../../../platform/db/schema.ts'
import { applyEdits, type Line } from './apply-edits.ts'
import type { Edit } from './edit-words.ts'
import { CUE_COLUMNS, type CueRow, cuesOf, listCues, listEdits, readBase } from './lines/queries.ts'
import { namesOfWords, numberSpeakers, type SpeakerNaming } from './name-speakers.ts'

/** A word and its speaker, counted from 1; null when nobody is known to say it. */
export interface SpokenWord extends CueWord {
  readonly speaker: number | null
}

/** What a video says: the words of its lines, and the names of its speakers. */
export interface SpokenText {
  readonly words: readonly SpokenWord[]
  readonly names: SpeakerNames
}

/** The words of lines, each with the voice that its engine heard. */
export const voicedWords = (cues: readonly Pick<CueRow, 'words' | 'speaker'>[]): SpokenWord[] =>
  cues.flatMap(({ words, speaker }) => words.map((word) => ({ ...word, speaker })))

/** Words with the numbers and names of their speakers. */
export function withNames(words: readonly SpokenWord[], { given, namings }: Names): SpokenText {
  if (given.length === 0 && namings.length === 0) return { words, names: [] }
  const { numbers, names } = numberSpeakers(words, namesOfWords(words, namings, given))
  return { words: words.map((word, at) => ({ ...word, speaker: numbers[at] ?? null })), names }
}

/** What is said, as a WebVTT file. */
export const subtitlesOf = ({ words, names }: SpokenText): string =>
  toWebVtt(
    words.map(({ word, start, end, speaker, unsure }) => ({ word, start, end, speaker: speaker ?? undefined, unsure })),
    names,
  )

/** What a video says now. */
export async function readSaid(db: Reader, videoId: string): Promise<SpokenText> {
  const [cues, names] = await Promise.all([listCues(db, videoId), readNames(db, videoId)])
  return withNames(voicedWords(cues), names)
}

/** A page of what a video says now, with all names, and the number of all words. @param page null for all words */
export async function readSaidOn(
  db: Reader,
  videoId: string,
  page: Page | null,
): Promise<{ readonly said: SpokenText; readonly total: number }> {
  // A name counts for a voice wherever it speaks.
  if (!page || hasNames(await readNames(db, videoId))) {
    const { words, names } = await readSaid(db, videoId)
    const [first, last] = page ? [itemsBefore(page), itemsBefore(page) + page.page_size] : [0, words.length]
    return { said: { words: words.slice(first, last), names }, total: words.length }
  }
  const [first, last] = [itemsBefore(page), itemsBefore(page) + page.page_size]
  const lines = await cuesOf(db, videoId)
    .select(['cues.number', sql<number>`jsonb_array_length(cues.words)`.as('words')])
    .execute()
  const numbers: number[] = []
  let [total, before] = [0, 0]
  for (const { number, words } of lines) {
    if (total < last && total + words > first) numbers.push(number)
    if (total + words <= first) before += words
    total += words
  }
  const cues = await cuesOf(db, videoId)
    .select(CUE_COLUMNS)
    .where('cues.number', '>=', numbers[0] ?? 0)
    .where('cues.number', '<=', numbers.at(-1) ?? -1)
    .execute()
  return { said: { words: voicedWords(cues).slice(first - before, last - before), names: [] }, total }
}

/**
 * What an engine's lines say with the edits and names that people gave their video, without lines of people's own. The
 * job that follows a change writes those.
 */
export async function withChanges(
  db: Reader,
  videoId: string,
  lines: readonly (Line & { readonly speaker?: number | undefined })[],
): Promise<SpokenText> {
  const [edits, names] = await Promise.all([listEdits(db, videoId, null), readNames(db, videoId)])
  const { edited } = applyEdits(lines, edits)
  const cues = lines.map(({ words, speaker = null }, at) => ({ words: [...(edited[at]?.words ?? words)], speaker }))
  return withNames(voicedWords(cues), names)
}

/** Names of speakers. */
export interface Names {
  /** Those that subtitles brought along. */
  readonly given: SpeakerNames
  /** Those that people gave, in the order in which they apply. */
  readonly namings: readonly SpeakerNaming[]
}

const hasNames = ({ given, namings }: Names): boolean => given.length > 0 || namings.length > 0

/** The names of the speakers of the lines that are shown. */
export async function readNames(db: Reader, videoId: string): Promise<Names> {
  const base = await readBase(db, videoId)
  const namings = await db
    .selectFrom('speakers')
    .innerJoin('transcript_changes', 'transcript_changes.id', 'change_id')
    .select(['name', 'speakers.before', 'everywhere', 'intervals'])
    .where('video_id', '=', videoId)
    .where('base', 'is not distinct from', base?.id ?? null)
    .where('undone_at', 'is', null)
    .orderBy('number')
    .execute()
  return { given: (base?.speakers ?? []).map((name, at) => ({ speaker: at + 1, name })), namings }
}

/** A change of a transcript, with its author and its first places. */
export interface ChangeRow extends Selectable<TranscriptChanges> {
  readonly first_name: string | null
  readonly last_name: string | null
  readonly count: number
  readonly edits: readonly Pick<Edit, 'start_time' | 'end_time' | 'before' | 'words'>[]
  /** What was named; null for words. */
  readonly naming: SpeakerNaming | null
}

/** The last changes of a transcript, newest first. */
export const listChanges = (db: Reader, videoId: string): Promise<ChangeRow[]> =>
  db
    .selectFrom('transcript_changes')
    .leftJoin('users', 'users.id', 'transcript_changes.user_id')
    .selectAll('transcript_changes')
    .select(['first_name', 'last_name'])
    .select([
      sql<number>`(select count(*)::int from transcript_edits where change_id = transcript_changes.id)`.as('count'),
      sql<ChangeRow['edits']>`(select coalesce(json_agg(edit order by position), '[]') from (
        select position, start_time, end_time, before, words from transcript_edits
        where change_id = transcript_changes.id order by position limit ${TRANSCRIPT.places}) as edit)`.as('edits'),
      sql<ChangeRow['naming']>`(select json_build_object('name', name, 'before', before, 'everywhere', everywhere,
        'intervals', intervals) from speakers where change_id = transcript_changes.id)`.as('naming'),
    ])
    .where('video_id', '=', videoId)
    .orderBy('transcript_changes.number', 'desc')
    .limit(TRANSCRIPT.history)
    .execute()

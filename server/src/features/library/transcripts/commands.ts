import type { EditKind } from '@footnote/contract/nouns/library/transcripts.ts'
import { SPEECH_AGAIN } from '@footnote/contract/shared/language/speech-notes.ts'
import type { TranscriptEvent } from '@footnote/contract/shared/language/transcript.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { floats, integers } from '../../../platform/db/arrays.ts'
import { logEvents } from '../../../platform/db/event-log.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { askForSkipped } from '../indexing/commands.ts'
import type { Edit } from './edit-words.ts'
import { writeLines } from './lines/commands.ts'
import { isChanged, readBase, readSpeechEngine } from './lines/queries.ts'
import type { SpeakerNaming } from './name-speakers.ts'
import { refuseLongTranscript } from './policy.ts'
import type { ImportedLine } from './subtitles/timed-lines.ts'

/** A transcript that nobody else changes until the end of the transaction. */
export interface HeldTranscript {
  readonly video_id: string
  readonly revision: number
}

/**
 * Locks the video of a transcript. Stages of indexing lock it too before they store lines.
 * @param revision that the person saw; null when any will do
 * @throws ProductError not_found for a deleted video, changed_meanwhile
 */
export async function holdTranscript(
  transaction: Transaction<Tables>,
  video_id: string,
  revision: number | null,
): Promise<HeldTranscript> {
  const video = await transaction
    .selectFrom('videos')
    .select(['status', 'transcript_revision'])
    .where('id', '=', video_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!video || video.status === 'DELETING') throw new ProductError('not_found')
  if (revision !== null && revision !== video.transcript_revision) throw new ProductError('changed_meanwhile')
  return { video_id, revision: video.transcript_revision }
}

type EditTools = { readonly queue: Queue; readonly user_id: string }

/**
 * Adds a change of words, and writes it into the lines. The caller holds the transcript.
 * @returns its id
 * @throws ProductError limit_words
 */
export async function addEdits(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  edits: readonly Edit[],
  { queue, user_id, kind }: EditTools & { readonly kind: 'words' | 'replace' },
): Promise<string> {
  const change_id = await addChange(transaction, { video_id: held.video_id, user_id, kind })
  await sql`
    insert into transcript_edits (change_id, position, start_time, end_time, words, before)
    select ${change_id}, edit.* from unnest(${edits.map((_, at) => at)}::int[],
      ${edits.map(({ start_time }) => start_time)}::float8[], ${edits.map(({ end_time }) => end_time)}::float8[],
      ${edits.map(({ words }) => JSON.stringify(words))}::jsonb[],
      ${edits.map(({ before }) => JSON.stringify(before))}::jsonb[]) as edit`.execute(transaction)
  await conclude(transaction, queue, held)
  return change_id
}

/** Adds a naming of a speaker. The caller holds the transcript. @returns its id */
export async function addNaming(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  { intervals, ...naming }: SpeakerNaming,
  { queue, user_id }: EditTools,
): Promise<string> {
  const change_id = await addChange(transaction, { video_id: held.video_id, user_id, kind: 'speaker' })
  await transaction
    .insertInto('speakers')
    .values({ change_id, ...naming, intervals: JSON.stringify(intervals) })
    .execute()
  await conclude(transaction, queue, held)
  return change_id
}

/** Subtitles of a file, or of a track of a video's own file. */
export interface Subtitles {
  /** In order of time; at least one. */
  readonly lines: readonly ImportedLine[]
  /** Names of the speakers; the first is number 1. */
  readonly speakers: readonly string[]
  /** BCP 47 tag. */
  readonly language: string
  /** Name of the file, or title or language of the track; null for none. */
  readonly file_name: string | null
  /** The track of the video's own file; null for another file. */
  readonly track: number | null
  /** Nobody chose the track: it is shown by itself. */
  readonly automatic?: true
}

/**
 * Shows subtitles in place of all lines. The caller holds the transcript.
 * @param means whose `user_id` is null for a deleted account
 * @returns the id of the change
 * @throws ProductError limit_words
 */
export async function addSubtitles(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  { lines, speakers, ...about }: Subtitles,
  { queue, user_id }: { readonly queue: Queue; readonly user_id: string | null },
): Promise<string> {
  const { id } = await transaction
    .insertInto('transcript_changes')
    .values({ video_id: held.video_id, user_id, kind: 'subtitles', speakers: [...speakers], ...about })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into transcript_edits (change_id, position, start_time, end_time, words, before, speaker)
    select ${id}, line.position, line.start_time, line.end_time, line.words, '[]', line.speaker
    from unnest(${integers(lines.map((_, at) => at))}, ${floats(lines.map(({ start }) => start))},
      ${floats(lines.map(({ end }) => end))}, ${lines.map(({ words }) => JSON.stringify(words))}::jsonb[],
      ${lines.map(({ speaker }) => speaker)}::smallint[]) as line(position, start_time, end_time, words, speaker)`.execute(
    transaction,
  )
  await conclude(transaction, queue, held)
  return id
}

async function addChange(
  transaction: Transaction<Tables>,
  change: { readonly video_id: string; readonly user_id: string; readonly kind: Exclude<EditKind, 'subtitles'> },
): Promise<string> {
  const base = await readBase(transaction, change.video_id)
  const { id } = await transaction
    .insertInto('transcript_changes')
    .values({ ...change, base: base?.id ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Takes a change back, or makes it again. The caller holds the transcript.
 * @returns whether it was not so before
 * @throws ProductError not_found; limit_words when it brings back too many words
 */
export async function setUndone(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  { id, undone, queue }: { readonly id: string; readonly undone: boolean; readonly queue: Queue },
): Promise<boolean> {
  const change = await transaction
    .selectFrom('transcript_changes')
    .select(['kind', 'undone_at'])
    .where('id', '=', id)
    .where('video_id', '=', held.video_id)
    .executeTakeFirstOrThrow(() => new ProductError('not_found'))
  if ((change.undone_at !== null) === undone) return false
  await transaction
    .updateTable('transcript_changes')
    .set({ undone_at: undone ? new Date() : null })
    .where('id', '=', id)
    .execute()
  await conclude(transaction, queue, held)
  if (change.kind === 'subtitles' && !(await readBase(transaction, held.video_id)))
    await transcribeSkipped(transaction, queue, held.video_id)
  return true
}

/**
 * Has speech transcribed that the first indexing left out for subtitles, if somebody has undone these meanwhile: an
 * undo itself asks only for the speech of indexed videos.
 */
export async function transcribeAfterUndo(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_id: string,
): Promise<void> {
  const imported = await transaction
    .selectFrom('transcript_changes')
    .select('id')
    .where('video_id', '=', video_id)
    .where('kind', '=', 'subtitles')
    .limit(1)
    .executeTakeFirst()
  if (imported && !(await readBase(transaction, video_id))) await transcribeSkipped(transaction, queue, video_id)
}

/** Has the speech of an indexed video transcribed if that was left out, because subtitles were shown. */
async function transcribeSkipped(transaction: Transaction<Tables>, queue: Queue, video_id: string): Promise<void> {
  if (!(await askForSkipped(transaction, queue, video_id, 'speech'))) return
  await transaction.updateTable('videos').set({ speech_note: SPEECH_AGAIN }).where('id', '=', video_id).execute()
}

/**
 * Brings the searched lines up to date, raises the revision, tells open pages, and has a job follow with the rest.
 * @throws ProductError limit_words
 */
async function conclude(transaction: Transaction<Tables>, queue: Queue, { video_id }: HeldTranscript): Promise<void> {
  const engine = await readSpeechEngine(transaction, video_id)
  refuseLongTranscript(await writeLines(transaction, video_id, engine))
  await raiseRevision(transaction, video_id)
  await queue.enqueue(transaction, 'renew-transcript', { video_id })
}

/** Gives the transcript another revision, so that nobody edits words that they did not see. */
async function raiseRevision(transaction: Transaction<Tables>, video_id: string): Promise<void> {
  const { revision } = await transaction
    .updateTable('videos')
    .set((row) => ({ transcript_revision: row('transcript_revision', '+', 1) }))
    .where('id', '=', video_id)
    .returning('transcript_revision as revision')
    .executeTakeFirstOrThrow()
  await announceRevision(transaction, video_id, { revision, file: false })
}

/** Logs for open pages that there is another transcript to read. */
export const announceRevision = (db: Kysely<Tables>, video_id: string, facts: TranscriptEvent): Promise<void> =>
  logEvents(db, [{ video_id, name: 'transcript', facts }])

/**
 * Follows a new transcription, in the transaction that stores its last lines. The caller has locked the video.
 * @param again whether it replaces another one, which people may have on their screens
 */
export async function followTranscription(
  transaction: Transaction<Tables>,
  queue: Queue,
  { video_id, again }: { readonly video_id: string; readonly again: boolean },
): Promise<void> {
  if (again) await raiseRevision(transaction, video_id)
  if (again || (await isChanged(transaction, video_id)))
    await queue.enqueue(transaction, 'renew-transcript', { video_id })
}

import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import { tell } from '../../platform/db/notices.ts'
import type { OriginalCue, Tables } from '../../platform/db/schema.ts'
import { dropVectors } from '../../platform/db/vectors/vectors.ts'
import { ProductError } from '../../platform/errors.ts'
import type { Queue } from '../../platform/queue/queue.ts'
import { applyEdits, type Line } from './apply-edits.ts'
import { beginningOf, type NewEdit, searchedText, sizeOf } from './edit-words.ts'
import type { Naming } from './name-speakers.ts'
import { type Lengths, refuseLongTranscript } from './policy.ts'
import {
  type CueRow,
  isChanged,
  listCues,
  listCuesOf,
  listEdits,
  TRANSCRIPT_CHANNEL,
  type TranscriptNotice,
} from './queries.ts'

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

/** The lines as their engine wrote them. */
const linesOf = (cues: readonly CueRow[]): Line[] =>
  cues.map(({ start_time, end_time, words, original }) => original ?? { start: start_time, end: end_time, words })

/**
 * Writes the edits of a video into an engine's lines, and takes out those that were undone. Words for search follow by
 * triggers. Lines that change, and their neighbours, whose meaning they are part of, lose their vectors.
 * @returns its words before and after
 */
export async function writeEdits(transaction: Transaction<Tables>, video_id: string, engine: string): Promise<Lengths> {
  if (!(await isChanged(transaction, video_id))) return { before: 0, after: 0 }
  const cues = await listCuesOf(transaction, video_id, engine)
  const edited = applyEdits(linesOf(cues), await listEdits(transaction, video_id))
  const before = cues.reduce((sum, { words }) => sum + sizeOf(words), 0)
  const changed = cues.flatMap((cue, at) => {
    const after = rowOf(cue, edited[at] ?? null)
    return isSame(cue, after) ? [] : [{ at, id: cue.id, ...after }]
  })
  const after = changed.reduce((sum, { at, words }) => sum + sizeOf(words) - sizeOf((cues[at] as CueRow).words), before)
  if (changed.length === 0) return { before, after }
  await sql`
    update cues set start_time = now.start_time, end_time = now.end_time, text = now.text, words = now.words,
      original = now.original
    from unnest(${changed.map(({ id }) => id)}::bigint[], ${changed.map(({ start_time }) => start_time)}::float8[],
      ${changed.map(({ end_time }) => end_time)}::float8[], ${changed.map(({ text }) => text)}::text[],
      ${changed.map(({ words }) => JSON.stringify(words))}::jsonb[],
      ${changed.map(({ original }) => original && JSON.stringify(original))}::jsonb[])
      as now(id, start_time, end_time, text, words, original)
    where cues.id = now.id`.execute(transaction)
  const touched = new Set(changed.flatMap(({ at }) => [at - 1, at, at + 1]))
  await dropVectors(
    transaction,
    'cues',
    video_id,
    cues.flatMap(({ id }, at) => (touched.has(at) ? [id] : [])),
  )
  return { before, after }
}

type CueState = Pick<CueRow, 'start_time' | 'end_time' | 'text' | 'words' | 'original'>

/** The columns of a line after the edits. @param line null when no edit changes it */
function rowOf(cue: CueRow, line: Line | null): CueState {
  const original: OriginalCue = cue.original ?? {
    start: cue.start_time,
    end: cue.end_time,
    text: cue.text,
    words: cue.words,
  }
  if (!line)
    return {
      start_time: original.start,
      end_time: original.end,
      text: original.text,
      words: original.words,
      original: null,
    }
  // PostgreSQL keeps 1 MB of words for the search of a line.
  const text = beginningOf(searchedText(line.words), TRANSCRIPT.searched)
  return { start_time: line.start, end_time: line.end, text, words: [...line.words], original }
}

const isSame = (cue: CueState, other: CueState): boolean =>
  (cue.original === null) === (other.original === null) &&
  cue.text === other.text &&
  cue.start_time === other.start_time &&
  cue.end_time === other.end_time &&
  cue.words.length === other.words.length &&
  cue.words.every((word, at) => {
    const now = other.words[at]
    return (
      word.word === now?.word &&
      word.start === now.start &&
      word.end === now.end &&
      word.confidence === now.confidence &&
      word.original === now.original &&
      word.unsure === now.unsure
    )
  })

type Means = { readonly queue: Queue; readonly user_id: string }

/**
 * Adds a change of words, and writes it into the lines. The caller holds the transcript.
 * @returns its id
 * @throws ProductError limit_words
 */
export async function addEdits(
  transaction: Transaction<Tables>,
  held: HeldTranscript,
  edits: readonly NewEdit[],
  { queue, user_id, kind }: Means & { readonly kind: 'words' | 'replace' },
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
  { intervals, ...naming }: Naming,
  { queue, user_id }: Means,
): Promise<string> {
  const change_id = await addChange(transaction, { video_id: held.video_id, user_id, kind: 'speaker' })
  await transaction
    .insertInto('speakers')
    .values({ change_id, ...naming, intervals: JSON.stringify(intervals) })
    .execute()
  await conclude(transaction, queue, held)
  return change_id
}

async function addChange(
  transaction: Transaction<Tables>,
  change: { readonly video_id: string; readonly user_id: string; readonly kind: 'words' | 'replace' | 'speaker' },
): Promise<string> {
  const { id } = await transaction
    .insertInto('transcript_changes')
    .values(change)
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
    .select('undone_at')
    .where('id', '=', id)
    .where('video_id', '=', held.video_id)
    .executeTakeFirst()
  if (!change) throw new ProductError('not_found')
  if ((change.undone_at !== null) === undone) return false
  await transaction
    .updateTable('transcript_changes')
    .set({ undone_at: undone ? new Date() : null })
    .where('id', '=', id)
    .execute()
  await conclude(transaction, queue, held)
  return true
}

/**
 * Brings the searched lines up to date, raises the revision, tells open pages, and has a job follow with the rest.
 * @throws ProductError limit_words
 */
async function conclude(transaction: Transaction<Tables>, queue: Queue, { video_id }: HeldTranscript): Promise<void> {
  const [cue] = await listCues(transaction, video_id)
  if (cue) refuseLongTranscript(await writeEdits(transaction, video_id, cue.engine))
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
  await tellChange(transaction, { video_id, revision, file: false })
}

export const tellChange = (db: Kysely<Tables>, notice: TranscriptNotice): Promise<void> =>
  tell(db, TRANSCRIPT_CHANNEL, notice)

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

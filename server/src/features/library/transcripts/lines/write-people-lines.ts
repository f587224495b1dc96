import { sql, type Transaction } from 'kysely'
import { bigints, floats, integers } from '../../../../platform/db/arrays.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { dropVectors } from '../../../../platform/db/vectors/vectors.ts'
import { sizeOf } from '../edit-words.ts'
import type { Lengths } from '../policy.ts'
import { type CueRow, PEOPLE } from './queries.ts'

/** A line of people: an imported or typed one, or one of the engine among those. */
export type PeopleLine = Pick<CueRow, 'start_time' | 'end_time' | 'text' | 'words' | 'language' | 'speaker'>

/** Number of the words of lines, as limits count them. */
export const sizeOfAll = (cues: readonly Pick<CueRow, 'words'>[]): number =>
  cues.reduce((sum, { words }) => sum + sizeOf(words), 0)

/** Takes the vectors of some lines. */
export async function removeVectorsOf(
  transaction: Transaction<Tables>,
  video_id: string,
  ids: readonly number[],
): Promise<void> {
  if (ids.length > 0) await dropVectors(transaction, 'cues', video_id, ids)
}

/** A line by all that it has, so that an equal one keeps its row and its vectors. */
const keyOf = ({ start_time, end_time, text, words, language, speaker }: PeopleLine): string =>
  JSON.stringify([
    start_time,
    end_time,
    text,
    language,
    speaker,
    words.map(({ word, start, end, confidence, original, unsure }) => [word, start, end, confidence, original, unsure]),
  ])

interface PeopleLines {
  /** The lines of people so far. */
  readonly before: readonly CueRow[]
  readonly rows: readonly PeopleLine[]
  /** Number of words that were shown so far. */
  readonly size: number
}

/** Shows lines of people in place of the engine's. */
export async function writePeopleLines(
  transaction: Transaction<Tables>,
  video_id: string,
  { before, rows: lines, size }: PeopleLines,
): Promise<Lengths> {
  const rows = Map.groupBy(before, keyOf)
  const taken = lines.map((line) => rows.get(keyOf(line))?.shift())
  const gone = [...rows.values()].flat()
  // Numbers that none of the lines has yet, so that no two have one number meanwhile.
  const least = before[0]?.number ?? 0
  const first = least >= lines.length ? 0 : (before.at(-1)?.number ?? -1) + 1
  const moved = taken.some((row, at) => row?.number !== least + at) || gone.length > 0
  if (moved) {
    await removeVectorsOf(transaction, video_id, [
      ...gone.map(({ id }) => id),
      ...besideNew(taken),
      ...besideGone(before, gone),
    ])
    if (gone.length > 0)
      await sql`delete from cues where id = any(${bigints(gone.map(({ id }) => id))})`.execute(transaction)
    await renumber(
      transaction,
      taken.flatMap((row, at) => (row ? { id: row.id, number: first + at } : [])),
    )
    await insert(
      transaction,
      video_id,
      lines.flatMap((line, at) => (taken[at] ? [] : { ...line, number: first + at })),
    )
  }
  await showPeopleLines(transaction, video_id)
  return { before: size, after: sizeOfAll(lines) }
}

/** Hidden lines of engines lose their vectors, so that they take no places among the nearest. An undo has them embedded. */
async function showPeopleLines(transaction: Transaction<Tables>, video_id: string): Promise<void> {
  const shown = await transaction
    .selectFrom('shown_lines')
    .select('people')
    .where('video_id', '=', video_id)
    .where('stage', '=', 'speech')
    .executeTakeFirst()
  if (shown?.people) return
  const hidden = await transaction
    .selectFrom('cues')
    .select('id')
    .where('video_id', '=', video_id)
    .where('engine', '!=', PEOPLE)
    .execute()
  await removeVectorsOf(
    transaction,
    video_id,
    hidden.map(({ id }) => id),
  )
  await transaction
    .insertInto('shown_lines')
    .values({ video_id, stage: 'speech', engine: PEOPLE, people: true })
    .onConflict((conflict) => conflict.columns(['video_id', 'stage']).doUpdateSet({ engine: PEOPLE, people: true }))
    .execute()
}

/** Ids of the kept lines beside new ones. */
const besideNew = (taken: readonly (CueRow | undefined)[]): number[] =>
  taken.flatMap((row, at) =>
    row && ((at > 0 && !taken[at - 1]) || (at + 1 < taken.length && !taken[at + 1])) ? row.id : [],
  )

/** Ids of the lines that were beside those that go. */
function besideGone(before: readonly CueRow[], gone: readonly CueRow[]): number[] {
  const left = new Set(gone)
  return before.flatMap((row, at) => {
    const beside = [before[at - 1], before[at + 1]]
    return !left.has(row) && beside.some((other) => other && left.has(other)) ? row.id : []
  })
}

async function renumber(
  transaction: Transaction<Tables>,
  rows: readonly { readonly id: number; readonly number: number }[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update cues set number = now.number
    from unnest(${bigints(rows.map(({ id }) => id))}, ${integers(rows.map(({ number }) => number))}) as now(id, number)
    where cues.id = now.id`.execute(transaction)
}

/** Adds lines in one statement, since each one counts all words of the video. */
async function insert(
  transaction: Transaction<Tables>,
  video_id: string,
  rows: readonly (PeopleLine & { readonly number: number })[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into cues (video_id, engine, number, start_time, end_time, text, language, words, speaker)
    select ${video_id}, ${PEOPLE}, line.* from unnest(${integers(rows.map(({ number }) => number))},
      ${floats(rows.map(({ start_time }) => start_time))}, ${floats(rows.map(({ end_time }) => end_time))},
      ${rows.map(({ text }) => text)}::text[], ${rows.map(({ language }) => language)}::text[],
      ${rows.map(({ words }) => JSON.stringify(words))}::jsonb[], ${rows.map(({ speaker }) => speaker)}::smallint[])
      as line`.execute(transaction)
}

/** Shows the engine's lines again. */
export async function removePeopleLines(
  transaction: Transaction<Tables>,
  video_id: string,
  rows: readonly CueRow[],
): Promise<void> {
  await removeVectorsOf(
    transaction,
    video_id,
    rows.map(({ id }) => id),
  )
  await transaction.deleteFrom('cues').where('video_id', '=', video_id).where('engine', '=', PEOPLE).execute()
  await transaction.deleteFrom('shown_lines').where('video_id', '=', video_id).where('stage', '=', 'speech').execute()
  await sql`
    insert into shown_lines (video_id, stage, engine) select video_id, stage, engine from video_stages
    where video_id = ${video_id} and stage = 'speech' and engine is not null`.execute(transaction)
  // The file has these lines. A whole transcription gets its own from a job.
  await sql`
    update videos set subtitle_key = null where id = ${video_id} and not exists (
      select from video_stages as done where done.video_id = videos.id and done.stage = 'speech'
        and done.engine is not null and done.until is null)`.execute(transaction)
}

import type { EngineExamination } from '@footnote/contract/nouns/library/indexing.ts'
import { type Selectable, sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { EngineExaminations } from '../../../../platform/db/schema.ts'

/** What was examined: an engine, and the fingerprint of its files and the questions. */
export interface Examinee {
  readonly engine: string
  readonly fingerprint: string
}

/** The stored examination; null if there is none. */
export async function readExamination(
  db: Reader,
  { engine, fingerprint }: Examinee,
): Promise<Selectable<EngineExaminations> | null> {
  const row = await db
    .selectFrom('engine_examinations')
    .selectAll()
    .where('engine', '=', engine)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()
  return row ?? null
}

/** Whether a video of this installation is searched through an engine. */
export async function hasIndexed(db: Reader, engine: string): Promise<boolean> {
  const row = await db.selectFrom('video_stages').select('stage').where('engine', '=', engine).executeTakeFirst()
  return row !== undefined
}

/** The newest examination of each engine that needs to pass one. */
export async function listExaminations(db: Reader): Promise<EngineExamination[]> {
  const rows = await db
    .selectFrom('engine_examinations')
    .distinctOn('engine')
    .selectAll()
    .where('state', '!=', 'measured')
    .orderBy('engine')
    .orderBy('updated_at', 'desc')
    .$narrowType<{ state: EngineExamination['state'] }>()
    .execute()
  return rows.map(({ engine, kind, name, state, answers, before_name, before_wrong, before_of, reason, allowed }) => ({
    engine,
    kind,
    name,
    state,
    figures: answers.length === 0 ? null : sumOf(answers),
    before:
      before_name === null || before_wrong === null || before_of === null
        ? null
        : { name: before_name, wrong: before_wrong, of: before_of },
    reason,
    allowed,
  }))
}

const sumOf = (answers: readonly { wrong: number; of: number }[]) => ({
  wrong: answers.reduce((sum, { wrong }) => sum + wrong, 0),
  of: answers.reduce((sum, { of }) => sum + of, 0),
})

/** A worker counts as dead when its examination has shown no sign of life for this long. */
export const ABANDONED = sql`now() - interval '1 minute'`
/** An examination that could not end is tried again after this time. */
export const TRIED_AGAIN = sql`now() - interval '10 minutes'`

import { type Insertable, type Kysely, sql } from 'kysely'
import type { EngineExaminations, Tables } from '../../../../platform/db/schema.ts'
import { ABANDONED, type Examinee, TRIED_AGAIN } from './queries.ts'

/**
 * Begins an examination, unless another worker has begun it, or it could not end a moment ago.
 * @returns whether this worker is to examine
 */
export async function beginExamination(
  db: Kysely<Tables>,
  begun: Pick<Insertable<EngineExaminations>, 'engine' | 'fingerprint' | 'kind' | 'name'>,
): Promise<boolean> {
  const row = await db
    .insertInto('engine_examinations')
    .values({ ...begun, state: 'running', answers: '[]' })
    .onConflict((conflict) =>
      conflict
        .columns(['engine', 'fingerprint'])
        .doUpdateSet({ state: 'running', updated_at: sql<Date>`now()` })
        .where(
          sql<boolean>`engine_examinations.state = 'running' and engine_examinations.updated_at < ${ABANDONED}
            or engine_examinations.state = 'waits' and engine_examinations.updated_at < ${TRIED_AGAIN}`,
        ),
    )
    .returning('engine')
    .executeTakeFirst()
  return row !== undefined
}

/** The worker's sign of life during an examination. */
export async function continueExamination(db: Kysely<Tables>, { engine, fingerprint }: Examinee): Promise<void> {
  await db
    .updateTable('engine_examinations')
    .set({ updated_at: sql<Date>`now()` })
    .where('engine', '=', engine)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'running')
    .execute()
}

/** Stores the end of an examination. What an admin has allowed stays allowed. */
export async function endExamination(
  db: Kysely<Tables>,
  {
    answers,
    ...ended
  }: Omit<Insertable<EngineExaminations>, 'answers'> & {
    readonly answers: readonly { readonly wrong: number; readonly of: number }[]
  },
): Promise<void> {
  const row = { ...ended, answers: JSON.stringify(answers), updated_at: sql<Date>`now()` }
  await db
    .insertInto('engine_examinations')
    .values(row)
    .onConflict((conflict) => conflict.columns(['engine', 'fingerprint']).doUpdateSet(row))
    .execute()
}

/** Lets another worker begin the examination at once. */
export async function leaveExamination(db: Kysely<Tables>, { engine, fingerprint }: Examinee): Promise<void> {
  await db
    .updateTable('engine_examinations')
    .set({ state: 'waits', updated_at: sql<Date>`now() - interval '1 day'` })
    .where('engine', '=', engine)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'running')
    .execute()
}

/**
 * Uses an engine although it was refused or could not be examined, or no longer. Other files of it are examined again.
 * @returns whether there is such an engine
 */
export async function allowEngine(db: Kysely<Tables>, engine: string, allowed: boolean): Promise<boolean> {
  const rows = await db
    .updateTable('engine_examinations')
    .set({ allowed })
    .where('engine', '=', engine)
    .where('state', 'in', ['refused', 'waits', 'running'])
    .returning('engine')
    .execute()
  return rows.length > 0
}

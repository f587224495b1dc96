import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { type Kysely, sql } from 'kysely'
import { inserted } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { FORGOTTEN } from './queries.ts'

/** Writes the models of a machine, and deletes machines that are gone. @param machine its name */
export async function writeModelStates(
  db: Kysely<Tables>,
  machine: string,
  states: readonly ModelState[],
): Promise<void> {
  await db.deleteFrom('model_states').where(sql<boolean>`updated_at < ${FORGOTTEN}`).execute()
  if (states.length === 0) return
  const rows = states.map((state) => ({ machine, ...state }))
  // Another worker of the machine may know more of a model that waits for its turn here.
  const waiting = rows.filter(({ state, detail }) => state === 'missing' && detail === null)
  if (waiting.length > 0)
    await db
      .insertInto('model_states')
      .values(waiting)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const known = rows.filter((row) => !waiting.includes(row))
  if (known.length === 0) return
  await db
    .insertInto('model_states')
    .values(known)
    .onConflict((conflict) =>
      conflict.columns(['machine', 'name']).doUpdateSet({
        ...inserted('title', 'state', 'share', 'bytes', 'detail'),
        updated_at: new Date(),
      }),
    )
    .execute()
}

/** Stores the answer, for all machines. */
export async function writeModelAnswer(db: Kysely<Tables>, wanted: boolean): Promise<void> {
  const answer = { wanted, answered_at: new Date() }
  await db
    .insertInto('model_answers')
    .values(answer)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(answer))
    .execute()
}

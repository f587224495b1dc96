import type { ModelState } from '@footnote/contract/nouns/indexing.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'

/** A machine that has not renewed its rows for this long does not count; three times what it takes to. */
export const FORGOTTEN = sql`now() - interval '3 minutes'`

/** What the machines have of each model: of several that of the one that has least. */
export async function listModelStates(db: Kysely<Tables>): Promise<ModelState[]> {
  return await db
    .selectFrom('model_states')
    .distinctOn('name')
    .select(['name', 'title', 'state', 'share', 'bytes', 'detail'])
    .where(sql<boolean>`updated_at >= ${FORGOTTEN}`)
    .orderBy('name')
    .orderBy(sql`array_position(array['failed', 'missing', 'unasked', 'downloading', 'ready'], state)`)
    .orderBy('share')
    .execute()
}

/** Whether the models that engines read by default are to be downloaded; null where nobody has said so yet. */
export async function readModelAnswer(db: Kysely<Tables>): Promise<boolean | null> {
  const row = await db.selectFrom('model_answers').select('wanted').executeTakeFirst()
  return row?.wanted ?? null
}

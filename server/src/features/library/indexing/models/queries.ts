import type { ModelState } from '@footnote/contract/nouns/library/indexing.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'

/** A machine counts as gone when it has not renewed its rows for this long, which is three times its interval. */
export const FORGOTTEN = sql`now() - interval '3 minutes'`

/** The state of each model, from the machine that has the least of it. */
export async function listModelStates(db: Reader): Promise<ModelState[]> {
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

/** Whether to download the models that engines read by default; null before anybody has answered. */
export async function readModelAnswer(db: Reader): Promise<boolean | null> {
  const row = await db.selectFrom('model_answers').select('wanted').executeTakeFirst()
  return row?.wanted ?? null
}

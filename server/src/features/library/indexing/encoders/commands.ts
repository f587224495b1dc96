import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { FORGOTTEN } from '../models/queries.ts'
import type { EncoderState } from './queries.ts'

/** Writes the encoder of a machine, and deletes machines that are gone. @param state null where software encodes as set */
export async function writeEncoder(db: Kysely<Tables>, machine: string, state: EncoderState | null): Promise<void> {
  await db
    .deleteFrom('encoders')
    .where((row) => row.or([sql<boolean>`updated_at < ${FORGOTTEN}`, row('machine', '=', machine)]))
    .$if(state !== null, (rows) => rows.where('machine', '!=', machine))
    .execute()
  if (!state) return
  await db
    .insertInto('encoders')
    .values({ machine, ...state })
    .onConflict((conflict) => conflict.column('machine').doUpdateSet({ ...state, updated_at: sql`now()` }))
    .execute()
}

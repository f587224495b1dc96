import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { Encoders } from '../../../../platform/db/schema.ts'
import { FORGOTTEN } from '../models/queries.ts'

/** What a machine uses to encode. */
export type EncoderState = Pick<Encoders, 'wanted' | 'state' | 'kind'>

/** The encoder of each machine that looked for hardware; what needs attention comes first. */
export const listEncoders = (db: Reader): Promise<EncoderState[]> =>
  db
    .selectFrom('encoders')
    .select(['wanted', 'state', 'kind'])
    .where(sql<boolean>`updated_at >= ${FORGOTTEN}`)
    .orderBy(sql`array_position(array['failed', 'missing', 'works'], state)`)
    .orderBy('machine')
    .execute()

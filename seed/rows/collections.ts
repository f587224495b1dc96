import type { Insertable } from 'kysely'
import type { Database } from '../../server/src/platform/db/database.ts'
import type { Collections } from '../../server/src/platform/db/schema.ts'
import { COLLECTION } from '../answers/collections.ts'

/** The person whose data it is. */
export interface Owner {
  readonly id: string
  readonly company_id: string
}

/**
 * Makes a collection of a person, or a sample without an owner.
 * @param values columns that differ from the defaults
 * @returns its id
 */
export async function addCollection(
  db: Database,
  owner: Owner | null,
  values: Partial<Insertable<Collections>> = {},
): Promise<string> {
  const whose = { company_id: owner?.company_id ?? null, user_id: owner?.id ?? null, sample: owner === null }
  const { id } = await db
    .insertInto('collections')
    .values({ ...COLLECTION, ...whose, name: 'Matches', visual: true, ocr: false, audio: true, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

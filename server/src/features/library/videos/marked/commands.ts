import type { Kysely, Selectable } from 'kysely'
import type { MarkedCopies, Tables } from '../../../../platform/db/schema.ts'

/** The files of a copy that is made. */
export type MadeCopy = Pick<Selectable<MarkedCopies>, 'bytes' | 'frames_differ'> & {
  readonly storage_key: string
  readonly poster_key: string
}

/** Writes that a copy is made. @returns false when nobody waits for it any longer */
export async function keepMarkedCopy(db: Kysely<Tables>, id: string, copy: MadeCopy): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('marked_copies')
    .set({ ...copy, state: 'READY', error: null })
    .where('id', '=', id)
    .where('state', '=', 'DUE')
    .where('link_id', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends the making of a copy. @param error a sentence for people */
export async function failMarkedCopy(db: Kysely<Tables>, id: string, error: string): Promise<void> {
  await db
    .updateTable('marked_copies')
    .set({ state: 'FAILED', error })
    .where('id', '=', id)
    .where('state', '=', 'DUE')
    .execute()
}

/** Has a copy that failed made again. The caller enqueues its job. */
export async function retryMarkedCopy(db: Kysely<Tables>, id: string): Promise<void> {
  await db
    .updateTable('marked_copies')
    .set({ state: 'DUE', error: null })
    .where('id', '=', id)
    .where('state', '=', 'FAILED')
    .execute()
}

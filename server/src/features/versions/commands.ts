import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'
import { ProductError } from '../../platform/errors.ts'

/** Takes the next number of a stack, which is never given again. @throws ProductError not_found */
export async function nextVersion(transaction: Transaction<Tables>, stackId: string): Promise<number> {
  const stack = await transaction
    .updateTable('stacks')
    .set((row) => ({ last_version: row('last_version', '+', 1) }))
    .where('id', '=', stackId)
    .returning('last_version')
    .executeTakeFirst()
  if (!stack) throw new ProductError('not_found')
  return stack.last_version
}

/** Makes all versions of a stack the newest of another one, in their order. The caller holds their collection. */
export async function mergeStacks(transaction: Transaction<Tables>, from: string, onto: string): Promise<void> {
  const versions = await transaction
    .selectFrom('videos')
    .select('id')
    .where('stack_id', '=', from)
    .orderBy('version')
    .execute()
  for (const { id } of versions) {
    const version = await nextVersion(transaction, onto)
    await transaction.updateTable('videos').set({ stack_id: onto, version }).where('id', '=', id).execute()
  }
}

/** Takes a version out into a stack of its own, as its first version. The caller holds its collection. */
export async function beginStack(
  transaction: Transaction<Tables>,
  { id, collection_id }: { readonly id: string; readonly collection_id: string },
): Promise<void> {
  const stack = await transaction
    .insertInto('stacks')
    .values({ collection_id, last_version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await transaction.updateTable('videos').set({ stack_id: stack.id, version: 1 }).where('id', '=', id).execute()
}

/** Moves stacks with all their versions into a collection. */
export async function putIntoCollection(
  transaction: Transaction<Tables>,
  stackIds: readonly string[],
  collection_id: string,
): Promise<void> {
  await transaction
    .updateTable('stacks')
    .set({ collection_id })
    .where(sql<boolean>`id = any(${stackIds}::uuid[])`)
    .execute()
}

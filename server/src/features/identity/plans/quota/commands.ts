import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { refuseSize } from './policy.ts'
import { roomLeft } from './queries.ts'

/** A clip, or a ZIP of a person's data. */
export interface RequestedFile {
  readonly storage_key: string
  readonly company_id: string
  readonly user_id: string
  readonly video_id: string | null
  readonly bytes: number
}

/**
 * Counts a file before it is stored, if there is room. The caller has locked the company.
 * @throws ProductError limit_storage
 */
export async function takeRoom(transaction: Transaction<Tables>, file: RequestedFile, billing: boolean): Promise<void> {
  // An earlier attempt may have counted the same file, which is replaced.
  await forgetFile(transaction, file.storage_key)
  const { plan } = await transaction
    .selectFrom('companies')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'companies.id')
    .select(sql<PlanType>`coalesce(subscriptions.plan, 'FREE')`.as('plan'))
    .where('companies.id', '=', file.company_id)
    .executeTakeFirstOrThrow()
  refuseSize(file.bytes, await roomLeft(transaction, { company_id: file.company_id, plan }, billing), plan)
  await countFile(transaction, file)
}

/** Counts a file even without room for it. A second call updates its size. */
export async function countFile(db: Kysely<Tables>, file: RequestedFile): Promise<void> {
  await db
    .insertInto('requested_files')
    .values(file)
    .onConflict((conflict) => conflict.column('storage_key').doUpdateSet({ bytes: file.bytes }))
    .execute()
}

/** Stops counting a file. */
export async function forgetFile(db: Kysely<Tables>, storageKey: string): Promise<void> {
  await db.deleteFrom('requested_files').where('storage_key', '=', storageKey).execute()
}

/** Stops counting an account's files that belong to no video. */
export async function forgetFilesOf(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.deleteFrom('requested_files').where('user_id', '=', userId).where('video_id', 'is', null).execute()
}

/** Counts a person's files, except clips of a company's videos, with the company that the person has moved to. */
export async function moveFiles(db: Kysely<Tables>, userId: string, companyId: string): Promise<void> {
  const samples = db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .select('videos.id')
    .where('collections.company_id', 'is', null)
  await db
    .updateTable('requested_files')
    .set({ company_id: companyId })
    .where('user_id', '=', userId)
    .where((file) => file.or([file('video_id', 'is', null), file('video_id', 'in', samples)]))
    .execute()
}

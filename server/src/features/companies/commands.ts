import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

/**
 * Locks a company, so that transactions that count and use up its limits come one after the other. The order of locks is company,
 * collection, video: two transactions in different orders would wait for each other.
 */
export async function lockCompany(transaction: Transaction<Tables>, companyId: string): Promise<void> {
  await transaction.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
}

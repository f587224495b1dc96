import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/db/schema.ts'

/**
 * Lets one transaction after the other count and fill what a company has. Held before anything else of the company's, its
 * collections before their videos: transactions that took them in another order would wait for each other.
 */
export async function lockCompany(transaction: Transaction<Tables>, companyId: string): Promise<void> {
  await transaction.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute()
}

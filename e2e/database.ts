import { runningDatabaseUrl } from '../server/src/app/supervisor/database/embedded-database.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { openLog } from '../server/src/platform/log.ts'
import { openQueue } from '../server/src/platform/queue/pg-boss.ts'
import type { Account } from './calls.ts'
import type { RunningProduct } from './product.ts'

/**
 * Changes the database of a running product for states that no screen can cause: old rows, and short-lived statuses.
 */
export async function inDatabase<Found>(
  product: Pick<RunningProduct, 'data_dir'>,
  work: (db: Database) => Promise<Found>,
): Promise<Found> {
  const db = openDatabase(runningDatabaseUrl(product.data_dir), { connections: 1 })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** The id of a person's company. */
export async function companyOf(db: Database, { user_id }: Pick<Account, 'user_id'>): Promise<string> {
  const rows = db.selectFrom('users').select('company_id').where('id', '=', user_id)
  return (await rows.executeTakeFirstOrThrow()).company_id
}

/** Makes a collection older than the free plan keeps it. */
export const expire = (product: RunningProduct, collectionId: string): Promise<unknown> =>
  inDatabase(product, (db) =>
    db
      .updateTable('collections')
      .set({ created_at: new Date(Date.now() - 40 * 86_400_000) })
      .where('id', '=', collectionId)
      .execute(),
  )

/** Ends the present period of a member's company. */
export const endPeriod = (product: RunningProduct, email: string): Promise<unknown> =>
  inDatabase(product, (db) =>
    db
      .updateTable('subscriptions')
      .set({ period_end: new Date(Date.now() - 1000) })
      .where('company_id', '=', (users) => users.selectFrom('users').select('company_id').where('email', '=', email))
      .execute(),
  )

/**
 * Ends the time in which comments are gathered for one mail to a person, or to each guest, and has the worker send it: else
 * it does so each minute. Lines for others go on waiting, since journeys share the product.
 */
export const endBursts = (product: RunningProduct, to: Pick<Account, 'user_id'> | 'guests'): Promise<void> =>
  inDatabase(product, async (db) => {
    const waiting = db.updateTable('waiting_lines').set({ due_at: new Date() }).where('mail_id', 'is', null)
    const theirs =
      to === 'guests' ? waiting.where('guest_mail_id', 'is not', null) : waiting.where('user_id', '=', to.user_id)
    await theirs.execute()
    const database_url = runningDatabaseUrl(product.data_dir)
    const queue = await openQueue({ database_url, database: db, log: openLog('warn'), worker: false })
    try {
      await db.transaction().execute((transaction) => queue.enqueue(transaction, 'mail-gathered', {}))
    } finally {
      await queue.stop()
    }
  })

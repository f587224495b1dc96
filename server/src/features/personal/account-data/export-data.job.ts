import { EXPORT } from '@footnote/contract/shared/limits.ts'
import type { Database } from '../../../platform/db/database.ts'
import { isNoRoom, PassingError } from '../../../platform/errors.ts'
import type { JobHandler } from '../../../platform/queue/jobs.ts'
import { Gone, whileThere } from '../../../platform/queue/while-there.ts'
import { exportFolder } from '../../../platform/storage/export-folder.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { zipped } from '../../../platform/storage/zip.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import { isAnswered } from '../../ground/notifications/queries.ts'
import { countFile, forgetFile } from '../../identity/plans/quota/commands.ts'
import type { Services } from '../../services.ts'
import { personalData } from './personal-data.ts'

const OURS = 'Something went wrong on our side while your data was put together. Please ask for it again.'

/**
 * Makes a ZIP of an account's data and notifies its owner once per request, on success and on failure. The ZIP counts
 * towards the company's storage but ignores its limit: nobody should have to delete videos to get their own data.
 */
export const exportData =
  ({ db, storage, queue }: Pick<Services, 'db' | 'storage' | 'queue'>): JobHandler<'export-data'> =>
  async ({ request_id, user_id }, context) => {
    if (await isAnswered(db, request_id)) return
    const storage_key = `${exportFolder(user_id)}${request_id}.zip`
    const answer = (payload: object, bytes: number | null = null) =>
      db.transaction().execute(async (transaction) => {
        const user = await transaction
          .selectFrom('users')
          .select(['id', 'company_id'])
          .where('id', '=', user_id)
          .executeTakeFirst()
        if (user && bytes !== null)
          await countFile(transaction, { storage_key, company_id: user.company_id, user_id, video_id: null, bytes })
        await notifyPerson(transaction, queue, { user_id, type: 'DATA_EXPORT', request_id, payload })
        return user !== undefined
      })
    let bytes: number
    try {
      const hasAccount = async () =>
        (await db.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst()) !== undefined
      bytes = await whileThere(context.signal, hasAccount, (signal) =>
        storage.write(storage_key, until(signal, zipped(personalData(db, storage, user_id))), 'application/zip'),
      )
    } catch (error) {
      if (error instanceof Gone) return await storage.removeAll(exportFolder(user_id))
      if (context.signal.aborted || error instanceof PassingError || isNoRoom(error) || !context.last_attempt)
        throw error
      context.log.warn({ user_id, err: error }, 'data export failed')
      await answer({ error: OURS })
      return
    }
    const file_name = `footnote-data-${new Date().toISOString().slice(0, 10)}.zip`
    // If the account was deleted meanwhile, its earlier exports are gone, and this one must go, too.
    if (!(await answer({ storage_key, file_name }, bytes))) await storage.removeAll(exportFolder(user_id))
  }

async function* until<T>(signal: AbortSignal, parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    signal.throwIfAborted()
    yield part
  }
}

/** Removes expired files: ZIPs of accounts and of stills, and rendered selects. */
export async function removeOldExports(db: Database, storage: Storage): Promise<void> {
  const old = await db
    .selectFrom('notifications')
    .select(['id', 'payload'])
    .where('type', 'in', ['DATA_EXPORT', 'EXPORT', 'SELECTS_READY'])
    .where('created_at', '<', new Date(Date.now() - EXPORT.lifetime * 1000))
    .execute()
  for (const { id, payload } of old) {
    if (!payload.storage_key) continue
    await storage.remove(payload.storage_key)
    await forgetFile(db, payload.storage_key)
    const rest = JSON.stringify({ ...payload, storage_key: null })
    await db.updateTable('notifications').set({ payload: rest }).where('id', '=', id).execute()
  }
}

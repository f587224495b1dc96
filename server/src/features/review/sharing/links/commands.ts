import type { ChangeLink } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { hashLinkPassword } from '../../../../platform/passwords.ts'
import type { Services } from '../../../services.ts'
import { addItems, type LinkItem } from '../commands.ts'
import { callForCopies, forgetFailedCopies } from '../marked/commands.ts'
import { isLocked } from '../policy.ts'
import type { ManagedLinkRow } from './queries.ts'

/** Columns of a link's settings; those that were not sent are absent. */
export async function columnsOf(
  { kind, name, password, expires_at, paused, message, max_files, max_bytes, ids: _, ...same }: ChangeLink,
  isBox: boolean,
) {
  return {
    ...same,
    ...(isBox ? given({ message, max_files, max_bytes }) : {}),
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name: name || null }),
    ...(password === undefined ? {} : { password_hash: password === null ? null : await hashLinkPassword(password) }),
    ...(expires_at === undefined ? {} : { expires_at: expires_at === null ? null : new Date(expires_at) }),
    ...(paused === undefined ? {} : { paused_at: paused ? new Date() : null }),
  }
}

/** What is not undefined. */
const given = <T extends object>(all: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as ReturnType<typeof given<T>>

/**
 * Changes a link, also while guests use it. Copies that failed are made again when a watermark in the picture is sent again.
 * Open pages read their rights again by triggers on its table.
 * @param items in place of those before; null for the same
 */
export async function changeLink(
  { db, queue }: Pick<Services, 'db' | 'queue'>,
  link: ManagedLinkRow,
  change: ChangeLink,
  items: readonly LinkItem[] | null,
): Promise<void> {
  const columns = await columnsOf(change, link.kind === 'box')
  // Who was let in by less than is asked for now has to open it again.
  const locks = columns.password_hash || isStricter(link, change)
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('share_links')
      .set((row) => ({
        ...columns,
        // Processes of the version before know none of this.
        video_id: null,
        ...(locks ? { pass_version: row('pass_version', '+', 1) } : {}),
      }))
      .where('id', '=', link.id)
      .execute()
    if (items) await replaceItems(transaction, link.id, items)
    if (change.watermark === 'in') await forgetFailedCopies(transaction, link.id)
    await callForCopies(transaction, queue, link.id)
  })
}

async function replaceItems(transaction: Transaction<Tables>, id: string, items: readonly LinkItem[]): Promise<void> {
  await transaction.deleteFrom('share_link_items').where('link_id', '=', id).execute()
  await addItems(transaction, id, items)
}

/** Whether guests whom the link lets in now may not be let in after the change. */
function isStricter(link: ManagedLinkRow, { email_rule, emails_allowed, max_views }: ChangeLink): boolean {
  // Nobody has a pass yet.
  if (max_views && !isLocked(link)) return true
  const asks = ['none', 'optional', 'required', 'confirmed']
  if (email_rule !== undefined && asks.indexOf(email_rule) > Math.max(1, asks.indexOf(link.email_rule))) return true
  if (emails_allowed === undefined || emails_allowed.length === 0) return false
  return link.emails_allowed.length === 0 || link.emails_allowed.some((one) => !emails_allowed.includes(one))
}

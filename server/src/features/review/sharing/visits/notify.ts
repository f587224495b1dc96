import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { guestName } from '@footnote/contract/shared/guests.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { takeOne } from '../../../../platform/db/windows.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import { notifyPerson } from '../../../ground/notifications/commands.ts'
import { showsOne } from '../policy.ts'
import type { LinkRow } from '../queries.ts'
import { listShown } from '../shown/queries.ts'

/** In seconds. */
const DAY = 86_400

/** Tells the maker of a link that somebody opened it, if they want to know. */
export async function notifyOpened(
  transaction: Transaction<Tables>,
  queue: Queue,
  link: LinkRow,
  key_hash: string,
): Promise<void> {
  if (!link.tell) return
  const guest = await transaction
    .selectFrom('guests')
    .select('name')
    .where('link_id', '=', link.id)
    .where((is) => is.or([is('key_hash', '=', key_hash), is('email', 'is not', null)]))
    .executeTakeFirst()
  await notifyMaker(transaction, queue, link, 'LINK_OPENED', guest ? guestName(guest.name) : null)
}

/** Tells the maker of a link at most once a day that its password is guessed. */
export async function notifyGuessed(db: Database, queue: Queue, link: LinkRow): Promise<void> {
  if (typeof (await takeOne(db, `link guessed ${link.id}`, { limit: 1, seconds: DAY })) === 'number') return
  await db.transaction().execute((transaction) => notifyMaker(transaction, queue, link, 'LINK_GUESSED', null))
}

async function notifyMaker(
  transaction: Transaction<Tables>,
  queue: Queue,
  link: LinkRow,
  type: NotificationKind,
  actor_name: string | null,
): Promise<void> {
  const shown = showsOne(link.kind) ? (await listShown(transaction, link.id))[0] : undefined
  const video = shown
    ? await transaction.selectFrom('videos').select('file_name').where('id', '=', shown).executeTakeFirst()
    : undefined
  await notifyPerson(transaction, queue, {
    ...{ user_id: link.user_id, type, request_id: null },
    payload: {
      ...{ video_id: shown ?? null, video_name: video?.file_name ?? null, text: link.name },
      ...{ actor_name, is_guest: actor_name !== null },
    },
  })
}

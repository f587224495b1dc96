import { BOX } from '@footnote/contract/nouns/review/sharing/link-limits.ts'
import { unmarkedName } from '@footnote/contract/shared/guests.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Transaction } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import { invalidField, ProductError } from '../../../../platform/errors.ts'
import type { GuestCredentials, LinkViewer } from '../../../../platform/route.ts'
import type { GuestSender, Sender } from '../../../hooks.ts'
import { removeResumable } from '../../../library/uploads/resumable/commands.ts'
import { deleteVideo } from '../../../library/videos/commands.ts'
import type { Services } from '../../../services.ts'
import { Doorkeeper } from '../unlock/doorkeeper.ts'
import { findGuestName, hasSent, type OpenBox, readOpenBox, readUse } from './queries.ts'

export type BoxServices = Pick<Services, 'db' | 'config' | 'queue' | 'storage' | 'hooks'>

/** A guest who sends files into a box. */
export interface BoxSender {
  readonly sender: Sender & { readonly guest: GuestSender }
  readonly collection_id: string
}

/** Lets guests send files into boxes, with the rights of the people who made them. */
export class BoxDoor {
  readonly #services: Pick<BoxServices, 'db' | 'config' | 'queue'>
  readonly #doorkeeper: Doorkeeper

  constructor(services: Pick<BoxServices, 'db' | 'config' | 'queue'>) {
    this.#services = services
    this.#doorkeeper = new Doorkeeper(services)
  }

  /**
   * A guest by the token of a box.
   * @throws ProductError invalid_share_token for every other link and for a box that takes nothing now, link_locked,
   * validation_failed without a key
   */
  async admit(credentials: GuestCredentials): Promise<BoxSender> {
    const viewer = await this.#doorkeeper.findLinkViewer(credentials)
    if (!viewer) throw new ProductError('invalid_share_token')
    return await senderIn(this.#services, viewer)
  }
}

/** A guest of a box as the sender of their files. @throws ProductError as `BoxDoor.admit` */
export async function senderIn(
  { db, config, queue }: Pick<BoxServices, 'db' | 'config' | 'queue'>,
  { link_id, guest_key_hash: key_hash }: LinkViewer,
): Promise<BoxSender> {
  const circumstances = () => ({ billing: config.billing, now: new Date() })
  const { maker, collection_id } = await readOpenBox(db, link_id, circumstances())
  if (key_hash === null) throw invalidField('x-guest-key', 'Files are sent with the key of a browser')
  const name = await findGuestName(db, link_id, key_hash)
  const guest: GuestSender = {
    name: name === null ? '' : unmarkedName(name),
    begin: async (transaction, { id, size }) => {
      if (name === null) throw invalidField('name', 'Please enter your name')
      await beginFile(transaction, await lockBox(transaction, link_id, circumstances()), { id, size, key_hash })
    },
    confirm: async (reader, id) => {
      // The end of a box ends what it knows of its files, so it is looked at first.
      await readOpenBox(reader, link_id, circumstances())
      if (!isId(id) || !(await hasSent(reader, link_id, key_hash, id))) throw new ProductError('not_found')
    },
    arrived: async (transaction, id) => {
      await transaction.updateTable('box_files').set({ arrived_at: new Date() }).where('id', '=', id).execute()
      await queue.enqueue(transaction, 'tell-box', { link_id }, BOX.quiet)
    },
  }
  return { sender: { ...maker, guest }, collection_id }
}

/** Locks a box, so that what its senders begin at the same time is counted one after the other. */
async function lockBox(
  transaction: Transaction<Tables>,
  link_id: string,
  circumstances: Parameters<typeof readOpenBox>[2],
): Promise<OpenBox> {
  await transaction.selectFrom('share_links').select('id').where('id', '=', link_id).forNoKeyUpdate().execute()
  return await readOpenBox(transaction, link_id, circumstances)
}

/** @throws ProductError limit_box */
async function beginFile(
  transaction: Transaction<Tables>,
  { link: { id: link_id, max_files, max_bytes } }: OpenBox,
  { id, size, key_hash }: { readonly id: string; readonly size: number; readonly key_hash: string },
): Promise<void> {
  const { files, bytes, begun } = await readUse(transaction, link_id)
  if (files >= max_files) throw fullBox(`It takes ${max_files} files, and that many were sent.`)
  if (bytes + size > max_bytes)
    throw fullBox(
      `${formatFileSize(Math.max(0, max_bytes - bytes))} is left, and this file has ${formatFileSize(size)}.`,
    )
  if (begun >= BOX.again * max_files) throw fullBox('Too many files were begun and taken back.')
  await transaction.insertInto('box_files').values({ id, link_id, key_hash, file_size: size }).execute()
}

const fullBox = (why: string) =>
  new ProductError('limit_box', { detail: `There is no room left for this file. ${why}` })

/**
 * Takes a file of a guest back: ends its upload, or deletes its video.
 * @throws ProductError not_found for a file of somebody else, invalid_share_token, link_locked, upload_taken
 */
export async function takeBack(services: BoxServices, viewer: LinkViewer, id: string): Promise<void> {
  const { db, queue, hooks } = services
  const { sender } = await senderIn(services, viewer)
  await sender.guest.confirm(db, id)
  const video = await db.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()
  if (!video) return await removeResumable(services, sender, id)
  await db.transaction().execute(async (transaction) => {
    const stack = await deleteVideo(transaction, queue, video.id)
    if (!stack) return
    await hooks.videosDeleted(transaction, queue, [video.id], sender.user_id)
    await hooks.versionsChanged(transaction, stack)
  })
}

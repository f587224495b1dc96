import type { Transaction } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { Tables } from '../../../../platform/db/schema.ts'
import type { UserViewer } from '../../../../platform/route.ts'

/** Who sends files: a member, or a guest with the rights of the member who asked for them. */
export interface Sender extends UserViewer {
  /** Absent for a member. */
  readonly guest?: GuestSender
}

/** What limits a guest besides the rights that they have. What asked for the files decides it. */
export interface GuestSender {
  /** Stays with each of their files. */
  readonly name: string
  /**
   * Before an upload is created, in its transaction and with the company locked.
   * @throws ProductError when the guest may not begin it
   */
  readonly begin: (
    transaction: Transaction<Tables>,
    file: { readonly id: string; readonly size: number },
  ) => Promise<void>
  /**
   * Before everything that is done with an upload, or with the video that it has become.
   * @throws ProductError not_found for a file of somebody else; invalid_share_token when nothing is taken any more
   */
  readonly confirm: (db: Reader, id: string) => Promise<void>
  /** After an upload has become a video, in the same transaction. */
  readonly arrived: (transaction: Transaction<Tables>, id: string) => Promise<void>
}

import type { Transaction } from 'kysely'
import type { Reader } from '../platform/db/reader.ts'
import type { Tables } from '../platform/db/schema.ts'
import type { Queue } from '../platform/queue/queue.ts'
import type { LinkViewer, Reviewer, UserViewer } from '../platform/route.ts'

/** How many threads of comments wait, and how many are done. */
export interface ThreadCounts {
  readonly open: number
  readonly resolved: number
}

type InTransaction<Facts extends readonly unknown[]> = (
  transaction: Transaction<Tables>,
  ...facts: Facts
) => Promise<void>

/**
 * What nouns of higher wings do when something happens in lower ones, in the same transaction, and what only they can
 * count. `app/hooks.ts` connects them.
 */
export interface Hooks {
  /** After a company was founded, before anybody else sees it. */
  readonly companyFounded: InTransaction<[company_id: string]>
  /**
   * Before a person leaves a company or Footnote. Locks collections and stacks, so call it after the lock of the company
   * and before any other.
   */
  readonly memberLeaves: InTransaction<[user_id: string]>
  /**
   * Before a video is deleted whose open comments are to stay.
   * @throws ProductError validation_failed without another version, not_found, limit_comments
   */
  readonly commentsStay: InTransaction<[video: { readonly id: string; readonly stack_id: string }]>
  /** After a person has deleted videos, with the ids of those that this transaction has marked for deletion. */
  readonly videosDeleted: InTransaction<[queue: Queue, video_ids: readonly string[], deleted_by: string]>
  /** After a stack has got other versions. The caller holds the stack. */
  readonly versionsChanged: InTransaction<[stack_id: string]>
  /** Before videos become versions of another stack. The caller holds both stacks. */
  readonly videosChangeStack: InTransaction<[video_ids: readonly string[], onto: string]>
  /** Before all versions of a stack become versions of another one. The caller holds both stacks. */
  readonly stacksMerge: InTransaction<[from: string, video_ids: readonly string[], onto: string]>
  /** After a version has left a stack for one of its own. */
  readonly stackBegins: InTransaction<[stack_id: string, left: string]>
  /** Counts the threads of a company on each of some videos, as far as a viewer may see them. */
  readonly countThreads: (
    db: Reader,
    video_ids: readonly string[],
    seen: { readonly company_id: string; readonly viewer: Reviewer | LinkViewer },
  ) => Promise<ReadonlyMap<string, ThreadCounts>>
  /** Which versions of a stack a link shows, by their ids. */
  readonly shownVersions: (db: Reader, link_id: string, stack_id: string) => Promise<ReadonlySet<string>>
}

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

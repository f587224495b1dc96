import { type GuestName, guestName } from '@footnote/contract/shared/guests.ts'
import type { ReviewStatus } from '@footnote/contract/shared/review-status.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Reviewers, ReviewLog, Verdicts, Videos } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import { fullName } from '../../identity/accounts/queries.ts'
import { IS_CURRENT, VERSION_OWNERS, type VideoRow } from '../../library/videos/queries.ts'
import { counting, reviewStatus } from './review-status.ts'

/** Somebody who is asked for verdicts on a stack. */
export interface ReviewerRow
  extends Pick<
    Selectable<Reviewers>,
    'id' | 'user_id' | 'email' | 'asked_by' | 'asked_at' | 'reminded_of' | 'mailed_for' | 'link_ended_at'
  > {
  /** Of a guest. */
  readonly guest_name: GuestName | null
  /** Of a member. */
  readonly name: string | null
}

/** The last verdict of a person on a version. */
export interface VerdictRow
  extends Pick<Selectable<Verdicts>, 'id' | 'person' | 'user_id' | 'guest_name' | 'verdict' | 'note' | 'at'> {
  /** A guest's, for whom the link was made. */
  readonly guest_email: string | null
  /** Hash of the key of any other guest. */
  readonly guest_key_hash: string | null
  readonly name: string | null
}

/** A version with everything that its approval depends on. */
export interface Review {
  readonly video: Pick<VideoRow, 'id' | 'stack_id' | 'user_id' | 'version' | 'file_name' | 'status' | 'current'> &
    Pick<VideoRow, 'review_status' | 'version_owners'> &
    Pick<Selectable<Videos>, 'set_status' | 'set_after'>
  readonly due_at: Date | null
  /** In the order of asking. */
  readonly reviewers: readonly ReviewerRow[]
  readonly verdicts: readonly VerdictRow[]
  /** Links to the version that were made for somebody, with their addresses. */
  readonly links: readonly { readonly link_id: string | null; readonly email: string | null }[]
}

/** The review of a version; undefined for a deleted one. */
export async function findReview(db: Reader, videoId: string): Promise<Review | undefined> {
  if (!isId(videoId)) return undefined
  const row = await db
    .selectFrom('videos')
    .innerJoin('stacks', 'stacks.id', 'videos.stack_id')
    .select(['videos.id', 'stack_id', 'user_id', 'version', 'file_name', 'status', 'due_at'])
    .select(['review_status', 'set_status', 'set_after'])
    .select([IS_CURRENT.as('current'), VERSION_OWNERS.as('version_owners')])
    .$narrowType<{ status: VideoStatus }>()
    .where('videos.id', '=', videoId)
    .executeTakeFirst()
  if (!row) return undefined
  const { due_at, ...video } = row
  return {
    video,
    due_at,
    reviewers: await listReviewers(db, video.stack_id),
    verdicts: await listVerdicts(db, video.id),
    links: await listAskedLinks(db, video.id),
  }
}

/** The review of a version. @throws ProductError not_found for a deleted one */
export async function readReview(db: Reader, videoId: string): Promise<Review> {
  const review = await findReview(db, videoId)
  if (!review) throw new ProductError('not_found')
  return review
}

/** The people who are asked for verdicts on a stack, in the order of asking. */
const listReviewers = (db: Reader, stackId: string): Promise<ReviewerRow[]> =>
  db
    .selectFrom('reviewers')
    .leftJoin('users', 'users.id', 'reviewers.user_id')
    .select(['reviewers.id', 'user_id', 'reviewers.email', 'asked_by', 'asked_at', 'reminded_of', 'mailed_for'])
    .select(['link_ended_at', 'reviewers.name as guest_name', fullName('users').as('name')])
    .where('stack_id', '=', stackId)
    .where('ended_at', 'is', null)
    .orderBy('asked_at')
    .orderBy('reviewers.id')
    .execute()

/** Everybody's last verdict on a version, oldest first. */
const listVerdicts = (db: Reader, videoId: string): Promise<VerdictRow[]> =>
  db
    .selectFrom('verdicts')
    .leftJoin('users', 'users.id', 'verdicts.user_id')
    .leftJoin('guests', 'guests.id', 'verdicts.guest_id')
    .select(['verdicts.id', 'person', 'user_id', 'verdict', 'note', 'at', 'guest_name', fullName('users').as('name')])
    .select(['guests.email as guest_email', 'guests.key_hash as guest_key_hash'])
    .where('video_id', '=', videoId)
    .where(
      sql<boolean>`not exists (select from verdicts later
        where later.video_id = verdicts.video_id and later.person = verdicts.person and later.id > verdicts.id)`,
    )
    .orderBy('verdicts.id')
    .execute()

const listAskedLinks = (db: Reader, videoId: string) =>
  db
    .selectFrom('guests')
    .innerJoin('share_link_items as items', 'items.link_id', 'guests.link_id')
    .select(['guests.link_id', 'email'])
    .where('items.video_id', '=', videoId)
    .where('email', 'is not', null)
    .execute()

/** The last verdict of an asked person, if they gave one: a guest by any link that was made for the address. */
export const verdictOf = ({ verdicts }: Review, reviewer: ReviewerRow): VerdictRow | null =>
  verdicts.find((one) =>
    reviewer.user_id === null
      ? reviewer.email !== null && one.guest_email === reviewer.email
      : one.user_id === reviewer.user_id,
  ) ?? null

/**
 * The asked people who decide. A guest whose link has ended cannot, so nobody waits for them; a verdict that they gave
 * before counts.
 */
export const decidersOf = (review: Review): ReviewerRow[] =>
  review.reviewers.filter(
    (reviewer) => reviewer.link_ended_at === null || counting(verdictOf(review, reviewer)?.verdict) !== null,
  )

/** What the status of a version is by its people and verdicts. */
export const statusOf = (review: Review): ReviewStatus =>
  reviewStatus({
    asked: decidersOf(review).map((reviewer) => verdictOf(review, reviewer)),
    given: review.verdicts,
    ...review.video,
  })

/** An entry of the log, with the name of the person who acted. */
export interface LogRow extends Selectable<ReviewLog> {
  readonly version: number
  readonly name: string | null
}

/** The log of all versions of a stack, oldest first. */
export const listLog = (db: Reader, stackId: string): Promise<LogRow[]> =>
  db
    .selectFrom('review_log')
    .innerJoin('videos', 'videos.id', 'review_log.video_id')
    .leftJoin('users', 'users.id', 'review_log.user_id')
    .selectAll('review_log')
    .select(['videos.version', fullName('users').as('name')])
    .where('videos.stack_id', '=', stackId)
    .orderBy('review_log.id')
    .execute()

/** Names of people who are or were asked, as the log shows them, by the reviewer's id. */
export async function reviewerNames(db: Reader, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await db
    .selectFrom('reviewers')
    .leftJoin('users', 'users.id', 'reviewers.user_id')
    .select(['reviewers.id', 'reviewers.name as guest_name', fullName('users').as('name')])
    .where(sql<boolean>`reviewers.id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, guest_name, name }) => [id, guest_name === null ? name : guestName(guest_name)]))
}

/** Members of a company among people who are named by id or by address. */
export const membersAmong = (
  db: Reader,
  companyId: string,
  people: readonly { readonly user_id?: string | undefined; readonly email?: string | undefined }[],
): Promise<{ id: string; email: string }[]> =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('company_id', '=', companyId)
    .where(
      sql<boolean>`(id::text = any(${people.map(({ user_id }) => user_id ?? '')}::text[])
        or email = any(${people.map(({ email }) => email ?? '')}::text[]))`,
    )
    .execute()

/** A person's name as lists show it. */
export async function nameOf(db: Reader, userId: string): Promise<string> {
  const row = await db
    .selectFrom('users')
    .select(fullName('users').as('name'))
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.name ?? ''
}

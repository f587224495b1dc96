import type { Visibility } from '@footnote/contract/nouns/review/comments.ts'
import { type GuestName, guestName, shownName, unmarkedName } from '@footnote/contract/shared/guests.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { invalidField, ProductError } from '../../../platform/errors.ts'
import type { Reviewer, Viewer } from '../../../platform/route.ts'
import { refuseReadOnly } from '../../identity/companies/policy.ts'
import { type Circumstances, type CollectionFacts, refuseExpired } from '../../library/collections/policy.ts'
import { keeps } from '../../library/versions/policy.ts'
import { canComment, mayComment, type VideoFacts } from '../../library/videos/policy.ts'

/** The facts that rules about a comment need: its place in the thread and the ids of its author. */
export interface CommentFacts {
  readonly depth: number
  readonly user_id: string | null
  readonly guest_key_hash: string | null
  /** Null for a comment that is not deleted. */
  readonly deleted_at: Date | null
}

/** The video of a comment, and its collection. */
export interface ReviewedVideo {
  readonly video: VideoFacts
  readonly collection: CollectionFacts
}

/** A discussion as far as its rules need it. */
export interface DiscussionFacts extends ReviewedVideo {
  /** Ids of the owners of all versions of the video. */
  readonly version_owners: readonly string[]
  /** The company of the comments. */
  readonly company_id: string
}

/** What a viewer may do in a discussion, whoever wrote the comments. */
export interface DiscussionRights {
  readonly write: boolean
  readonly moderate: boolean
}

const READ_ONLY = 'You do not have permission to comment.'
const TEAM_ONLY = 'Only members of the team can write team-only comments.'
const OWN_THREADS = 'With this link you can change only the threads that you began.'
const OF_GUEST =
  'You have reached a guest’s limit of comments on this video. Delete some of them, or write to the team.'
const TOO_LONG =
  'The comments of this video have reached the limit of text. Shorten or delete some, or go on in a new version.'
const OF_THREAD = 'A reply is seen by the people who see its thread'

/**
 * The one rule of visibility: lists, counts, replies, events and notices show a viewer the comments with these
 * visibilities only. A link shows nothing that is for the team, also to a member who opens it.
 */
export const visibleTo = (viewer: Pick<Viewer, 'kind'>): readonly Visibility[] =>
  viewer.kind === 'user' ? ['everyone', 'team'] : ['everyone']

/** Whether the viewer may see the comment. The caller has checked that they may see its video. */
export const canSee = (viewer: Pick<Reviewer, 'kind'>, { visibility }: { readonly visibility: Visibility }): boolean =>
  visibleTo(viewer).includes(visibility)

/** Members change every thread as a whole, and guests their own. */
const mayChangeThread = (viewer: Viewer, root: CommentFacts): boolean =>
  viewer.kind === 'user' || isAuthor(viewer, root)

/** Keepers of the video and admins of the company delete comments of others. */
const mayModerate = (viewer: Viewer, { version_owners, collection, company_id }: DiscussionFacts): boolean =>
  viewer.kind === 'user' &&
  ((viewer.is_admin && viewer.company_id === company_id) || keeps(viewer, { version_owners }, collection))

/** Name of the author of comments whose account was deleted. */
export const DELETED_USER = 'Deleted user'

/** The names that a comment has, by who wrote it. */
interface AuthorNames {
  readonly guest_name: GuestName | null
  readonly guest_id: string | null
  readonly first_name: string | null
  readonly last_name: string | null
}

/** Whether a guest wrote a comment. That of a deleted account has a name and no account, too. */
export const isByGuest = ({ guest_name, guest_id }: Pick<AuthorNames, 'guest_name' | 'guest_id'>): boolean =>
  guest_name !== null && (guest_id !== null || unmarkedName(guest_name) !== DELETED_USER)

/** Name of the author; guests are named as such. */
export function authorName(row: AuthorNames): string {
  const { guest_name, first_name, last_name } = row
  if (guest_name !== null) return shownName({ name: unmarkedName(guest_name), is_guest: isByGuest(row) })
  return [first_name, last_name].filter(Boolean).join(' ') || DELETED_USER
}

/** The number of a root as people read it: team-only ones count by themselves. Null for a reply. */
export const numberOf = ({ number, visibility }: { number: number | null; visibility: Visibility }): string | null =>
  number === null ? null : visibility === 'team' ? `T${number}` : String(number)

/** Name of the person who resolved a thread; guests are named as such. Null while it is open. */
export const resolverOf = ({
  resolved_guest,
  resolver_name,
}: {
  readonly resolved_guest: GuestName | null
  readonly resolver_name: string | null
}): string | null =>
  resolved_guest === null
    ? resolver_name
    : unmarkedName(resolved_guest) === DELETED_USER
      ? DELETED_USER
      : guestName(resolved_guest)

export const isAuthor = (viewer: Viewer, comment: CommentFacts): boolean =>
  viewer.kind === 'user'
    ? comment.user_id === viewer.user_id
    : viewer.kind === 'share' && viewer.guest_key_hash !== null && comment.guest_key_hash === viewer.guest_key_hash

/** What the viewer may do in a discussion that they may read. */
export function discussionRights(
  viewer: Viewer,
  discussion: DiscussionFacts,
  circumstances: Circumstances,
): DiscussionRights {
  const write = canComment(viewer, discussion, circumstances)
  return { write, moderate: write && mayModerate(viewer, discussion) }
}

/** The viewer's rights for a comment, for answers. People can only reply to a deleted one. */
export function commentRights(viewer: Viewer, comment: CommentFacts, { write, moderate }: DiscussionRights) {
  const exists = comment.deleted_at === null
  const own = write && exists && isAuthor(viewer, comment)
  const resolve = write && exists && comment.depth === 0 && mayChangeThread(viewer, comment)
  return { reply: write && comment.depth < COMMENTS.depth, edit: own, delete: own || (moderate && exists), resolve }
}

/** @throws ProductError forbidden, collection_expired, limit_seats, video_not_ready during deletion */
export function authorizeComment(
  viewer: Viewer,
  { video, collection }: ReviewedVideo,
  circumstances: Circumstances,
): void {
  if (!mayComment(viewer)) throw new ProductError('forbidden', { detail: READ_ONLY })
  refuseExpired(collection, circumstances)
  refuseReadOnly(viewer, circumstances)
  if (video.status === 'DELETING') throw new ProductError('video_not_ready', { detail: 'The video is being deleted.' })
}

/** Numbers of comments of a discussion, with replies and with those that are about to be written. */
export interface CommentTotals {
  readonly all: number
  /** Those of the guest who writes; 0 for members. */
  readonly of_guest: number
  /** UTF-8 of the text of all. */
  readonly bytes: number
}

/** @throws ProductError limit_comments */
export function refuseTooMany({ all, of_guest, bytes }: CommentTotals): void {
  if (all > COMMENTS.of_video) throw new ProductError('limit_comments')
  if (of_guest > COMMENTS.of_guest) throw new ProductError('limit_comments', { detail: OF_GUEST })
  if (bytes > COMMENTS.bytes) throw new ProductError('limit_comments', { detail: TOO_LONG })
}

/** @throws ProductError reply_too_deep */
export function authorizeReply(parent: Pick<CommentFacts, 'depth'>): void {
  if (parent.depth >= COMMENTS.depth) throw new ProductError('reply_too_deep')
}

/**
 * The visibility of a new comment. A reply has that of its thread.
 * @param asked what the author chose, if anything
 * @throws ProductError forbidden when the author could not see the comment, validation_failed for a reply of another
 * visibility
 */
export function visibilityOf(
  viewer: Reviewer,
  asked: Visibility | undefined,
  parent: { readonly visibility: Visibility } | null,
): Visibility {
  const visibility = asked ?? parent?.visibility ?? 'everyone'
  if (!canSee(viewer, { visibility })) throw new ProductError('forbidden', { detail: TEAM_ONLY })
  if (parent && parent.visibility !== visibility) throw invalidField('visibility', OF_THREAD)
  return visibility
}

/** @throws ProductError not_found for a comment that is deleted and shown only because of its answers */
function refuseDeleted({ deleted_at }: CommentFacts): void {
  if (deleted_at !== null) throw new ProductError('not_found')
}

/** A rule about a comment of a discussion. */
type CommentRule<Of = ReviewedVideo> = (
  viewer: Viewer,
  comment: CommentFacts,
  discussion: Of,
  circumstances: Circumstances,
) => void

/** Authors edit. @throws ProductError not_found, forbidden, collection_expired, limit_seats, video_not_ready */
export const authorizeCommentChange: CommentRule = (viewer, comment, discussion, circumstances) => {
  authorizeComment(viewer, discussion, circumstances)
  refuseDeleted(comment)
  if (!isAuthor(viewer, comment)) throw new ProductError('forbidden')
}

/**
 * Authors delete, and so do keepers of the video and admins of the company.
 * @throws ProductError not_found, forbidden, collection_expired, limit_seats, video_not_ready
 */
export const authorizeDeletion: CommentRule<DiscussionFacts> = (viewer, comment, discussion, circumstances) => {
  authorizeComment(viewer, discussion, circumstances)
  refuseDeleted(comment)
  if (!isAuthor(viewer, comment) && !mayModerate(viewer, discussion)) throw new ProductError('forbidden')
}

/**
 * A change of a thread as a whole, such as its resolution.
 * @throws ProductError not_found, forbidden, collection_expired, limit_seats, video_not_ready; validation_failed for a
 * reply
 */
export const authorizeThread: CommentRule = (viewer, comment, discussion, circumstances) => {
  authorizeComment(viewer, discussion, circumstances)
  refuseDeleted(comment)
  if (comment.depth > 0)
    throw invalidField('comment_id', 'This is possible only for the first comment of a thread, not for a reply')
  if (!mayChangeThread(viewer, comment)) throw new ProductError('forbidden', { detail: OWN_THREADS })
}

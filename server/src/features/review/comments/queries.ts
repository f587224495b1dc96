import type { MentionedPerson, Visibility } from '@footnote/contract/nouns/review/comments.ts'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type { VideoStatus } from '@footnote/contract/shared/video-status.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import { isId } from '../../../platform/db/database.ts'
import type { Reader } from '../../../platform/db/reader.ts'
import type { Comments } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer } from '../../../platform/route.ts'
import { fullName } from '../../identity/accounts/queries.ts'
import { type CollectionFacts, canReadCollection } from '../../library/collections/policy.ts'
import { VERSION_OWNERS, type VideoRow } from '../../library/videos/queries.ts'
import { isShown } from './deletion/queries.ts'
import { type CommentTotals, visibleTo } from './policy.ts'

/** A video with comments, and the company that they belong to. */
export interface Discussion {
  readonly video: Pick<VideoRow, 'id' | 'stack_id' | 'version' | 'user_id' | 'status' | 'duration' | 'frames_differ'>
  readonly collection: CollectionFacts & { readonly id: string }
  /** Ids of the owners of all versions of the video. */
  readonly version_owners: readonly string[]
  /** The company of the comments. Every company sees a sample, but only its own comments. */
  readonly company_id: string
  /** Visibilities of the comments that the viewer may see. */
  readonly visible: readonly Visibility[]
}

/** A comment with everything that a line of the list needs. */
export interface CommentRow extends Selectable<Comments> {
  /** Hash of the key of the guest who wrote it, if a guest with a key did. */
  readonly guest_key_hash: string | null
  readonly first_name: string | null
  readonly last_name: string | null
  readonly email: string | null
  /** Of the account that wrote it; null without one. */
  readonly author_company_id: string | null
  /** Of those that are shown. */
  readonly reply_count: number
  /** Whether lists have it: it is not deleted, or has an answer that is not. */
  readonly shown: boolean
  /** Of the video that it was written on. */
  readonly version: number
  /** Its place in the later version whose list it is in, if it has one there. */
  readonly carried?: { readonly start_time: number; readonly end_time: number | null } | null
  /** Name of the user who resolved it. */
  readonly resolver_name: string | null
  /** Null when it mentions nobody. */
  readonly mentions: readonly MentionedPerson[] | null
}

/** A change of a comment, as logs have it. Lists no longer have a deleted one: its row has neither words nor author. */
export type CommentFacts =
  | { readonly kind: 'created' | 'updated'; readonly id: string }
  | { readonly kind: 'deleted'; readonly row: CommentRow }

/** Whose open comments of earlier versions changed. */
export interface EarlierFacts {
  readonly company_id: string
}

/** Whose comments changed, many at once. */
export interface ManyCommentsFacts extends EarlierFacts {
  /** Whether some of them are for everybody, so that links show them. */
  readonly public: boolean
}

/** The discussion of a video that the viewer may read. @throws ProductError not_found */
export const readDiscussion = async (db: Reader, viewer: Reviewer, videoId: string): Promise<Discussion> =>
  discussionFor(viewer, await findDiscussionRow(db, videoId))

/** A video with everything that decides who may discuss it; undefined when it is gone. */
export const findDiscussionRow = async (db: Reader, videoId: string) =>
  isId(videoId) ? await discussionRows(db).where('videos.id', '=', videoId).executeTakeFirst() : undefined

const discussionRows = (db: Reader) =>
  db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'videos.collection_id')
    .leftJoin('subscriptions', 'subscriptions.company_id', 'collections.company_id')
    .select([
      'videos.id',
      'videos.stack_id',
      'videos.version',
      'videos.user_id',
      'videos.status',
      'videos.duration',
      'videos.frames_differ',
      'collections.id as collection_id',
      'collections.company_id',
      'collections.user_id as owner_id',
      'collections.sample',
      'collections.created_at',
      'retained_from',
      'subscriptions.plan',
      VERSION_OWNERS.as('version_owners'),
    ])
    .$narrowType<{ status: VideoStatus }>()
    .where('collections.deleted_at', 'is', null)

export type DiscussionRow = NonNullable<Awaited<ReturnType<typeof findDiscussionRow>>>

/** @throws ProductError not_found without the right to read, and without a video */
export function discussionFor(viewer: Reviewer, row: DiscussionRow | undefined): Discussion {
  const readable = row && (viewer.kind === 'share' ? viewer.video_id === row.id : canReadCollection(viewer, row))
  if (!readable) throw new ProductError('not_found')
  const { id, stack_id, version, user_id, status, duration, frames_differ, collection_id, company_id, owner_id } = row
  const { sample, created_at, retained_from, plan } = row
  return {
    video: { id, stack_id, version, user_id, status, duration, frames_differ },
    collection: {
      id: collection_id,
      company_id,
      user_id: owner_id,
      sample,
      created_at,
      retained_from,
      plan: plan ?? 'FREE',
    },
    version_owners: row.version_owners,
    company_id: company_id ?? viewer.company_id,
    visible: visibleTo(viewer),
  }
}

/** Comments with their authors and the number of their direct replies. */
export const comments = (db: Reader) =>
  db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('guests', 'guests.id', 'comments.guest_id')
    .leftJoin('users as resolvers', 'resolvers.id', 'comments.resolved_by')
    .selectAll('comments')
    .select(['users.first_name', 'users.last_name', 'users.email', 'users.company_id as author_company_id'])
    .select('guests.key_hash as guest_key_hash')
    .select(fullName('resolvers').as('resolver_name'))
    .select(sql<number>`(select v.version from videos v where v.id = comments.video_id)`.as('version'))
    .select(
      sql<number>`(select count(*) from comments r where r.parent_comment_id = comments.id and r.depth > 0
        and ${isShown('r')})`.as('reply_count'),
    )
    .select(isShown('comments').as('shown'))
    .select(
      sql<MentionedPerson[] | null>`(select json_agg(json_build_object('user_id', m.user_id,
        'name', trim(mentioned.first_name || ' ' || mentioned.last_name)) order by m.user_id)
        from comment_mentions m join users mentioned on mentioned.id = m.user_id
        where m.comment_id = comments.id)`.as('mentions'),
    )

/**
 * How many comments the discussion of a comment has, how long their texts are, and how many of them its author wrote as
 * a guest. Guests without a key count as one, because nothing distinguishes them.
 */
export const countComments = (
  db: Reader,
  {
    video_id,
    company_id,
    user_id = null,
    guest_id = null,
  }: Pick<Insertable<Comments>, 'video_id' | 'company_id' | 'user_id' | 'guest_id'>,
): Promise<CommentTotals> => {
  const by_guest = sql<boolean>`${user_id}::uuid is null and user_id is null
    and guest_id is not distinct from ${guest_id}::uuid`
  return db
    .selectFrom('comments')
    .select(sql<number>`count(*)::int`.as('all'))
    .select(sql<number>`(count(*) filter (where ${by_guest}))::int`.as('of_guest'))
    .select(sql<number>`coalesce(sum(octet_length(content)), 0)::int`.as('bytes'))
    .where('video_id', '=', video_id)
    .where('company_id', '=', company_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}

/** Direct replies, oldest first. They have the visibility of the comment. */
export const listReplies = (db: Reader, parentId: string): Promise<CommentRow[]> =>
  comments(db)
    .where('comments.parent_comment_id', '=', parentId)
    .where('comments.depth', '>', 0)
    .where(isShown('comments'))
    .orderBy('comments.created_at')
    .orderBy('comments.id')
    .execute()

/** A comment by its id, in any discussion. */
export const findComment = (db: Reader, id: string): Promise<CommentRow | undefined> =>
  comments(db).where('comments.id', '=', id).executeTakeFirst()

/** A comment of this discussion that the viewer may see. @throws ProductError not_found */
export async function readComment(
  db: Reader,
  { video, company_id, visible }: Discussion,
  id: string,
): Promise<CommentRow> {
  const row = isId(id) ? await findComment(db, id) : undefined
  const seen =
    row?.shown && row.video_id === video.id && row.company_id === company_id && visible.includes(row.visibility)
  if (!seen) throw new ProductError('not_found')
  return row
}

/** The drawing of a comment, or null. */
export async function readDrawing(
  db: Reader,
  { id, has_drawing }: Pick<CommentRow, 'id' | 'has_drawing'>,
): Promise<Drawing | null> {
  if (!has_drawing) return null
  const row = await db.selectFrom('drawings').select('shapes').where('comment_id', '=', id).executeTakeFirst()
  return row ? { v: 1, shapes: row.shapes } : null
}

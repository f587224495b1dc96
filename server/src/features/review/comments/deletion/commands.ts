import { BLANK_COMMENT } from '@footnote/contract/nouns/review/comments.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '../../../../platform/db/database.ts'
import type { KeptComment, Tables } from '../../../../platform/db/schema.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { Queue } from '../../../../platform/queue/queue.ts'
import type { Reviewer } from '../../../../platform/route.ts'
import { notifyPerson } from '../../../ground/notifications/commands.ts'
import { fullName } from '../../../identity/accounts/queries.ts'
import { announce, lockVideos, unlessGone } from '../commands.ts'
import { writeMentions } from '../mentions/commands.ts'
import { refuseTooMany } from '../policy.ts'
import { type CommentRow, comments, countComments, type Discussion, findComment } from '../queries.ts'
import { blankNotifications, notifyAuthor, restoreNotifications } from './notify.ts'
import { RESTORABLE } from './queries.ts'

/** What a comment looks like once it has lost its words and its author. */
const BLANK = {
  ...BLANK_COMMENT,
  user_id: null,
  guest_name: null,
  guest_id: null,
  idempotency_key: null,
  resolved_guest: null,
  resolved_in: null,
} as const
/** What it had in place of that. */
type LostFields = Pick<CommentRow, keyof typeof BLANK>

/** Names a person in `deleted_comments`; null for somebody who cannot be recognised, and so deletes nothing. */
const nameOf = (viewer: Reviewer): string | null =>
  viewer.kind === 'user' ? `user ${viewer.user_id}` : viewer.guest_key_hash && `guest ${viewer.guest_key_hash}`

/**
 * Deletes a comment and nothing else: answers below it stay. Its words leave the tables that answers, events and files
 * are made of at once, and the database when the time to undo the deletion is over. The author is notified if somebody
 * else deletes it.
 * @throws ProductError not_found when somebody else has just deleted it
 */
export async function deleteComment(db: Database, queue: Queue, row: CommentRow, viewer: Reviewer): Promise<void> {
  const deleted_by = nameOf(viewer)
  if (deleted_by === null) throw new ProductError('not_found')
  await db.transaction().execute(async (transaction) => {
    await lockVideos(transaction, [row.video_id])
    const before = await findComment(transaction, row.id)
    if (!before || before.deleted_at !== null) throw new ProductError('not_found')
    const kept = JSON.stringify(await keptOf(transaction, before))
    const { id, user_id, video_id } = before
    await transaction.insertInto('deleted_comments').values({ comment_id: id, deleted_by, user_id, kept }).execute()
    await transaction.deleteFrom('drawings').where('comment_id', '=', id).execute()
    await writeMentions(transaction, id, [])
    await transaction
      .updateTable('comments')
      .set({ ...BLANK, deleted_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await blankNotifications(transaction, before)
    await announceDeletion(transaction, id)
    if (viewer.kind === 'user') await notifyAuthor(transaction, queue, before, viewer.user_id)
    await queue.enqueue(transaction, 'forget-comments', { video_id }, RESTORABLE + 1)
  })
}

/** What a comment is about to lose. */
async function keptOf(db: Kysely<Tables>, row: CommentRow): Promise<KeptComment> {
  const drawing = await db.selectFrom('drawings').select('shapes').where('comment_id', '=', row.id).executeTakeFirst()
  const fields = Object.keys(BLANK) as (keyof LostFields)[]
  const lost = Object.fromEntries(fields.map((field) => [field, row[field]])) as unknown as LostFields
  // Another comment may have the key meanwhile; the shapes say whether there is a drawing.
  const { idempotency_key, has_drawing, resolved_at, ...others } = lost
  const mentions = (row.mentions ?? []).map((person) => person.user_id)
  return { ...others, resolved_at: resolved_at?.toISOString() ?? null, shapes: drawing?.shapes ?? null, mentions }
}

/**
 * Undoes a deletion.
 * @param viewer must be the person who deleted the comment
 * @throws ProductError not_found when somebody else deleted it, or when the time is over; limit_comments
 */
export async function restoreComment(
  db: Database,
  { video, company_id, visible }: Discussion,
  id: string,
  viewer: Reviewer,
): Promise<CommentRow> {
  return await unlessGone(() =>
    db.transaction().execute(async (transaction) => {
      await lockVideos(transaction, [video.id])
      const deleted = await transaction
        .selectFrom('deleted_comments')
        .innerJoin('comments', 'comments.id', 'comment_id')
        .select(['kept', 'deleted_by'])
        .where('comment_id', '=', id)
        .where('video_id', '=', video.id)
        .where('company_id', '=', company_id)
        .where('visibility', 'in', visible)
        .where(isRestorable)
        .executeTakeFirst()
      if (!deleted || deleted.deleted_by !== nameOf(viewer)) throw new ProductError('not_found')
      const { shapes, source, resolved_at, mentions = [], ...words } = deleted.kept
      const hidden = (await pathTo(transaction, id)).filter(({ shown }) => !shown)
      await transaction
        .updateTable('comments')
        .set({
          ...words,
          source: source && JSON.stringify(source),
          resolved_at: resolved_at === null ? null : new Date(resolved_at),
          has_drawing: shapes !== null,
          deleted_at: null,
        })
        .where('id', '=', id)
        .execute()
      if (shapes)
        await transaction
          .insertInto('drawings')
          .values({ comment_id: id, shapes: JSON.stringify(shapes) })
          .execute()
      await writeMentions(transaction, id, mentions)
      await transaction.deleteFrom('deleted_comments').where('comment_id', '=', id).execute()
      const row = await comments(transaction).where('comments.id', '=', id).executeTakeFirstOrThrow()
      refuseTooMany(await countComments(transaction, row))
      await restoreNotifications(transaction, row)
      for (const one of hidden.toReversed()) await announce(transaction, 'created', one)
      if (hidden.every((one) => one.id !== id)) await announce(transaction, 'updated', row)
      return row
    }),
  )
}

/** Whether the time to undo a deletion is not over. By the database's clock, which also noted when it began. */
const isRestorable = sql<boolean>`comments.deleted_at > now() - make_interval(secs => ${RESTORABLE})`

/**
 * Removes what can no longer be restored: the words, and comments that no answer is below.
 * @param video_id the video whose comments to look at; all without it
 */
export async function forgetDeletedComments(db: Database, video_id?: string): Promise<void> {
  await db
    .deleteFrom('deleted_comments')
    .using('comments')
    .whereRef('comments.id', '=', 'comment_id')
    .$if(video_id !== undefined, (query) => query.where('video_id', '=', video_id ?? ''))
    .where(sql<boolean>`not ${isRestorable}`)
    .execute()
  // From the last answer up: each turn removes the comments that nothing is below any more.
  for (let depth: number = COMMENTS.depth; depth >= 0; depth--)
    await db
      .deleteFrom('comments')
      .$if(video_id !== undefined, (query) => query.where('video_id', '=', video_id ?? ''))
      .where('depth', '=', depth)
      .where('deleted_at', 'is not', null)
      .where(
        sql<boolean>`not ${isRestorable}
          and not exists (select from comments a where a.parent_comment_id = comments.id and a.depth > 0)`,
      )
      .execute()
}

/** A comment and those above it, up to the root. */
async function pathTo(db: Kysely<Tables>, id: string): Promise<CommentRow[]> {
  const row = await findComment(db, id)
  if (!row) return []
  return row.parent_comment_id === null ? [row] : [row, ...(await pathTo(db, row.parent_comment_id))]
}

/** Says what became of a comment and, if nothing is left below them, of the deleted ones above it. */
async function announceDeletion(transaction: Transaction<Tables>, id: string): Promise<void> {
  for (const row of await pathTo(transaction, id)) {
    if (!row.shown) await announce(transaction, 'deleted', row)
    else if (row.id === id) await announce(transaction, 'updated', row)
    if (row.shown) return
  }
}

/**
 * Notifies the authors of comments that went with videos, but not the person who deleted them. Each gets one
 * notification, and only if they are still in the company that sees the comments. Guests have no account.
 * @param video_ids those that this transaction has marked for deletion, so that of two deletions at once one notifies
 * @param actor_name name to show in place of the person's
 */
export async function notifyAuthorsOn(
  transaction: Transaction<Tables>,
  queue: Queue,
  video_ids: readonly string[],
  deleted_by: string,
  actor_name?: string,
): Promise<void> {
  const { rows } = await sql<{
    user_id: string
    comments: number
    videos: number
    video_name: string
    version: number | null
  }>`
    select c.user_id, count(*)::int as comments, count(distinct v.id)::int as videos, min(v.file_name) as video_name,
      min(v.version) filter (where exists (
        select from videos other where other.stack_id = v.stack_id and other.status <> 'DELETING')) as version
    from comments c join videos v on v.id = c.video_id join users u on u.id = c.user_id and u.company_id = c.company_id
    where v.id = any(${video_ids}::uuid[]) and c.deleted_at is null and c.user_id <> ${deleted_by}
    group by c.user_id`.execute(transaction)
  if (rows.length === 0) return
  const by = transaction.selectFrom('users').select(fullName('users').as('name')).where('id', '=', deleted_by)
  const name = actor_name ?? (await by.executeTakeFirstOrThrow()).name
  for (const { user_id, comments, videos, video_name, version } of rows) {
    const payload = {
      video_name,
      actor_name: name || null,
      comments: comments > 1 ? comments : null,
      videos: videos > 1 ? videos : null,
      text: goneText(videos, version),
    }
    await notifyPerson(transaction, queue, { user_id, type: 'COMMENT_DELETED', request_id: null, payload })
  }
}

/** @param version of a single video, if other versions of it stay */
function goneText(videos: number, version: number | null): string {
  if (videos > 1) return 'The videos were deleted.'
  return version === null ? 'The video was deleted.' : `Version ${version} was deleted.`
}

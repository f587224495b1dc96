import { createHash } from 'node:crypto'
import type { NotificationKind } from '@footnote/contract/nouns/personal/notifications.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/db/schema.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { dropLines, gatherAnswer, notifyPerson } from '../../ground/notifications/commands.ts'
import type { VideoFacts } from '../../library/videos/policy.ts'
import { authorName, type CommentFacts, isByGuest } from './policy.ts'
import type { CommentRow } from './queries.ts'

/**
 * The people to notify of a new comment, by id, with the kind of notification: everybody who has written in its thread,
 * the owner of the video, and whom it mentions, but never its own author. Each gets one notification.
 * @param thread ids of the authors of the comments before it; none for the first one
 * @param mentions ids of the mentioned people
 */
export function notifiedOf(
  comment: Pick<CommentFacts, 'user_id'>,
  video: Pick<VideoFacts, 'user_id'>,
  thread: readonly string[],
  mentions: readonly string[] = [],
): Map<string, NotificationKind> {
  const kinds = new Map<string, NotificationKind>()
  if (video.user_id) kinds.set(video.user_id, 'COMMENT')
  for (const author of thread) kinds.set(author, 'REPLY')
  for (const person of mentions) kinds.set(person, 'MENTION')
  if (comment.user_id) kinds.delete(comment.user_id)
  return kinds
}

/** The beginning of a comment, as notifications have it: 200 characters. */
export const shownOf = (content: string): string => content.slice(0, 200).toWellFormed()

/** Notifies the people that the policy names, if they are still in the company. */
export async function notifyAbout(
  transaction: Transaction<Tables>,
  queue: Queue,
  comment: CommentRow,
  mentions: readonly string[],
): Promise<void> {
  const video = await videoOf(transaction, comment)
  const { members, guests } = await authorsBefore(transaction, comment)
  const kinds = notifiedOf(comment, video, members, mentions)
  await notifyOf(transaction, queue, { comment, video, kinds })
  if (guests.length > 0) await gatherAnswer(transaction, comment, guests)
}

/**
 * Notifies people whom a change of a comment mentions for the first time. What they would have been mailed about it
 * otherwise is taken out of that mail.
 */
export async function notifyMentioned(
  transaction: Transaction<Tables>,
  queue: Queue,
  comment: CommentRow,
  mentions: readonly string[],
): Promise<void> {
  if (mentions.length === 0) return
  const kinds = notifiedOf(comment, { user_id: null }, [], mentions)
  for (const user_id of kinds.keys()) await dropLines(transaction, { user_id, comment_id: comment.id })
  await notifyOf(transaction, queue, { comment, video: await videoOf(transaction, comment), kinds })
}

const videoOf = (db: Kysely<Tables>, { video_id }: CommentRow) =>
  db.selectFrom('videos').select(['file_name', 'user_id']).where('id', '=', video_id).executeTakeFirstOrThrow()

interface News {
  readonly comment: CommentRow
  readonly video: { readonly file_name: string }
  readonly kinds: ReadonlyMap<string, NotificationKind>
}

async function notifyOf(transaction: Transaction<Tables>, queue: Queue, { comment, video, kinds }: News) {
  const payload = {
    video_id: comment.video_id,
    video_name: video.file_name,
    actor_name: authorName(comment),
    is_guest: isByGuest(comment),
    comment_id: comment.id,
    text: shownOf(comment.content),
  }
  for (const user_id of await readersAmong(transaction, comment.company_id, [...kinds.keys()])) {
    const type = kinds.get(user_id) ?? 'COMMENT'
    const request_id = type === 'MENTION' ? mentionId(comment.id, user_id) : null
    await notifyPerson(transaction, queue, { user_id, type, request_id, payload })
  }
}

/**
 * Names the mention of a person in a comment, so that they hear of it once, however often it is removed and added: a
 * UUID of a hash (RFC 9562, version 8).
 */
function mentionId(comment_id: string, user_id: string): string {
  const hash = createHash('sha256').update(`${comment_id} ${user_id}`).digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}

/** Ids of the users and of the guests who have written in the thread of a reply. */
async function authorsBefore(db: Kysely<Tables>, { id, parent_comment_id }: CommentRow) {
  if (parent_comment_id === null) return { members: [], guests: [] }
  const { rows } = await sql<{ user_id: string | null; guest_id: string | null }>`
    with recursive above as (
      select id, parent_comment_id from comments where id = ${parent_comment_id}
      union all
      select c.id, c.parent_comment_id from above join comments c on c.id = above.parent_comment_id
    ), thread as (
      select id from above where parent_comment_id is null
      union all
      select c.id from thread join comments c on c.parent_comment_id = thread.id and c.depth > 0
    )
    select distinct user_id, guest_id from comments join thread using (id) where id <> ${id}`.execute(db)
  return {
    members: rows.map(({ user_id }) => user_id).filter((one) => one !== null),
    guests: rows.map(({ guest_id }) => guest_id).filter((one) => one !== null),
  }
}

/** Ids of those people who are still in the company. */
export async function readersAmong(db: Kysely<Tables>, companyId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const users = db.selectFrom('users').select('id').where('company_id', '=', companyId).where('id', 'in', ids)
  return (await users.execute()).map(({ id }) => id)
}

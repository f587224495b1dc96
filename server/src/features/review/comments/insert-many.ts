import type { Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { logEvents } from '../../../platform/db/event-log.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import { announceLater, lockVideos, type NewComment, unlessGone } from './commands.ts'
import { numbered } from './from-matches/films.ts'
import { notifiedOf, readersAmong, shownOf } from './notify.ts'
import { refuseTooMany } from './policy.ts'
import { type CommentFacts, type CommentRow, comments, countComments } from './queries.ts'

/** A comment that begins a thread, without a drawing. Its key says whether its author has sent it before. */
export type NewRoot = Omit<NewComment, 'drawing' | 'mentions' | 'parent_comment_id' | 'depth' | 'idempotency_key'> & {
  readonly user_id: string
  readonly idempotency_key: string
}

/** Comments that were sent together, in the order in which they were sent. */
export interface InsertedComments {
  readonly rows: readonly CommentRow[]
  /** Ids of those that are new. */
  readonly created: ReadonlySet<string>
}

/**
 * Writes comments of one author in one company, all or none. One that the author has sent before with the same key is
 * left as it is. The owner of several of their videos gets one notification.
 * @throws ProductError not_found when one of the videos has just been deleted; limit_comments, with the number of the
 * first comment of the video
 */
export async function insertComments(db: Database, queue: Queue, sent: readonly NewRoot[]): Promise<InsertedComments> {
  const [first] = sent
  if (!first) return { rows: [], created: new Set() }
  const { user_id, company_id } = first
  return await unlessGone(() =>
    db.transaction().execute(async (transaction) => {
      await lockVideos(
        transaction,
        sent.map(({ video_id }) => video_id),
      )
      const inserted = await transaction
        .insertInto('comments')
        .values(sent.map((comment) => ({ ...comment, depth: 0 })))
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .execute()
      const created = new Set(inserted.map(({ id }) => id))
      const found = await comments(transaction)
        .where('comments.user_id', '=', user_id)
        .where('comments.company_id', '=', company_id)
        .where('comments.idempotency_key', 'in', [...new Set(sent.map(({ idempotency_key }) => idempotency_key))])
        .execute()
      const by_key = new Map(found.map((row) => [keyOf(row), row]))
      await refuseFull(transaction, sent, new Set(found.flatMap((row) => (created.has(row.id) ? keyOf(row) : []))))
      const rows = sent.map((comment) => by_key.get(keyOf(comment))).filter((row) => row !== undefined)
      await announceAll(
        transaction,
        found.filter(({ id }) => created.has(id)),
      )
      await notifyOnce(
        transaction,
        queue,
        rows.filter(({ id }) => created.has(id)),
      )
      return { rows, created }
    }),
  )
}

const keyOf = ({ video_id, idempotency_key }: Pick<CommentRow, 'video_id' | 'idempotency_key'>): string =>
  `${video_id} ${idempotency_key}`

/** @param fresh keys of the comments that are new @throws ProductError limit_comments */
async function refuseFull(
  transaction: Transaction<Tables>,
  sent: readonly NewRoot[],
  fresh: ReadonlySet<string>,
): Promise<void> {
  const counted = new Set<string>()
  for (const [place, comment] of sent.entries()) {
    if (counted.has(comment.video_id) || !fresh.has(keyOf(comment))) continue
    counted.add(comment.video_id)
    const totals = await countComments(transaction, comment)
    numbered(place, () => refuseTooMany(totals))
  }
}

async function announceAll(transaction: Transaction<Tables>, rows: readonly CommentRow[]): Promise<void> {
  const created = rows.map(({ id, video_id }) => {
    const facts: CommentFacts = { kind: 'created', id }
    return { video_id, name: 'comment' as const, facts }
  })
  await logEvents(transaction, created)
  for (const [row] of Map.groupBy(rows, ({ video_id }) => video_id).values())
    if (row) await announceLater(transaction, row)
}

/** Notifies each owner of the videos once, in the words of their first comment. */
async function notifyOnce(transaction: Transaction<Tables>, queue: Queue, rows: readonly CommentRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const videos = await transaction
    .selectFrom('videos')
    .select(['id', 'file_name', 'user_id'])
    .where('id', 'in', [...new Set(rows.map(({ video_id }) => video_id))])
    .execute()
  const owned = Map.groupBy(
    rows.flatMap((row) => {
      const video = videos.find(({ id }) => id === row.video_id)
      return video ? [...notifiedOf(row, video, []).keys()].map((reader) => ({ reader, row, video })) : []
    }),
    ({ reader }) => reader,
  )
  for (const user_id of await readersAmong(transaction, first.company_id, [...owned.keys()])) {
    const about = owned.get(user_id) ?? []
    const [{ row, video }] = about as [(typeof about)[number]]
    const payload = {
      video_id: video.id,
      video_name: video.file_name,
      actor_name: `${row.first_name} ${row.last_name}`.trim(),
      comment_id: row.id,
      text: shownOf(row.content),
      comments: about.length,
      videos: new Set(about.map(({ video }) => video.id)).size,
    }
    await notifyPerson(transaction, queue, { user_id, type: 'COMMENT', request_id: null, payload })
  }
}

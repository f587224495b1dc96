import { isDeepStrictEqual } from 'node:util'
import type { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { logEvents, logLaterEvent } from '../../../platform/db/event-log.ts'
import type { Carries, Comments, Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import { notifyAbout } from './notify.ts'
import { refuseTooMany } from './policy.ts'
import {
  type CommentFacts,
  type CommentRow,
  comments,
  countComments,
  type EarlierFacts,
  findComment,
  type ManyCommentsFacts,
  readDrawing,
} from './queries.ts'

export interface NewComment extends Omit<Insertable<Comments>, 'id' | 'created_at' | 'is_edited' | 'has_drawing'> {
  readonly drawing: Drawing | null
}

/** Violation of a foreign key (PostgreSQL's error codes, class 23). */
const FOREIGN_KEY_VIOLATION = '23503'

/** Does a write about rows that may be deleted at the same time. @throws ProductError not_found when they are gone */
export async function unlessGone<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error
    throw new ProductError('not_found')
  }
}

/**
 * Locks videos, so that comments are counted and written one call after the other. In one order for everybody, so that
 * two calls about the same videos wait for each other instead of both.
 * @throws ProductError not_found when one of them is gone
 */
export async function lockVideos(transaction: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const videos = transaction.selectFrom('videos').select('id').where('id', 'in', wanted).orderBy('id')
  if ((await videos.forNoKeyUpdate().execute()).length < wanted.length) throw new ProductError('not_found')
}

/**
 * Writes a comment. If its author has sent it before with the same key, returns that one.
 * @throws ProductError not_found when the video or the parent comment has just been deleted; idempotency_key_reused
 * when the key belongs to a different comment; limit_comments
 */
export async function insertComment(db: Database, queue: Queue, comment: NewComment): Promise<CommentRow> {
  const { drawing, ...values } = comment
  return await unlessGone(() =>
    db.transaction().execute(async (transaction) => {
      await lockVideos(transaction, [comment.video_id])
      await refuseGone(transaction, comment.parent_comment_id)
      const inserted = await transaction
        .insertInto('comments')
        .values({ ...values, has_drawing: drawing !== null })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      if (!inserted) return await readWritten(transaction, comment)
      refuseTooMany(await countComments(transaction, comment))
      const { id } = inserted
      if (drawing) await keepDrawing(transaction, id, drawing)
      const row = await comments(transaction).where('comments.id', '=', id).executeTakeFirstOrThrow()
      await announce(transaction, 'created', row)
      await notifyAbout(transaction, queue, row)
      return row
    }),
  )
}

/** @throws ProductError not_found for a comment that is deleted and has no answer that would show it */
async function refuseGone(db: Kysely<Tables>, id: string | null | undefined): Promise<void> {
  if (id && !(await findComment(db, id))?.shown) throw new ProductError('not_found')
}

/** The comment that its author sent before with the same key. @throws ProductError idempotency_key_reused, not_found */
async function readWritten(db: Kysely<Tables>, sent: NewComment): Promise<CommentRow> {
  const written = await comments(db)
    .where('comments.video_id', '=', sent.video_id)
    .where('comments.company_id', '=', sent.company_id)
    .where('comments.idempotency_key', '=', sent.idempotency_key ?? null)
    .where('comments.user_id', 'is not distinct from', sent.user_id ?? null)
    .where('comments.guest_id', 'is not distinct from', sent.guest_id ?? null)
    .executeTakeFirst()
  // The insert met this comment, so it has been deleted since.
  if (!written) throw new ProductError('not_found')
  const same =
    written.parent_comment_id === (sent.parent_comment_id ?? null) &&
    written.start_time === sent.start_time &&
    written.end_time === (sent.end_time ?? null) &&
    written.visibility === (sent.visibility ?? 'everyone') &&
    (written.is_edited ||
      (written.content === sent.content && isDeepStrictEqual(await readDrawing(db, written), sent.drawing)))
  if (!same) throw new ProductError('idempotency_key_reused')
  return written
}

/** Stores the drawing of a comment, in place of an earlier one. */
async function keepDrawing(db: Kysely<Tables>, comment_id: string, drawing: Drawing): Promise<void> {
  const shapes = JSON.stringify(drawing.shapes)
  await db
    .insertInto('drawings')
    .values({ comment_id, shapes })
    .onConflict((conflict) => conflict.column('comment_id').doUpdateSet({ shapes }))
    .execute()
}

/** A change to a comment: null removes its drawing, undefined keeps it. */
interface CommentChange {
  readonly content: string
  readonly drawing?: Drawing | null | undefined
}

/** Changes a comment; of two simultaneous changes the last one counts. @throws ProductError not_found */
export async function updateComment(
  db: Database,
  id: string,
  { content, drawing }: CommentChange,
): Promise<CommentRow> {
  return await db.transaction().execute(async (transaction) => {
    const known = await transaction
      .selectFrom('comments')
      .select('video_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new ProductError('not_found'))
    await lockVideos(transaction, [known.video_id])
    const before = await transaction.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
    if (!before || before.deleted_at !== null) throw new ProductError('not_found')
    const { numUpdatedRows } = await transaction
      .updateTable('comments')
      .set({ content, is_edited: true, ...(drawing !== undefined && { has_drawing: drawing !== null }) })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw new ProductError('not_found')
    // A discussion that is too long already can be corrected.
    if (Buffer.byteLength(content) > Buffer.byteLength(before.content))
      refuseTooMany({ ...(await countComments(transaction, before)), all: 0, of_guest: 0 })
    if (drawing) await keepDrawing(transaction, id, drawing)
    if (drawing === null) await transaction.deleteFrom('drawings').where('comment_id', '=', id).execute()
    const row = await comments(transaction).where('comments.id', '=', id).executeTakeFirstOrThrow()
    await announce(transaction, 'updated', row)
    return row
  })
}

/**
 * Resolves a thread, or opens it again for null. Does nothing if it is resolved or open already: of two people who
 * resolve it at once, the first one did.
 * @throws ProductError not_found
 */
export async function resolveComment(
  db: Database,
  id: string,
  change: Pick<Insertable<Comments>, 'resolved_by' | 'resolved_guest' | 'resolved_in'> | null,
): Promise<CommentRow> {
  return await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('comments')
      .set(change ? { ...change, resolved_at: new Date() } : OPEN)
      .where('id', '=', id)
      .where('resolved_at', change ? 'is' : 'is not', null)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    const row = await findComment(transaction, id)
    if (!row || row.deleted_at !== null) throw new ProductError('not_found')
    if (numUpdatedRows > 0n) await announce(transaction, 'updated', row)
    return row
  })
}

const OPEN = { resolved_at: null, resolved_by: null, resolved_guest: null, resolved_in: null } as const

/** Logs for open pages of the video, and of later versions, what has changed. */
export async function announce(db: Kysely<Tables>, kind: CommentFacts['kind'], row: CommentRow): Promise<void> {
  const facts: CommentFacts = kind === 'deleted' ? { kind, row } : { kind, id: row.id }
  await logEvents(db, [{ video_id: row.video_id, name: 'comment', facts }])
  await announceLater(db, row)
}

/**
 * Logs for open pages of a video, and of later versions, that many comments of a company changed at once.
 * @param comments the changed ones
 */
export async function announceMany(
  db: Kysely<Tables>,
  { video_id, company_id }: Pick<CommentRow, 'video_id' | 'company_id'>,
  comments: readonly { readonly visibility: string }[],
): Promise<void> {
  const facts: ManyCommentsFacts = { company_id, public: comments.some(({ visibility }) => visibility === 'everyone') }
  await logEvents(db, [{ video_id, name: 'comments', facts }])
  await announceLater(db, { video_id, company_id })
}

/** Logs for the pages of later versions that the open comments of an earlier one changed. */
export async function announceLater(
  db: Kysely<Tables>,
  { video_id, company_id }: Pick<CommentRow, 'video_id' | 'company_id'>,
): Promise<void> {
  const facts: EarlierFacts = { company_id }
  await logLaterEvent(db, video_id, { name: 'earlier', facts })
}

/** Gives a comment of an earlier version a place in a video; a second time moves it. @throws ProductError not_found */
export async function carryComment(
  db: Database,
  comment: Pick<CommentRow, 'id' | 'video_id' | 'company_id'>,
  place: Omit<Insertable<Carries>, 'comment_id'>,
): Promise<void> {
  const { start_time, end_time, user_id } = place
  await unlessGone(async () => {
    await db
      .insertInto('carries')
      .values({ ...place, comment_id: comment.id })
      .onConflict((conflict) =>
        conflict.columns(['comment_id', 'video_id']).doUpdateSet({ start_time, end_time, user_id }),
      )
      .execute()
    await announceLater(db, comment)
  })
}

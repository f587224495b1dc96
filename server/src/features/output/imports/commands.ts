import { type FrameTiming, frameStart } from '@footnote/contract/shared/frames.ts'
import type { Transaction } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import type { Queue } from '../../../platform/queue/queue.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { notifyPerson } from '../../ground/notifications/commands.ts'
import { announceMany, lockVideos } from '../../review/comments/commands.ts'
import { refuseTooMany } from '../../review/comments/policy.ts'
import { countComments, type Discussion } from '../../review/comments/queries.ts'
import type { Plan, PlannedComment } from './plan.ts'
import { listWritten, type WrittenComment } from './queries.ts'

/** Rows of one insert: PostgreSQL takes 65,535 values in a statement. */
const ROWS = 500

interface ImportTask {
  readonly viewer: Pick<UserViewer, 'user_id'>
  readonly discussion: Pick<Discussion, 'video' | 'company_id'>
  readonly timing: FrameTiming
  /** Decides what to write, by the comments that are there. */
  readonly plan: (written: readonly WrittenComment[]) => Plan
}

/**
 * Writes the comments of a file that the video does not have, all of them or none. Two imports at once follow each
 * other, so the second one finds what the first has written.
 * @returns the plan that was followed
 * @throws ProductError not_found when the video has just been deleted, limit_comments, and whatever the plan throws
 */
export async function importComments(
  db: Database,
  queue: Queue,
  { viewer, discussion, timing, plan }: ImportTask,
): Promise<Plan> {
  return await db.transaction().execute(async (transaction) => {
    await lockVideos(transaction, [discussion.video.id])
    const planned = plan(await listWritten(transaction, discussion))
    const fresh = planned.comments.filter(({ present }) => !present)
    if (fresh.length === 0) return planned
    // A millisecond apart: comments of one time are in the order in which they were written.
    const begun = Date.now() - fresh.length
    const rows = fresh.map((comment, place) =>
      rowOf(comment, { viewer, discussion, timing, at: new Date(begun + place) }),
    )
    for (let from = 0; from < rows.length; from += ROWS)
      await transaction
        .insertInto('comments')
        .values(rows.slice(from, from + ROWS))
        .execute()
    refuseTooMany(
      await countComments(transaction, { video_id: discussion.video.id, company_id: discussion.company_id, ...viewer }),
    )
    await announceMany(transaction, placeOf(discussion), fresh)
    await notifyOwner(transaction, queue, { viewer, discussion, count: fresh.length })
    return planned
  })
}

/**
 * Deletes comments that a person imported. A thread in which others have written stays, and so does what the person did
 * not import.
 * @returns how many were deleted
 */
export async function undoImport(
  db: Database,
  { user_id }: Pick<UserViewer, 'user_id'>,
  discussion: Pick<Discussion, 'video' | 'company_id'>,
  ids: readonly string[],
): Promise<number> {
  return await db.transaction().execute(async (transaction) => {
    await lockVideos(transaction, [discussion.video.id])
    const written = await listWritten(transaction, discussion)
    const asked = new Set(ids)
    const own = new Set(
      written
        .filter(({ id, user_id: author, source }) => asked.has(id) && author === user_id && source?.kind === 'import')
        .map(({ id }) => id),
    )
    const parents = new Map(
      written.map(({ id, depth, parent_comment_id }) => [id, depth > 0 ? parent_comment_id : null]),
    )
    // What others wrote keeps everything above it.
    for (const { id } of written)
      if (!own.has(id)) for (let above = parents.get(id); above; above = parents.get(above)) own.delete(above)
    if (own.size === 0) return 0
    await transaction
      .deleteFrom('comments')
      .where('id', 'in', [...own])
      .execute()
    await announceMany(
      transaction,
      placeOf(discussion),
      written.filter(({ id }) => own.has(id)),
    )
    return own.size
  })
}

function rowOf(
  { id, key, content, author, first, last, visibility, resolved, depth, parent_id }: PlannedComment,
  { viewer, discussion, timing, at }: Omit<ImportTask, 'plan'> & { at: Date },
) {
  return {
    id,
    video_id: discussion.video.id,
    company_id: discussion.company_id,
    user_id: viewer.user_id,
    parent_comment_id: parent_id,
    depth,
    content,
    start_time: frameStart(timing, first),
    end_time: last > first ? frameStart(timing, last) : null,
    visibility,
    idempotency_key: key,
    source: JSON.stringify({ kind: 'import', ...(author !== null && { author }) }),
    created_at: at,
    ...(resolved && { resolved_at: at, resolved_by: viewer.user_id, resolved_in: discussion.video.id }),
  }
}

const placeOf = ({ video, company_id }: ImportTask['discussion']) => ({ video_id: video.id, company_id })

/** Notifies the owner of the video once, if somebody else imports and they are still in the company. */
async function notifyOwner(
  transaction: Transaction<Tables>,
  queue: Queue,
  { viewer, discussion, count }: Pick<ImportTask, 'viewer' | 'discussion'> & { count: number },
): Promise<void> {
  const { video, company_id } = discussion
  if (!video.user_id || video.user_id === viewer.user_id) return
  const people = await transaction
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('company_id', '=', company_id)
    .where('id', 'in', [video.user_id, viewer.user_id])
    .execute()
  const importer = people.find(({ id }) => id === viewer.user_id)
  if (!importer || people.length < 2) return
  const { file_name } = await transaction
    .selectFrom('videos')
    .select('file_name')
    .where('id', '=', video.id)
    .executeTakeFirstOrThrow()
  const payload = {
    video_id: video.id,
    video_name: file_name,
    actor_name: `${importer.first_name} ${importer.last_name}`.trim(),
    text: `Imported ${count === 1 ? 'a comment' : `${count} comments`} from a file`,
  }
  await notifyPerson(transaction, queue, { user_id: video.user_id, type: 'COMMENT', request_id: null, payload })
}

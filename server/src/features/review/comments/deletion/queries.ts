import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import type { Reader } from '../../../../platform/db/reader.ts'
import type { LinkViewer, Reviewer } from '../../../../platform/route.ts'
import type { ThreadCounts } from '../../../hooks.ts'
import { visibleTo } from '../policy.ts'

/** Seconds after a deletion for which the server restores the comment. */
export const RESTORABLE = COMMENTS.undo + COMMENTS.undo_grace

/**
 * Condition on rows of `comments`: not deleted, or above an answer that is not. So a deleted comment keeps the place of
 * others' words, and goes with the last of them.
 * @param table name of the rows in the query
 */
export const isShown = (table: 'comments' | 'r' | 'c') =>
  sql<boolean>`(${sql.ref(`${table}.deleted_at`)} is null or exists (
    with recursive below as (
      select a.id, a.deleted_at from comments a where a.parent_comment_id = ${sql.ref(`${table}.id`)} and a.depth > 0
      union all
      select a.id, a.deleted_at from below join comments a on a.parent_comment_id = below.id and a.depth > 0
    )
    select from below where below.deleted_at is null))`

/** Counts the threads of a company on each of some videos, as far as a viewer may see them. */
export async function countThreads(
  db: Reader,
  video_ids: readonly string[],
  { company_id, viewer }: { readonly company_id: string; readonly viewer: Reviewer | LinkViewer },
): Promise<Map<string, ThreadCounts>> {
  const rows = await db
    .selectFrom('comments as c')
    .select([
      'c.video_id',
      sql<number>`count(*) filter (where c.resolved_at is null)::int`.as('open'),
      sql<number>`count(*) filter (where c.resolved_at is not null)::int`.as('resolved'),
    ])
    .where(sql<boolean>`c.video_id = any(${video_ids}::uuid[])`)
    .where('c.company_id', '=', company_id)
    .where('c.depth', '=', 0)
    .where(isShown('c'))
    .where('c.visibility', 'in', visibleTo(viewer))
    .groupBy('c.video_id')
    .execute()
  return new Map(rows.map(({ video_id, ...counts }) => [video_id, counts]))
}

/** Threads that go with videos. */
export interface GoingThreads {
  readonly open: number
  /** Open ones whose video has another version that stays. */
  readonly keepable: number
  /** Ids of the videos with those. */
  readonly keepable_in: string[]
  readonly resolved: number
}

/** Counts the threads of a company on videos that are about to be deleted. */
export async function countThreadsOf(
  db: Reader,
  company_id: string,
  video_ids: readonly string[],
): Promise<GoingThreads> {
  const threads = sql<GoingThreads>`(
    select count(*) filter (where c.resolved_at is null)::int as open,
      count(*) filter (where c.resolved_at is null and stays.other)::int as keepable,
      coalesce(array_agg(distinct v.id) filter (where c.resolved_at is null and stays.other), '{}') as keepable_in,
      count(*) filter (where c.resolved_at is not null)::int as resolved
    from comments c join videos v on v.id = c.video_id
      cross join lateral (select exists (
        select from videos other where other.stack_id = v.stack_id and other.status <> 'DELETING'
          and other.id <> all(${video_ids}::uuid[])) as other) stays
    where v.id = any(${video_ids}::uuid[]) and v.status <> 'DELETING' and c.company_id = ${company_id} and c.depth = 0
      and ${isShown('c')})`
  return await db.selectFrom(threads.as('threads')).selectAll().executeTakeFirstOrThrow()
}

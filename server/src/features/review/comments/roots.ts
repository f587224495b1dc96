import type { CommentSort, CommentStatus } from '@footnote/contract/nouns/review/comments.ts'
import { GUEST_MARK } from '@footnote/contract/shared/guests.ts'
import { type Kysely, sql } from 'kysely'
import { type Database, isId } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/schema.ts'
import { ProductError } from '../../../platform/errors.ts'
import { fullName } from '../../identity/accounts/queries.ts'
import { isShown } from './deletion/queries.ts'
import { carriedPlace, carriedStart, writtenBefore } from './earlier.ts'
import { DELETED_USER } from './policy.ts'
import { type CommentRow, comments, type Discussion } from './queries.ts'

/** Who wrote the comments of a list: a person by id, a guest by the hash of their key, or anybody of a name. */
export type Authorship =
  | { readonly user_id: string }
  | { readonly guest_key_hash: string | null }
  | { readonly name: string }

/** Which roots a list has, and in which order. */
interface RootsAsked {
  /** From 1. */
  readonly page: number
  readonly page_size: number
  readonly sort: CommentSort
  /** Both without it. */
  readonly status?: CommentStatus | undefined
  readonly by: Authorship | null
  /** The open roots of the versions before the video, in place of its own. */
  readonly earlier: boolean
}

export interface RootCounts {
  readonly open: number
  readonly resolved: number
  /** Those that the list asks for, on all its pages. */
  readonly total: number
}

/** A page of a discussion's root comments, in order, and numbers of roots. */
export async function listRoots(
  db: Database,
  { video, company_id, visible }: Discussion,
  { page, page_size, sort, status, by, earlier }: RootsAsked,
): Promise<{ rows: CommentRow[]; counts: RootCounts }> {
  const written_on = earlier ? writtenBefore(video) : sql<boolean>`comments.video_id = ${video.id}`
  const roots = sql<boolean>`${written_on} and comments.company_id = ${company_id}
    and comments.depth = 0 and comments.visibility in (${sql.join(visible)}) and ${isShown('comments')}`
  const asked = sql<boolean>`${statusIs(status)} and ${writtenBy(by)}`
  const counting = sql<RootCounts>`(select json_build_object(
      'open', count(*) filter (where comments.resolved_at is null),
      'resolved', count(*) filter (where comments.resolved_at is not null),
      'total', count(*) filter (where ${asked}))
    from comments where ${roots})`
  const order =
    sort === 'latest'
      ? sql`comments.created_at desc, comments.id desc`
      : sql`${earlier ? carriedStart(video.id) : sql`comments.start_time`},
        comments.created_at, comments.id`
  // An array: the planner reads the whole table for `id in (select … limit)`.
  const onPage = sql`select id from comments where ${roots} and ${asked}
    order by ${order} limit ${page_size} offset ${(page - 1) * page_size}`
  const found = await comments(db)
    .select(counting.as('counts'))
    .$if(earlier, (query) => query.select(carriedPlace(video.id).as('carried')))
    .where(sql<boolean>`comments.id = any(array(${onPage}))`)
    .orderBy(order)
    .execute()
  const [first] = found
  if (first) return { rows: found, counts: first.counts }
  // An empty page has no row that carries the numbers.
  const counted = await sql<{ counts: RootCounts }>`select ${counting} as counts`.execute(db)
  return { rows: [], counts: counted.rows[0]?.counts ?? { open: 0, resolved: 0, total: 0 } }
}

/**
 * An open or resolved root of a version before the video, with its place in the video.
 * @throws ProductError not_found
 */
export async function readEarlier(
  db: Kysely<Tables>,
  { video, company_id, visible }: Discussion,
  id: string,
): Promise<CommentRow> {
  const row = isId(id)
    ? await comments(db)
        .select(carriedPlace(video.id).as('carried'))
        .where('comments.id', '=', id)
        .where('comments.company_id', '=', company_id)
        .where('comments.depth', '=', 0)
        .where('comments.visibility', 'in', visible)
        .where(isShown('comments'))
        .where(
          sql<boolean>`exists (select from videos v join videos here on here.stack_id = v.stack_id
            where v.id = comments.video_id and here.id = ${video.id} and v.version < here.version)`,
        )
        .executeTakeFirst()
    : undefined
  if (!row) throw new ProductError('not_found')
  return row
}

const statusIs = (status: CommentStatus | undefined) =>
  status === undefined
    ? sql<boolean>`true`
    : status === 'open'
      ? sql<boolean>`comments.resolved_at is null`
      : sql<boolean>`comments.resolved_at is not null`

function writtenBy(by: Authorship | null) {
  if (!by) return sql<boolean>`true`
  if ('user_id' in by) return sql<boolean>`comments.user_id = ${by.user_id}`
  if ('guest_key_hash' in by)
    return sql<boolean>`comments.guest_id in (select id from guests where key_hash = ${by.guest_key_hash})`
  const author = sql`case when comments.guest_name is null
      then (select ${fullName('users')} from users where users.id = comments.user_id)
    when comments.guest_id is null and comments.guest_name = ${DELETED_USER} then comments.guest_name
    else comments.guest_name || ${GUEST_MARK} end`
  return sql<boolean>`${author} = ${by.name}`
}

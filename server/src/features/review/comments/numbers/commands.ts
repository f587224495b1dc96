import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/db/schema.ts'
import { announceMany } from '../commands.ts'

/**
 * Fits the numbers of the root comments of videos into another stack, whose versions the caller is about to make them. A
 * number stays if that stack gave it, or has not given as many yet; the others get the next ones, in their order. Locks
 * the videos. The caller holds both stacks.
 */
export async function bringNumbers(
  transaction: Transaction<Tables>,
  video_ids: readonly string[],
  onto: string,
): Promise<void> {
  // In the order in which comments lock them, so that nobody writes one meanwhile.
  await transaction.selectFrom('videos').select('id').where('id', 'in', video_ids).orderBy('id').forUpdate().execute()
  const coming = sql`from comments where video_id = any(${video_ids}::uuid[]) and depth = 0`
  // Comments that are written now wait for these rows.
  await sql`insert into comment_numbers as was (stack_id, company_id, visibility, last)
    select distinct ${onto}::uuid, company_id, visibility, 0 ${coming} order by 1, 2, 3
    on conflict (stack_id, company_id, visibility) do update set last = was.last`.execute(transaction)
  const { rows } = await sql<{ video_id: string; company_id: string; visibility: string }>`
    with roots as (
      select id, company_id, visibility, number, counter.last, numbered_in = ${onto} or number > counter.last as stays
      from (select * ${coming}) coming join comment_numbers counter using (company_id, visibility)
      where counter.stack_id = ${onto}
    ), highest as (
      select company_id, visibility, greatest(max(last), max(number) filter (where stays)) as last
      from roots group by company_id, visibility
    ), given as materialized (
      select id, company_id, visibility, stays, case when stays then number else
        highest.last + row_number() over (partition by company_id, visibility, stays order by number) end as number
      from roots join highest using (company_id, visibility)
    ), counted as (
      update comment_numbers as counter set last = greatest(counter.last, top.number)
      from (select company_id, visibility, max(number) as number from given group by company_id, visibility) as top
      where counter.stack_id = ${onto} and counter.company_id = top.company_id and counter.visibility = top.visibility
    )
    update comments set number = given.number, numbered_in = ${onto} from given where comments.id = given.id
    returning video_id, comments.company_id, comments.visibility`.execute(transaction)
  for (const comments of Map.groupBy(rows, ({ video_id, company_id }) => `${video_id} ${company_id}`).values()) {
    const [first] = comments
    if (first) await announceMany(transaction, first, comments)
  }
}

/** Brings the numbers of a whole stack, also those that it has given to comments that are deleted. */
export async function joinNumbers(
  transaction: Transaction<Tables>,
  from: string,
  video_ids: readonly string[],
  onto: string,
): Promise<void> {
  await bringNumbers(transaction, video_ids, onto)
  await sql`insert into comment_numbers as was (stack_id, company_id, visibility, last)
    select ${onto}::uuid, company_id, visibility, last from comment_numbers where stack_id = ${from} order by 1, 2, 3
    on conflict (stack_id, company_id, visibility) do update set last = greatest(was.last, excluded.last)`.execute(
    transaction,
  )
}

/** Lets a new stack go on after the numbers of the one that its video leaves, also after those of deleted comments. */
export async function beginNumbers(transaction: Transaction<Tables>, stack_id: string, left: string): Promise<void> {
  await sql`insert into comment_numbers (stack_id, company_id, visibility, last)
    select ${stack_id}::uuid, company_id, visibility, last from comment_numbers
    where stack_id = ${left} order by 1, 2, 3`.execute(transaction)
}

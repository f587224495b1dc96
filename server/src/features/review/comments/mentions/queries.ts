import type { Mentionable } from '@footnote/contract/nouns/review/comments/people.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { type RawBuilder, sql } from 'kysely'
import { isId } from '../../../../platform/db/database.ts'
import type { Reader } from '../../../../platform/db/reader.ts'
import { invalidField } from '../../../../platform/errors.ts'
import type { Reviewer } from '../../../../platform/route.ts'
import { fullName } from '../../../identity/accounts/queries.ts'
import type { Discussion } from '../queries.ts'

const GUEST = 'People with a share link cannot mention anybody.'
const NO_READER = 'You can only mention members of the company who may read this video.'

/**
 * The people whom a new or changed comment mentions, without repetitions. Members read every video of their company and
 * its team-only comments, so whoever is in the company of the discussion may read the comment.
 * @throws ProductError validation_failed for a guest who names somebody, and for a person who cannot read the comment
 */
export async function mentionedPeople(
  db: Reader,
  viewer: Reviewer,
  { company_id }: Pick<Discussion, 'company_id'>,
  named: readonly string[],
): Promise<string[]> {
  if (named.length === 0) return []
  // Guests must not learn who has an account, so every id gets the same answer.
  if (viewer.kind === 'share') throw invalidField('mentions', GUEST)
  const ids = [...new Set(named)]
  if (!ids.every(isId)) throw invalidField('mentions', NO_READER)
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', company_id)
    .where('id', 'in', ids)
    .execute()
  if (found.length < ids.length) throw invalidField('mentions', NO_READER)
  return ids
}

/**
 * Members whom the viewer can mention, by name.
 * @param typed beginning of a name or an address
 */
export async function listMentionable(
  db: Reader,
  { company_id, user_id }: { readonly company_id: string; readonly user_id: string },
  typed: string,
): Promise<Mentionable[]> {
  const begins = (text: RawBuilder<unknown>) => sql<boolean>`starts_with(plain_text(${text}), plain_text(${typed}))`
  return await db
    .selectFrom('users')
    .select(['id as user_id', 'email', sql<string>`coalesce(${fullName('users')}, '')`.as('name')])
    .where('company_id', '=', company_id)
    .where('id', '!=', user_id)
    .where((row) =>
      row.or([
        begins(sql`email`),
        begins(sql`first_name || ' ' || last_name`),
        // A later word of the name.
        sql<boolean>`strpos(plain_text(first_name || ' ' || last_name), ' ' || plain_text(${typed})) > 0`,
      ]),
    )
    .orderBy('name')
    .orderBy('id')
    .limit(COMMENTS.people)
    .execute()
}

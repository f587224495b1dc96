import type { Selectable } from 'kysely'
import type { Reader } from '../../../platform/db/reader.ts'
import type { ApiKeys } from '../../../platform/db/schema.ts'
import type { UserViewer } from '../../../platform/route.ts'
import { findViewer } from '../accounts/queries.ts'
import { hasSeat } from '../plans/queries.ts'

export type KeyRow = Omit<Selectable<ApiKeys>, 'key_hash' | 'user_id'>

/** The prefix distinguishes a key from an access token, and lets scanners find leaked keys. */
export const MARK = 'footnote_'
export const COLUMNS = ['id', 'name', 'scopes', 'prefix', 'created_at', 'last_used_at'] as const

/** Whether a bearer token has the form of an API key. It does not check that the key exists. */
export const isKey = (token: string): boolean => token.startsWith(MARK)

export const viewers = (db: Reader) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select(['api_keys.id', 'api_keys.scopes', 'api_keys.last_used_at', 'users.company_id', 'users.is_admin'])
    .select(['users.id as user_id', hasSeat().as('has_seat')])

type ViewerRow = Awaited<ReturnType<ReturnType<typeof viewers>['executeTakeFirstOrThrow']>>

export const asViewer = ({ id, scopes, user_id, company_id, is_admin, has_seat }: ViewerRow): UserViewer => ({
  kind: 'user',
  user_id,
  company_id,
  is_admin,
  has_seat,
  session_id: null,
  api_key: { id, scopes },
})

/** The current state of a viewer; null when the session has ended or the key was revoked. */
export async function findViewerAgain(
  db: Reader,
  viewer: Pick<UserViewer, 'user_id' | 'session_id'> & { readonly api_key?: { readonly id: string } },
): Promise<UserViewer | null> {
  if (viewer.session_id !== null) return await findViewer(db, viewer.user_id, viewer.session_id)
  const row = await viewers(db)
    .where('api_keys.id', '=', viewer.api_key?.id ?? null)
    .executeTakeFirst()
  return row ? asViewer(row) : null
}

/** A person's keys, newest first. */
export const listKeys = (db: Reader, userId: string): Promise<KeyRow[]> =>
  db
    .selectFrom('api_keys')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import type { ApiKey } from '@footnote/contract/nouns/identity/api-keys.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/route.ts'
import type { Services } from '../../services.ts'
import { createKey, revokeKey } from './commands.ts'
import { type KeyRow, listKeys } from './queries.ts'

const presentKey = ({ id, name, scopes, prefix, created_at, last_used_at }: KeyRow): ApiKey => ({
  id,
  name,
  scopes,
  prefix,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
})

/** Serves a person's API keys: list, create, revoke. */
export function apiKeyRoutes(route: Route, { db }: Pick<Services, 'db'>): void {
  const { apiKeys } = endpoints

  route(apiKeys.list, async ({ viewer }) => ({ api_keys: (await listKeys(db, viewer.user_id)).map(presentKey) }))

  route(apiKeys.create, async ({ body, viewer }) => {
    const { key, row } = await createKey(db, { user_id: viewer.user_id, ...body })
    return { ...presentKey(row), key }
  })

  route(apiKeys.revoke, async ({ params, viewer }) => {
    if (!(await revokeKey(db, viewer.user_id, params.id))) throw new ProductError('not_found')
    return { message: 'The key is revoked' }
  })
}

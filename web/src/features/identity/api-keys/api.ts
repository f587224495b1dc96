import { apiKeys } from '@footnote/contract/nouns/identity/api-keys.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'

/** The person's API keys, newest first. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => (await call(apiKeys.list, {}, signal)).api_keys,
  })

/** Creates a key; resolves when the list shows it. Only this answer contains the key itself. */
export function useCreateKey() {
  const queries = useQueryClient()
  return async (body: Parameters<typeof call<typeof apiKeys.create>>[1]['body']) => {
    const made = await call(apiKeys.create, { body })
    await queries.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
    return made
  }
}

/** Revokes a key immediately; resolves when the list no longer shows it. */
export function useRevokeKey() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => {
      await call(apiKeys.revoke, { params: { id } })
      await queries.invalidateQueries({ queryKey: apiKeysQuery().queryKey })
    },
    onError: (error) => console.warn('revoke key', error),
  })
}

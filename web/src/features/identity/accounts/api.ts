import { accounts } from '@footnote/contract/nouns/identity/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/calls/client.ts'

/** The signed-in user, and whether they are an admin of their company. */
export const userQuery = () =>
  queryOptions({ queryKey: ['user'], queryFn: ({ signal }) => call(accounts.details, {}, signal) })

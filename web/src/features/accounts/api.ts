import { accounts } from '@footnote/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/client.ts'

/** Who is signed in, and whether as an admin of their company. */
export const userQuery = () =>
  queryOptions({ queryKey: ['user'], queryFn: ({ signal }) => call(accounts.details, {}, signal) })

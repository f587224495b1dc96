import { site } from '@footnote/contract/site.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './client.ts'

/** What this installation offers; it stays so until the page is loaded again. */
export const installationQuery = () =>
  queryOptions({
    queryKey: ['installation'],
    queryFn: ({ signal }) => call(site.get, {}, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })

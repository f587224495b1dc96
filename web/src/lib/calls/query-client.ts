import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** What the server refuses stays refused; what did not arrive is worth two more tries. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

// A browser that calls itself offline may still reach the server, on this machine for one; and a try that fails says
// so, where one that is put off waits without a word.
const networkMode = 'always'

/** The memory of what was read from the API. Failed reads are logged; lists show their own error state. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    // Of its key only the first word: the token of a share link stands in it, too.
    queryCache: new QueryCache({ onError: (error, { queryKey }) => console.warn('read', queryKey[0], error) }),
    defaultOptions: {
      queries: { networkMode, retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: true, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  })

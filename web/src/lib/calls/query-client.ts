import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Retries calls that may have failed by chance. A refusal (4xx) would only be refused again. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

// A browser that says it is offline may still reach the server, for example on this machine. A failed try shows an
// error, but a postponed one would wait silently.
const networkMode = 'always'

/** Cache of everything read from the API. Failed reads are logged; lists show their own error state. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    // Only the first word of the key, because a key can contain the token of a share link.
    queryCache: new QueryCache({ onError: (error, { queryKey }) => console.warn('read', queryKey[0], error) }),
    defaultOptions: {
      queries: { networkMode, retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: true, refetchOnReconnect: true },
      mutations: { networkMode },
    },
  })

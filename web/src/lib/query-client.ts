import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** What the server refuses stays refused; what did not arrive is worth two more tries. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)

/** The memory of what was read from the API. Failed reads are logged; lists show their own error state. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: { queries: { retry: mayRetry, staleTime: 5_000, refetchOnWindowFocus: true } },
  })

import { Problem } from '@footnote/contract/calls/problems.ts'

/** A failed call. `status` 0 with code `unreachable` means that no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** Stable identifier of the problem, for example `validation_failed`. */
  readonly code: string
  /** The server's sentence. */
  readonly detail: string
  /** Sentence by field name; empty unless the code is `validation_failed`. */
  readonly fields: Readonly<Record<string, string>>
  /** Id of the sign-up that waits for its code; only with the code `email_not_verified`. */
  readonly signup: string | undefined
  /** Seconds to wait before another try, or null. */
  readonly retry_after: number | null

  constructor(
    problem: Pick<Problem, 'status' | 'code' | 'detail' | 'fields' | 'signup'>,
    retryAfter: number | null = null,
  ) {
    super(problem.detail)
    this.name = 'ApiError'
    this.status = problem.status
    this.code = problem.code
    this.detail = problem.detail
    this.fields = problem.fields ?? {}
    this.signup = problem.signup
    this.retry_after = retryAfter
  }
}

/** The error of a call that got no answer. */
export const unreachable = (): ApiError =>
  new ApiError({ status: 0, code: 'unreachable', detail: 'No response received from server. Please try again.' })

/**
 * Reads an error answer. If the answer is not a problem (but a proxy's page, for example), the code is
 * `unexpected_answer`.
 */
export async function readProblem(response: Response): Promise<ApiError> {
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(wait) ? wait : null
  const body: unknown = await response.json().catch(() => null)
  const parsed = Problem.safeParse(body)
  if (parsed.success) return new ApiError({ ...parsed.data, status: response.status }, retryAfter)
  return new ApiError({ status: response.status, code: 'unexpected_answer', detail: '' }, retryAfter)
}

/** The sentence to show to a person. @param fallback used when the server gave none */
export function errorDetail(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.detail && error.code !== 'unreachable' ? error.detail : fallback
}

import { RESUMABLE, SENDING } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'

/** A failed request of an upload. */
export interface Failure {
  readonly method: string
  /** 0 without an answer. */
  readonly status: number
  /** The server's sentence, or empty. */
  readonly detail: string
  /** Seconds that the answer asks to wait, or null. */
  readonly retry_after: number | null
}

/** How an upload goes on after a failure. `again` and `smaller` continue after what has arrived; waits are milliseconds. */
export type Verdict =
  | { readonly act: 'again'; readonly wait: number }
  | { readonly act: 'smaller'; readonly wait: number }
  | { readonly act: 'renew' }
  | { readonly act: 'start_over' }
  | { readonly act: 'give_up'; readonly detail: string }

/** Milliseconds before the next try. @param failures in a row, from 1 @param chance 0 to 1: clients must not return together */
export function delayAfter(failures: number, chance = Math.random()): number {
  const most = SENDING.delays[Math.min(failures, SENDING.delays.length) - 1] ?? 0
  return most * (0.5 + chance / 2)
}

/**
 * Decides what follows a failure.
 * @param failures in a row without progress, this one included
 * @param chunk bytes of the largest request
 */
export function judge(failure: Failure, failures: number, chunk: number): Verdict {
  const { method, status, detail, retry_after } = failure
  const wait = Math.max((retry_after ?? 0) * 1000, delayAfter(failures))
  const smaller = chunk > RESUMABLE.least_chunk
  if (status === 401) return failures > SENDING.most_failures ? { act: 'give_up', detail } : { act: 'renew' }
  if (method === 'PATCH' && status === 413)
    return smaller ? { act: 'smaller', wait: 0 } : { act: 'give_up', detail: detail || TOO_SMALL }
  // Some proxies cut the connection instead of refusing a large request with 413.
  if (method === 'PATCH' && status === 0 && failures > 1 && smaller) return { act: 'smaller', wait }
  // Another request of this upload still holds it, or has moved it on.
  if (status === 423 || (status === 409 && method !== 'POST')) return { act: 'again', wait }
  // 412: what has arrived is of another file.
  if ([404, 410, 412].includes(status) && method !== 'POST') return { act: 'start_over' }
  if (status === 0 || status === 408 || status === 429 || [502, 503, 504].includes(status))
    return { act: 'again', wait }
  if (status >= 500 && status !== 507 && failures <= SENDING.most_failures) return { act: 'again', wait }
  return { act: 'give_up', detail }
}

const TOO_SMALL =
  'A proxy in front of this server refuses requests of 512 KB. Ask your administrator to allow larger ones.'

import { ApiError } from '../../../../lib/calls/api-error.ts'
import { judge } from './verdict.ts'

/** Hears that the network or the server is out of reach, or there again. */
export type OnReach = (reachable: boolean) => void

/** Waits until the browser has a network. */
export async function untilOnline(onReach: OnReach, signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return
  onReach(false)
  await until('online', signal)
}

/** Waits; the return of the network ends the wait. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  const over = AbortSignal.timeout(Math.round(milliseconds))
  await until('online', AbortSignal.any([signal, over])).catch(() => undefined)
  signal.throwIfAborted()
}

/**
 * Asks until there is an answer: a lost network or a restarted server is waited for, as during the transfer.
 * @throws the error of a question that no other try can mend, or the signal's reason when it is aborted
 */
export async function untilAnswered<T>(ask: () => Promise<T>, onReach: OnReach, signal: AbortSignal): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    await untilOnline(onReach, signal)
    try {
      const answer = await ask()
      onReach(true)
      return answer
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ApiError)) throw error
      const verdict = judge({ ...error, method: 'GET' }, failures, 0)
      if (verdict.act !== 'again') throw error
      if (error.status === 0 || error.status >= 500) onReach(false)
      await pause(verdict.wait, signal)
    }
  }
}

function until(event: 'online', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    window.addEventListener(event, () => resolve(), { once: true, signal })
  })
}

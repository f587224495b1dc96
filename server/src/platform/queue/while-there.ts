/** Between two looks, in milliseconds. */
const INTERVAL = 1_000

/** What a job worked for is gone. */
export class Gone extends Error {
  constructor() {
    super('What the job worked for is gone.')
    this.name = 'Gone'
  }
}

/**
 * Works for as long as somebody has use for it: a video can be deleted, and an account removed, hours before a job would have ended.
 * @param isThere is asked once a second; a look that fails says nothing
 * @param act is given a signal that also aborts when what it works for is gone
 * @param gone reason of that abort
 */
export async function whileThere<T>(
  signal: AbortSignal,
  isThere: () => Promise<boolean>,
  act: (signal: AbortSignal) => Promise<T>,
  gone: Error = new Gone(),
): Promise<T> {
  const stopping = new AbortController()
  const look = async () => {
    if (!(await isThere())) stopping.abort(gone)
  }
  let looking: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, INTERVAL)
  try {
    return await act(AbortSignal.any([signal, stopping.signal]))
  } catch (error) {
    // Its files may go before the next look.
    await look().catch(() => undefined)
    throw stopping.signal.aborted && !signal.aborted ? gone : error
  } finally {
    clearInterval(timer)
    await looking
  }
}

/** Milliseconds between two checks. */
const INTERVAL = 1_000

/** The subject of a job is gone. */
export class Gone extends Error {
  constructor() {
    super('What the job worked for is gone.')
    this.name = 'Gone'
  }
}

/**
 * Works until the result is useless: somebody may delete a video or an account hours before a job ends.
 * @param isThere called once per second; a failed check is ignored
 * @param act gets a signal that also aborts when the subject is gone
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
    // Its files may disappear before the next check.
    await look().catch(() => undefined)
    throw stopping.signal.aborted && !signal.aborted ? gone : error
  } finally {
    clearInterval(timer)
    await looking
  }
}

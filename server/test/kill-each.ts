import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** What a thread kills, see `killEach`. */
export interface KillOrder {
  readonly name: string
  readonly most: number
  /** Whether to stop, and the number of kills so far. */
  readonly state: Int32Array<SharedArrayBuffer>
}

/**
 * Kills programs with a name as soon as they appear, as Linux does when memory is short. A thread of its own looks for
 * them: some end within a few milliseconds, and this one may be busy for longer.
 * @param most number of kills; unlimited by default
 * @returns once it looks, a function that stops the killing, and returns how many were killed
 */
export async function killEach(name: string, most = Number.POSITIVE_INFINITY): Promise<() => Promise<number>> {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const killing: KillOrder = { name, most, state }
  const thread = new Worker(new URL('./program-killer.ts', import.meta.url), { workerData: killing })
  const ended = once(thread, 'exit')
  await once(thread, 'message')
  return async () => {
    Atomics.store(state, 0, 1)
    Atomics.notify(state, 0)
    await ended
    return Atomics.load(state, 1)
  }
}

import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import type { Killing } from './program-killer.ts'

/** A descendant of this process. */
export interface Program {
  readonly pid: number
  /** As the system shows it, at most 15 characters. */
  readonly name: string
}

/** The descendants of this process with a name, on Linux. Reads only those: a look at every process takes too long. */
export function programsOf(name: string): Program[] {
  return descendantsOf(process.pid)
    .filter((pid) => read(`/proc/${pid}/comm`).trimEnd() === name.slice(0, 15))
    .map((pid) => ({ pid, name }))
}

function descendantsOf(pid: number): number[] {
  const children = threadsOf(pid).flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).match(/\d+/g) ?? [])
  return children.map(Number).flatMap((child) => [child, ...descendantsOf(child)])
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    // It has just ended.
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Kills programs with a name as soon as they appear, as Linux does when memory is short. A thread of its own looks for
 * them: some end within a few milliseconds, and this one may be busy for longer.
 * @param most number of kills; unlimited by default
 * @returns once it looks, a function that stops the killing, and returns how many were killed
 */
export async function killEach(name: string, most = Number.POSITIVE_INFINITY): Promise<() => Promise<number>> {
  const state = new Int32Array(new SharedArrayBuffer(8))
  const killing: Killing = { name, most, state }
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

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

/** Present use of a process and all its descendants. Linux only. */
export interface TreeUse {
  /** Proportional set size by program, in bytes: counts shared memory once. */
  readonly memory: ReadonlyMap<string, number>
  /** Processor time so far in seconds, including ended children. */
  readonly cpu: number
  /** Processor time of each process by its id, without its children's, in seconds. */
  readonly processes: ReadonlyMap<number, { readonly program: string; readonly cpu: number }>
}

/** Ticks a second of the times in /proc/PID/stat: USER_HZ, 100 on every current Linux. */
const TICKS = 100
/**
 * Milliseconds between two looks. A program in a sandbox takes its time along when it ends: nobody waits for it there, so
 * its time is not part of its parents'.
 */
const WATCH = 200

/** @param roots process ids */
export function useOf(roots: readonly number[]): TreeUse {
  const parents = new Map<number, { parent: number; ticks: number; own: number }>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : ''
    // The name, in brackets, may contain anything; numbers follow it. See proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [own, children] = [fields.slice(11, 13), fields.slice(13, 15)].map(
      (pair) => Number(pair[0]) + Number(pair[1]),
    )
    if (stat)
      parents.set(Number(name), { parent: Number(fields[1]), ticks: (own ?? 0) + (children ?? 0), own: own ?? 0 })
  }
  const tree = [...parents.keys()].filter((pid) => belongs(pid, roots, parents))
  const memory = new Map<string, number>()
  const processes = new Map<number, { program: string; cpu: number }>()
  for (const pid of tree) {
    const program = programOf(pid)
    processes.set(pid, { program, cpu: (parents.get(pid)?.own ?? 0) / TICKS })
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
    memory.set(program, (memory.get(program) ?? 0) + 1024 * kilobytes)
  }
  return { memory, cpu: tree.reduce((sum, pid) => sum + (parents.get(pid)?.ticks ?? 0), 0) / TICKS, processes }
}

/** What processes used until something happened. */
export interface ResourceUse {
  /** Memory by program, at the moment of the highest total, in bytes. */
  readonly peak: ReadonlyMap<string, number>
  /** Processor time of each program, in seconds; without the end of each process, at most a fifth of a second. */
  readonly programs: ReadonlyMap<string, number>
}

/**
 * Looks at processes and their descendants until something happens.
 * @param roots process ids
 * @param before their use at the beginning
 */
export async function watchTree(
  roots: readonly number[],
  before: TreeUse,
  hasHappened: () => Promise<boolean>,
): Promise<ResourceUse> {
  let peak: TreeUse['memory'] = new Map()
  const processes = new Map<number, { readonly program: string; readonly cpu: number }>()
  for (;;) {
    const use = useOf(roots)
    if (total(use.memory) > total(peak)) peak = use.memory
    // A process that has just ended has lost its name.
    for (const [pid, { program, cpu }] of use.processes)
      processes.set(pid, { program: (program === 'ended' && processes.get(pid)?.program) || program, cpu })
    if (await hasHappened()) break
    await wait(WATCH)
  }
  const programs = new Map<string, number>()
  for (const [pid, { program, cpu }] of processes)
    programs.set(program, (programs.get(program) ?? 0) + cpu - (before.processes.get(pid)?.cpu ?? 0))
  return { peak, programs }
}

/** Sum of memory or times. */
export const total = (parts: ReadonlyMap<string, number>): number =>
  [...parts.values()].reduce((sum, part) => sum + part, 0)

function belongs(pid: number, roots: readonly number[], parents: ReadonlyMap<number, { parent: number }>): boolean {
  for (let at: number | undefined = pid; at; at = parents.get(at)?.parent) if (roots.includes(at)) return true
  return false
}

/** An engine's process also names its engine. */
function programOf(pid: number): string {
  const line = read(`/proc/${pid}/cmdline`)
  const [engine] = /^footnote-engine: [\w-]+/.exec(line) ?? []
  return engine ?? (/^[^\0\s:]*/.exec(line)?.[0].split('/').at(-1) || 'ended')
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

import { readdirSync, readFileSync } from 'node:fs'

/** What a process and everything it has started use at this moment. Linux only. */
export interface TreeUse {
  /** Proportional set size by process title, in bytes: memory that is shared counts once. */
  readonly memory: ReadonlyMap<string, number>
  /** Processor time so far, that of ended children included, in seconds. */
  readonly cpu: number
}

/** Ticks a second of the times in /proc/PID/stat: USER_HZ, 100 on every Linux of today. */
const TICKS = 100

/** @param roots process ids */
export function useOf(roots: readonly number[]): TreeUse {
  const parents = new Map<number, { parent: number; ticks: number }>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? read(`/proc/${name}/stat`) : ''
    // The name, in brackets, may hold anything; what follows it is numbers. See proc(5).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    if (stat) parents.set(Number(name), { parent: Number(fields[1]), ticks })
  }
  const tree = [...parents.keys()].filter((pid) => belongs(pid, roots, parents))
  const memory = new Map<string, number>()
  for (const pid of tree) {
    const kilobytes = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
    const title = titleOf(pid)
    memory.set(title, (memory.get(title) ?? 0) + 1024 * kilobytes)
  }
  return { memory, cpu: tree.reduce((sum, pid) => sum + (parents.get(pid)?.ticks ?? 0), 0) / TICKS }
}

function belongs(pid: number, roots: readonly number[], parents: ReadonlyMap<number, { parent: number }>): boolean {
  for (let at: number | undefined = pid; at; at = parents.get(at)?.parent) if (roots.includes(at)) return true
  return false
}

function titleOf(pid: number): string {
  const title = read(`/proc/${pid}/cmdline`).split('\0')[0]?.split(/[\s:]/)[0] ?? ''
  return title.split('/').at(-1) || 'ended'
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

import { readdirSync, readFileSync } from 'node:fs'

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

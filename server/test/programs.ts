import { readdir, readFile } from 'node:fs/promises'

/** A descendant of this process. */
export interface Program {
  readonly pid: number
  /** As the system shows it, at most 15 characters. */
  readonly name: string
}

/** The descendants of this process with a name, on Linux. */
export async function programsOf(name: string): Promise<Program[]> {
  const all = (await Promise.all((await readdir('/proc')).filter((entry) => /^\d+$/.test(entry)).map(read))).flat()
  const mine = new Set([process.pid])
  for (let before = 0; before < mine.size; ) {
    before = mine.size
    for (const { pid, parent } of all) if (mine.has(parent)) mine.add(pid)
  }
  return all.filter((each) => mine.has(each.pid) && each.name === name.slice(0, 15))
}

async function read(pid: string): Promise<(Program & { readonly parent: number })[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/s.exec(text) ?? []
  return name === undefined ? [] : [{ pid: Number(pid), name, parent: Number(parent) }]
}

/**
 * Kills programs with a name as soon as they appear, as Linux does when memory is short.
 * @param most number of kills; unlimited by default
 * @returns a function that stops the killing, and returns how many were killed
 */
export function killEach(name: string, most = Number.POSITIVE_INFINITY): () => Promise<number> {
  const killed = new Set<number>()
  let looking: Promise<void> = Promise.resolve()
  const look = async () => {
    for (const { pid } of await programsOf(name)) {
      if (killed.has(pid) || killed.size >= most) continue
      killed.add(pid)
      process.kill(pid, 'SIGKILL')
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look).catch(() => undefined)
  }, 20)
  return async () => {
    clearInterval(timer)
    await looking
    return killed.size
  }
}

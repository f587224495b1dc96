import { readdir, readFile } from 'node:fs/promises'

/** Ticks a second of the times in /proc/PID/stat: USER_HZ, 100 on every current Linux. */
const TICKS = 100

/**
 * Processor time of a process and of everything that it started, also of what has ended.
 * @param root process id
 * @returns seconds; null where the system does not say it, or once the process is gone
 */
export async function processorSeconds(root: number | null): Promise<number | null> {
  if (process.platform !== 'linux' || root === null) return null
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(ids.map(async (id) => [Number(id), await statOf(id)] as const))
  const processes = new Map(found.flatMap(([id, stat]) => (stat ? [[id, stat] as const] : [])))
  if (!processes.has(root)) return null
  const belongs = (id: number): boolean => {
    for (let at: number | undefined = id; at; at = processes.get(at)?.parent) if (at === root) return true
    return false
  }
  return [...processes].reduce((sum, [id, { ticks }]) => (belongs(id) ? sum + ticks : sum), 0) / TICKS
}

/** The parent of a process, and its ticks with those of its ended children; null when it is gone. See proc(5). */
async function statOf(id: string): Promise<{ parent: number; ticks: number } | null> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null)
  // The name in brackets may contain anything.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields) return null
  return { parent: Number(fields[1]), ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) }
}

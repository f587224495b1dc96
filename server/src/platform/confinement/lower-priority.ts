import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** Niceness of work for which nobody waits: about a tenth of the usual share of a processor (sched(7)). */
export const BACKGROUND = 10
/** The highest niceness: beside other work in the background about an eighth of its share. */
export const LAST = 19
/** Linux takes one change in 100 ms from all processes without privileges. Milliseconds. */
const TRY_AGAIN = 150
const TRIES = 20

/**
 * Lets all other sessions go before a process's own. Linux shares processors out to sessions first, and compares the
 * niceness of processes within a session only ("The autogroup feature" in sched(7)). Changes nothing where the system
 * has no such groups, or for a process that does not lead its session.
 * @param niceness from 1, a little, to 19
 */
export async function lowerPriority(pid: number, niceness = BACKGROUND): Promise<void> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // After the name in brackets: state, parent, group, session. See proc(5).
  const session = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3]
  if (Number(session) !== pid) return
  for (let tries = 0; tries < TRIES; tries += 1)
    try {
      await writeFile(`/proc/${pid}/autogroup`, String(niceness))
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
      await wait(TRY_AGAIN)
    }
}

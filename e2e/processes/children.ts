import { readdirSync, readFileSync } from 'node:fs'

/** A process, according to /proc. */
export interface ChildProcess {
  readonly pid: number
  readonly name: string
  readonly uid: number
  readonly groups: string
  readonly no_new_privileges: boolean
}

/** Children of the supervisor. */
export function childrenOf(supervisor: number): ChildProcess[] {
  return readdirSync('/proc').flatMap((entry) => {
    try {
      const status = readFileSync(`/proc/${Number(entry)}/status`, 'utf8')
      const field = (name: string) => new RegExp(`^${name}:\\t(.*)$`, 'm').exec(status)?.[1]?.trim() ?? ''
      if (Number(field('PPid')) !== supervisor) return []
      const name = readFileSync(`/proc/${Number(entry)}/cmdline`, 'utf8')
        .replaceAll('\0', ' ')
        .trim()
      const uid = Number(field('Uid').split('\t')[0])
      return [
        { pid: Number(entry), name, uid, groups: field('Groups'), no_new_privileges: field('NoNewPrivs') === '1' },
      ]
    } catch {
      return []
    }
  })
}

import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Life, lives, markOf, type ProcessMark, sweep, sweepRun, waitUntilGone } from './processes.ts'

/** Milliseconds for the processes of a killed supervisor to end by themselves. */
const LEFT_BEHIND_GRACE_MS = 3_000

/** Identifies a data directory: a copy has another path and another inode, a moved one keeps the inode. */
export interface FolderMark {
  readonly path: string
  readonly device: number
  readonly inode: number
}

interface Record {
  /** The data directory that owns the cluster; older versions did not write it. */
  readonly folder?: FolderMark
  /** Absent while nothing runs. */
  readonly supervisor?: ProcessMark
  readonly roles: readonly string[]
  readonly processes: readonly Life[]
}

/** The result of claiming a cluster. */
export type Claim =
  | { readonly kind: 'owned'; readonly owner: ClusterOwner }
  /** Another supervisor runs other roles on this data directory. This one may use its database. */
  | { readonly kind: 'shared'; readonly pid: number }
  /** Another supervisor runs the same roles on this data directory. */
  | { readonly kind: 'taken'; readonly pid: number }

/** Writes `supervisor.json` beside the cluster, which tells the next supervisor what this one started. */
export class ClusterOwner {
  /** Marks of runs that a killed owner left, which have ended now. */
  readonly left: readonly string[]
  readonly #file: string
  #record: Record

  constructor(file: string, record: Record, left: readonly string[]) {
    this.left = left
    this.#file = file
    this.#record = record
  }

  /** Records a new life of a process, and removes ended ones. */
  note(life: Life): void {
    this.#write({ ...this.#record, processes: [...this.#record.processes.filter(lives), life] })
  }

  /** Records that nothing runs. A cluster outside its data directory keeps the record of its owner. */
  release(): void {
    const { folder } = this.#record
    if (folder && folder.path !== dirname(this.#file)) this.#write({ folder, roles: [], processes: [] })
    else rmSync(this.#file, { force: true })
  }

  #write(record: Record): void {
    this.#record = record
    const partial = `${this.#file}.new`
    writeFileSync(partial, JSON.stringify(record), { mode: 0o600 })
    renameSync(partial, this.#file)
  }
}

/**
 * Claims a cluster for this process and its data directory. First ends everything that a killed owner left running, so
 * that two workers or two servers on one port never meet. Ignores a claim that was copied along with a data directory:
 * it belongs to the original.
 * @param cluster the cluster's folder; the claim is written beside it
 */
export async function claim(cluster: string, data_dir: string, roles: readonly string[]): Promise<Claim> {
  const file = claimFile(cluster)
  const supervisor = markOf(process.pid)
  if (!supervisor) throw new Error('This system does not say when a process began.')
  const record: Record = { folder: markOfFolder(data_dir), supervisor, roles, processes: [] }
  const ended: string[] = []
  for (;;) {
    if (create(file, JSON.stringify(record))) return { kind: 'owned', owner: new ClusterOwner(file, record, ended) }
    const text = read(file)
    if (text === undefined) continue
    const last = parse(text)
    if (last && !isOfAnother(last, data_dir)) {
      if (last.supervisor && lives(last.supervisor)) {
        const same_role = last.roles.some((role) => roles.includes(role))
        return { kind: same_role ? 'taken' : 'shared', pid: last.supervisor.pid }
      }
      for (const left of last.processes) {
        if (await waitUntilGone(left, LEFT_BEHIND_GRACE_MS)) sweepRun(left.run)
        else sweep(left)
        ended.push(left.run)
      }
    }
    remove(file, text)
  }
}

/**
 * The other data directory that owns the cluster, and its running supervisor.
 * @returns undefined when this data directory owns it
 */
export function otherOwner(cluster: string, data_dir: string): { path: string; pid: number | undefined } | undefined {
  const text = read(claimFile(cluster))
  const last = text === undefined ? undefined : parse(text)
  if (!last?.folder || !isOfAnother(last, data_dir)) return undefined
  return { path: last.folder.path, pid: last.supervisor && lives(last.supervisor) ? last.supervisor.pid : undefined }
}

const claimFile = (cluster: string): string => join(dirname(cluster), 'supervisor.json')

function markOfFolder(path: string): FolderMark {
  const { dev: device, ino: inode } = statSync(path)
  return { path, device, inode }
}

/** Neither the path nor the inode matches this data directory. */
function isOfAnother({ folder }: Record, data_dir: string): boolean {
  if (!folder || folder.path === data_dir) return false
  const { device, inode } = markOfFolder(data_dir)
  return folder.device !== device || folder.inode !== inode
}

/** Creates a file with its whole content at once, unless it exists. @returns false when it exists */
function create(file: string, text: string): boolean {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, text, { mode: 0o600 })
  try {
    linkSync(partial, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    rmSync(partial)
  }
}

/** Removes the claim that was read, but not one that another supervisor wrote since. */
function remove(file: string, text: string): void {
  const aside = `${file}.${process.pid}.old`
  try {
    renameSync(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside)
  else renameSync(aside, file)
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** @returns undefined for a malformed claim, such as half of one from a version that did not write it whole */
function parse(text: string): Record | undefined {
  try {
    return JSON.parse(text) as Record
  } catch {
    return undefined
  }
}

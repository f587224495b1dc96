import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Life, lives, markOf, type ProcessMark, sweep, sweepRun, waitUntilGone } from './processes.ts'

/** How long what a killed supervisor left behind may take to end by itself. */
const LEFT_BEHIND_GRACE_MS = 3_000

interface Record {
  readonly supervisor: ProcessMark
  readonly roles: readonly string[]
  readonly processes: readonly Life[]
}

/** What a supervisor found when it asked for a data directory. */
export type Claim =
  | { readonly kind: 'owned'; readonly owner: DataDirectoryOwner }
  /** Another supervisor runs other roles here; its database may be used. */
  | { readonly kind: 'shared'; readonly pid: number }
  /** Another supervisor runs the same roles here. */
  | { readonly kind: 'taken'; readonly pid: number }

/** Keeps `supervisor.json`, from which the next supervisor learns what this one started. */
export class DataDirectoryOwner {
  readonly #file: string
  #record: Record

  constructor(file: string, record: Record) {
    this.#file = file
    this.#record = record
  }

  /** Notes a new life of a process, and forgets those that are over. */
  note(life: Life): void {
    this.#record = { ...this.#record, processes: [...this.#record.processes.filter(lives), life] }
    const partial = `${this.#file}.new`
    writeFileSync(partial, JSON.stringify(this.#record), { mode: 0o600 })
    renameSync(partial, this.#file)
  }

  release(): void {
    rmSync(this.#file, { force: true })
  }
}

/**
 * Claims the data directory for this process. Where the last owner was killed, what it left running is ended first, so
 * that no two workers and no two servers on one port ever meet.
 */
export async function claim(data_dir: string, roles: readonly string[]): Promise<Claim> {
  mkdirSync(data_dir, { recursive: true, mode: 0o755 })
  const file = join(data_dir, 'supervisor.json')
  const supervisor = markOf(process.pid)
  if (!supervisor) throw new Error('This system does not say when a process began.')
  const record: Record = { supervisor, roles, processes: [] }
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(record), { mode: 0o600, flag: 'wx' })
      return { kind: 'owned', owner: new DataDirectoryOwner(file, record) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const last = readRecord(file)
    if (last && lives(last.supervisor)) {
      const same_role = last.roles.some((role) => roles.includes(role))
      return { kind: same_role ? 'taken' : 'shared', pid: last.supervisor.pid }
    }
    for (const left of last?.processes ?? []) {
      if (await waitUntilGone(left, LEFT_BEHIND_GRACE_MS)) sweepRun(left.run)
      else sweep(left)
    }
    rmSync(file, { force: true })
  }
}

function readRecord(file: string): Record | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record
  } catch {
    return undefined
  }
}

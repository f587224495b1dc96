import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { SystemAccount } from './accounts.ts'

/**
 * Users and groups of these numbers belong to decoders and engines. No name service has them, and systemd leaves
 * 60578 to 61183 unused (systemd.io/UIDS-GIDS, "Summary").
 */
const LOWEST = 60_578
const HIGHEST = 61_183

/**
 * Accounts for jobs, of one API or worker. Its groups are these and the decoders': NFS passes 16 on (RFC 5531,
 * "AUTH_SYS"). A worker runs at most 17 jobs that decode, and one that finds no free account waits.
 */
const JOBS = 15
/** Accounts for engines. There is one process for each use of a model, and one for each model that is tried. */
const ENGINES = 17
const SIZE = JOBS + ENGINES

/** What an account is for. */
export type Purpose = 'job' | 'engine'

/** Consecutive accounts that no other process of this machine uses. */
export interface AccountBlock {
  /** Number of its first user and group. */
  readonly first: number
}

/** Numbers of the block's accounts for this purpose. */
export function numbersOf({ first }: AccountBlock, purpose: Purpose): number[] {
  const [from, count] = purpose === 'job' ? [first, JOBS] : [first + JOBS, ENGINES]
  return Array.from({ length: count }, (_, at) => from + at)
}

/** Line of a user namespace's map that contains the block under its own numbers; see user_namespaces(7). */
export const mapOf = ({ first }: AccountBlock): string => `${first} ${first} ${SIZE}`

/** Whether the account belongs to the block. */
export const isOf = ({ first }: AccountBlock, { uid, gid }: SystemAccount): boolean =>
  uid === gid && uid >= first && uid < first + SIZE

/**
 * Takes a block for as long as this process lives.
 * @returns null when all are taken
 */
export async function claimBlock(): Promise<AccountBlock | null> {
  for (let first = LOWEST; first + SIZE - 1 <= HIGHEST; first += SIZE)
    if ((await isFree(first)) && !hasUsers(first)) return { first }
  return null
}

/** A name that only one process can listen on, and that goes with it; see "Abstract sockets" in unix(7). */
async function isFree(first: number): Promise<boolean> {
  const lock = createServer((socket) => socket.destroy()).unref()
  lock.listen(`\0footnote-accounts-${first}`)
  return await once(lock, 'listening').then(
    () => true,
    () => false,
  )
}

/** Whether a directory of users gives these numbers to people. */
function hasUsers(first: number): boolean {
  const numbers = Array.from({ length: SIZE }, (_, at) => String(first + at))
  return ['passwd', 'group'].some((list) => spawnSync('getent', [list, ...numbers]).stdout?.length > 0)
}

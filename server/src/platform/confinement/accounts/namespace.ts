import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { type AccountBlock, mapOf } from './account-block.ts'
import type { SystemAccount } from './accounts.ts'

/** In this namespace and all below it nobody can make user namespaces, not even root. */
const CLOSE = 'echo 0 2>/dev/null > /proc/sys/user/max_user_namespaces || true'

/** The users of a namespace: its root, and the accounts of decoders and engines. */
export interface Residents {
  readonly root: SystemAccount
  readonly block: AccountBlock
}

/**
 * Makes a user namespace with a network of its own that has no interface. Its root may become any of its users and
 * nobody else, and has no rights outside. Only root can make it; it lasts as long as this process.
 * @param residents everybody for null
 * @returns command words that run a program as the root of the namespace; null if the system does not allow one
 */
export async function openNamespace(residents: Residents | null): Promise<readonly string[] | null> {
  return await make(residents).catch(() => null)
}

/** Command words that run a program without network; none if the system does not allow it. */
export function withoutNetwork(): readonly string[] {
  return works(['unshare', '--net', '--']) ? ['unshare', '--net', '--'] : []
}

async function make(residents: Residents | null): Promise<readonly string[] | null> {
  const holder = spawn('unshare', ['--user', '--net', '--', 'sh', '-c', 'echo; read _'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const ended = once(holder, 'exit')
  const [made] = await Promise.race([once(holder.stdout, 'data'), ended])
  if (!(made instanceof Buffer)) return null
  try {
    for (const kind of ['uid', 'gid'] as const)
      await writeFile(`/proc/${holder.pid}/${kind}_map`, await map(residents, kind))
    // Open files keep the namespaces when their first process has ended.
    const [user, network] = ['user', 'net'].map((kind) => openSync(`/proc/${holder.pid}/ns/${kind}`, 'r'))
    const files = `/proc/${process.pid}/fd`
    const words = ['nsenter', `--user=${files}/${user}`, `--net=${files}/${network}`, '--']
    return works(words) ? words : null
  } finally {
    holder.stdin.end()
    await ended
  }
}

async function map(residents: Residents | null, kind: 'uid' | 'gid'): Promise<string> {
  if (residents) return `0 ${residents.root[kind]} 1\n${mapOf(residents.block)}\n`
  // Everybody of our own namespace, under the same numbers.
  const lines = (await readFile(`/proc/self/${kind}_map`, 'utf8')).trim().split('\n')
  const ranges = lines.map((line) => line.trim().split(/\s+/))
  return ranges.map(([first, , count]) => `${first} ${first} ${count}\n`).join('')
}

function works(words: readonly string[]): boolean {
  const [program = '', ...args] = [...words, 'sh', '-c', CLOSE]
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}

import { spawnSync } from 'node:child_process'

/** Numeric ids for starting a process. */
export interface SystemAccount {
  readonly uid: number
  readonly gid: number
}

/**
 * A system user without password and home, with a group of the same name. Root creates it when the machine has none.
 * @returns undefined when there is none and it cannot be created
 */
export function systemAccount(name: string): SystemAccount | undefined {
  return lookUp(name) ?? create(name)
}

function lookUp(name: string): SystemAccount | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }))
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function create(name: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  spawnSync('groupadd', ['--system', name])
  spawnSync('useradd', ['--system', '--gid', name, '--no-create-home', '--shell', '/bin/sh', name])
  return lookUp(name)
}

/** Command words that run a program as an account, without our rights and without a way to gain more. */
export const identityOf = ({ uid, gid }: SystemAccount): string[] => [
  'setpriv',
  '--reuid',
  String(uid),
  '--regid',
  String(gid),
  '--clear-groups',
  '--no-new-privs',
]

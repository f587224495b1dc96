import { spawnSync } from 'node:child_process'

/** Numeric ids a child process is started with. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/**
 * The account PostgreSQL runs as, which refuses to run as root: undefined (our own) for an ordinary user, the user
 * `postgres` for root, made when the machine has none.
 * @throws Error when root cannot make that user.
 */
export function postgresAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  return (
    lookUp() ??
    create() ??
    fail('PostgreSQL does not run as root, and the user postgres could not be made: useradd --system postgres')
  )
}

function lookUp(): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  if (uid?.status !== 0 || gid?.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

function create(): Account | undefined {
  spawnSync('groupadd', ['--system', 'postgres'])
  spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', '--shell', '/bin/sh', 'postgres'])
  return lookUp()
}

function fail(message: string): never {
  throw new Error(message)
}

/** Whether the account may enter the folder, asked of the system itself so that access lists count too. */
export function canEnter(directory: string, account: Account | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, stdio: 'ignore', cwd: '/' }).status === 0
  )
}

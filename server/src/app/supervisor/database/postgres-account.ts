import { spawnSync } from 'node:child_process'
import { type SystemAccount, systemAccount } from '../../../platform/confinement/accounts/accounts.ts'

/**
 * The account that runs PostgreSQL, which refuses to run as root: undefined (our own) for an ordinary user, the user
 * `postgres` for root. Creates that user when the machine has none.
 * @throws Error when root cannot create that user.
 */
export function postgresAccount(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  return (
    systemAccount('postgres') ??
    fail('PostgreSQL does not run as root, and the user postgres could not be made: useradd --system postgres')
  )
}

function fail(message: string): never {
  throw new Error(message)
}

/** Whether the account may enter the folder. Asks the system itself, so that access lists count too. */
export function canEnter(directory: string, account: SystemAccount | undefined): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...account, stdio: 'ignore', cwd: '/' }).status === 0
  )
}

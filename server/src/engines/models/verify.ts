import type { Stats } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { hashFile } from '../../platform/hash-file.ts'
import type { Model } from './catalogue/model.ts'
import { checkedHash, isOutdated, keepHash, pin, readPins } from './records.ts'

/** A model and one place to look for it. */
export interface ModelLocation {
  readonly name: string
  readonly model: Model
  /** Absolute path of the folder that contains the model's folder. */
  readonly root: string
  /** Absolute path of the folder for pins and checks, which we may write. */
  readonly records: string
  /** Reads every byte, also of unchanged files. */
  readonly thorough: boolean
}

/** The result for one place: the SHA-256 of each file by its path, a missing file, or a file that does not match its pin. */
export type Finding =
  | { readonly hashes: Readonly<Record<string, string>> }
  | { readonly missing: string }
  | { readonly wrong: string }

/**
 * Checks that a place has all files of a model, and that they match the catalogue or their pins. Pins files without a
 * pin. Deletes a wrong file if the place is ours.
 */
export async function verify({ name, model, root, records, thorough }: ModelLocation): Promise<Finding> {
  const ours = root === records
  if (ours && (await isOutdated(records, name, model))) return { missing: model.files[0]?.path ?? '' }
  const present: { readonly file: Model['files'][number]; readonly stats: Stats }[] = []
  for (const file of model.files) {
    const stats = await stat(path.join(root, name, file.path)).catch(() => null)
    if (stats?.isFile()) present.push({ file, stats })
    else return { missing: file.path }
  }
  await mkdir(records, { recursive: true })
  const pinned = {
    ...(await readPins(root, name, model))?.files,
    ...(await readPins(records, name, model))?.files,
  }
  const found: Record<string, string> = {}
  for (const { file, stats } of present) {
    const absolute = path.join(root, name, file.path)
    const known = thorough ? null : await checkedHash(records, name, absolute, stats)
    const sha256 = known ?? (await hashFile(absolute))
    if (sha256 !== (file.sha256 ?? pinned[file.path] ?? sha256)) {
      if (ours) await rm(absolute)
      return { wrong: file.path }
    }
    if (!known) await keepHash(records, name, absolute, stats, sha256)
    found[file.path] = sha256
  }
  await pin(records, name, model, { revision: model.revision, files: found })
  return { hashes: found }
}

import type { Stats } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Model } from './catalogue/model.ts'
import { hashFile } from './durable-files.ts'
import { checkedHash, isOutdated, keepHash, pin, readPins } from './records.ts'

/** A model as it is looked for in one place. */
export interface Place {
  readonly name: string
  readonly model: Model
  /** Absolute path of the folder that the model's folder lies in. */
  readonly root: string
  /** Absolute path of the folder that pins and checks are kept in; it is ours to write. */
  readonly records: string
  /** Reads every byte, also of files that look as they did when they were checked. */
  readonly thorough: boolean
}

/** What was found in one place: all files; not all of them; or one that is not what was pinned. */
export type Finding = 'complete' | { readonly missing: string } | { readonly wrong: string }

/**
 * Looks whether all files of a model are in a place and are what the catalogue or the first use has pinned. What was not
 * pinned yet is pinned now. A wrong file is removed where the place is ours.
 */
export async function verify({ name, model, root, records, thorough }: Place): Promise<Finding> {
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
  return 'complete'
}

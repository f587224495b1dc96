import { stat } from 'node:fs/promises'
import path from 'node:path'

/** A file of a model: its path in the folder, and the most bytes that it may have. */
export type BoundedFile = readonly [file: string, largest: number]

/**
 * Looks whether the files of a model are there and not too large.
 * @param name of the model for people
 * @param folder absolute path
 * @returns sizes and dates of the files, or why the model cannot be used, in a sentence
 */
export async function lookAtFiles(
  name: string,
  folder: string,
  files: readonly BoundedFile[],
): Promise<{ state: string[] } | { obstacle: string }> {
  const state: string[] = []
  const missing: string[] = []
  for (const [file, largest] of files) {
    const found = await stat(path.join(folder, file)).catch(() => null)
    if (!found?.isFile()) missing.push(file)
    else if (found.size > largest)
      return { obstacle: `${name} cannot be used: ${file} is larger than ${largest / 2 ** 20} MB.` }
    else state.push(`${file} ${found.size} ${found.mtimeMs}`)
  }
  if (missing.length === files.length) return { obstacle: `The weights of ${name} are not installed.` }
  if (missing.length > 0) return { obstacle: `${name} is not complete: ${missing.join(' and ')} is missing.` }
  return { state }
}

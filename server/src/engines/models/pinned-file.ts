import { createHash } from 'node:crypto'
import { access, readFile } from 'node:fs/promises'
import path from 'node:path'

/** A file of a package, and its SHA-256 in lower-case hexadecimal. */
export interface PinnedFile {
  readonly file: string
  readonly sha256: string
}

/** @throws Error when the file cannot be read, or is not the pinned one */
export async function readPinned({ file, sha256 }: PinnedFile): Promise<Buffer<ArrayBuffer>> {
  const bytes = await readFile(file)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`The model ${path.basename(file)} is not the pinned one. Install the packages again.`)
  return bytes
}

/** Whether all of these files exist. Reads none of them. */
export const areInstalled = async (files: readonly PinnedFile[]): Promise<boolean> =>
  await Promise.all(files.map(({ file }) => access(file))).then(
    () => true,
    () => false,
  )

import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'

/** Moves a file into place atomically and durably: renames it, then flushes the folder's entry. */
export async function moveInto(file: string, target: string): Promise<void> {
  const folder = path.dirname(target)
  await mkdir(folder, { recursive: true })
  await rename(file, target)
  await flush(folder)
}

/** Makes the content of a file, or the entries of a folder, durable. */
export async function flush(file: string): Promise<void> {
  await using handle = await open(file)
  await handle.sync()
}

/** Whether the system reports one of these errors, for example ENOENT. */
export const isSystemError = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && codes.includes((error as NodeJS.ErrnoException).code ?? '')

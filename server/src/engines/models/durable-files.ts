import { randomUUID } from 'node:crypto'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/** The content of a JSON file; null when it is missing or unreadable. */
export async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Replaces a JSON file atomically: readers see the old or the new content, even after a power cut. */
export async function writeJson(file: string, content: object): Promise<void> {
  const fresh = `${file}.${randomUUID()}`
  try {
    await using handle = await open(fresh, 'wx')
    await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`)
    await handle.sync()
    await moveDurably(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Renames a synced file, and waits until the new name is on the disk, too. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  await using folder = await open(path.dirname(to), 'r')
  await folder.sync()
}

import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Bytes that are hashed in one go: other work of the process gets its turn in between. */
const BLOCK = 1024 ** 2

/** @returns SHA-256 of a file's content in lower-case hexadecimal digits @throws the signal's reason when it is aborted */
export async function hashFile(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file, { highWaterMark: BLOCK }), hash, signal ? { signal } : {})
  return hash.digest('hex')
}

/** What a JSON file holds, or null where there is none or it cannot be read. */
export async function readJson<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes a JSON file so that others read either the old or the new one, also after a power cut. */
export async function writeJson(file: string, content: object): Promise<void> {
  const fresh = `${file}.${randomUUID()}`
  try {
    const handle = await open(fresh, 'wx')
    try {
      await handle.writeFile(`${JSON.stringify(content, null, 2)}\n`)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await moveDurably(fresh, file)
  } finally {
    await rm(fresh, { force: true })
  }
}

/** Renames a file whose content has been synced, and waits until the name is on the disk too. */
export async function moveDurably(from: string, to: string): Promise<void> {
  await rename(from, to)
  const folder = await open(path.dirname(to), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

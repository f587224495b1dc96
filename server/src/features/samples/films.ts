import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

/** The content of `films.json`. */
const Films = z.array(z.object({ title: z.string(), file: z.string() }))

/** One film of the sample collection. */
export interface Film {
  /** Derived from the film's bytes: another cut of a film is another video. */
  readonly id: string
  readonly title: string
  /** Absolute path. */
  readonly file: string
  /** Bytes. */
  readonly size: number
}

/**
 * Reads the list of films.
 * @param folder absolute path of the folder with `films.json`; an empty list when it is missing
 */
export async function readFilms(folder: string): Promise<Film[]> {
  const list = await readFile(path.join(folder, 'films.json'), 'utf8').catch(() => '[]')
  return await Promise.all(
    Films.parse(JSON.parse(list)).map(async ({ title, file: name }) => {
      const file = path.join(folder, path.basename(name))
      const [{ size }, id] = await Promise.all([stat(file), idOf(file)])
      return { id, title, file, size }
    }),
  )
}

/** Makes a UUID of version 8 (RFC 9562, custom) from the SHA-256 of a file. */
async function idOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  const bytes = hash.digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

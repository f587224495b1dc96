import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { Drawing } from '@footnote/contract/shared/drawing/drawing.ts'
import * as z from 'zod/mini'
import { hashFile } from '../../../platform/hash-file.ts'

const SampleComment = z.object({
  start_time: z.number(),
  end_time: z.nullable(z.number()),
  content: z.string(),
  drawing: z.nullable(Drawing),
})
/** A comment that each new company finds on a film. Times are in seconds. */
export type SampleComment = z.infer<typeof SampleComment>

/** The content of `films.json`. A version comes after the film that it names. */
const Films = z.array(
  z.object({
    title: z.string(),
    file: z.string(),
    version_of: z.optional(z.string()),
    comments: z._default(z.array(SampleComment), []),
  }),
)

/** One film of the sample collection. */
export interface SampleFilm {
  /** Derived from the film's bytes: another cut of a film is another video. */
  readonly id: string
  readonly title: string
  /** Absolute path. */
  readonly file: string
  /** Bytes. */
  readonly size: number
  /** Id of the film before this version of it; null for a first version. */
  readonly version_of: string | null
  readonly comments: readonly SampleComment[]
}

/**
 * Reads the list of films.
 * @param folder absolute path of the folder with `films.json`; an empty list when it is missing
 */
export async function readFilms(folder: string): Promise<SampleFilm[]> {
  const list = await readFile(path.join(folder, 'films.json'), 'utf8').catch(() => '[]')
  const listed = Films.parse(JSON.parse(list))
  const at = (name: string) => path.join(folder, path.basename(name))
  const ids = new Map(await Promise.all(listed.map(async ({ file }) => [file, await idOf(at(file))] as const)))
  return await Promise.all(
    listed.map(async ({ title, file: name, version_of, comments }) => {
      const [file, id] = [at(name), ids.get(name)]
      const before = version_of === undefined ? null : ids.get(version_of)
      if (!id || before === undefined) throw new Error(`${name} is a version of a film that is not in the list`)
      return { id, title, file, size: (await stat(file)).size, version_of: before, comments }
    }),
  )
}

/** Makes a UUID of version 8 (RFC 9562, custom) from the SHA-256 of a file. */
async function idOf(file: string): Promise<string> {
  const bytes = Buffer.from(await hashFile(file), 'hex').subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

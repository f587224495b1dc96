import { shortName } from '@footnote/contract/shared/names.ts'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file in a ZIP. */
export interface ZipEntry {
  /** Path in the ZIP, for example `videos/a.json`. */
  readonly name: string
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
  /** Stored as it is: a picture does not become smaller. */
  readonly compressed?: true
}

/** Makes a ZIP as a stream: memory holds only a part of one file at a time. */
export async function* zipped(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  for await (const { name, content, compressed } of entries) {
    const file = compressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    zip.add(file)
    for await (const part of content) {
      file.push(part)
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** Bytes of UTF-8, with room for an id and an extension behind. */
const ZIPPED_NAME = 200

/** Makes a name that every file system accepts and that cannot leave its folder. */
export const fileNameOf = (name: string): string =>
  shortName(
    name
      .toWellFormed()
      .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
      .replace(/^\.+/, '_'),
    ZIPPED_NAME,
  ) || '_'

/** A JSON file, indented for people. */
export const jsonEntry = (name: string, value: unknown): ZipEntry => ({
  name,
  content: [Buffer.from(`${JSON.stringify(value, null, 2)}\n`)],
})

import { mkdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll } from 'vitest'
import { SECRET } from '../../seed/rows/senders.ts'
import { startProduct } from './product.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { runWords } from './typed-command.ts'

/** A minute ago, so that nobody seems to write to a file. */
export const EARLIER = new Date(Date.now() - 60_000)

/** Makes a folder with files, all of them a minute old. @returns its path */
export async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await temporaryFolder('import')
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
    await utimes(path.join(folder, name), EARLIER, EARLIER)
  }
  return folder
}

/** Starts a product for `footnote import`. */
export async function startImports() {
  const product = await startProduct()
  afterAll(() => product.close())
  const { db, config } = product
  const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }
  return {
    product,
    /** Environment of the command. */
    settings,
    /** Types `footnote` with words. */
    type: (...words: string[]) => runWords(words, settings),
    async aPerson() {
      const person = await product.person()
      const { email } = await db
        .selectFrom('users')
        .select('email')
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      return { ...person, email }
    },
    /** A person's videos, in the order of their files. */
    async videosOf(user_id: string) {
      const videos = await db
        .selectFrom('videos')
        .innerJoin('collections', 'collections.id', 'collection_id')
        .select([
          'videos.id',
          'collections.name as collection',
          'file_name',
          'source',
          'storage_key',
          'status',
          'file_size',
        ])
        .where('videos.user_id', '=', user_id)
        .execute()
      return videos.sort((a, b) => ((a.source ?? '~') < (b.source ?? '~') ? -1 : 1))
    },
    /** The path of a stored file. */
    stored: (key: string) => path.join(product.files, key),
  }
}

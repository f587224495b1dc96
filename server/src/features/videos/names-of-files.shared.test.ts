import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Person, SECRET } from '../../../../seed/rows/senders.ts'
import { startFilmServer } from '../../../test/film-server.ts'
import { silentLog, startProduct } from '../../../test/product.ts'
import { temporaryFolder } from '../../../test/temporary-folder.ts'
import { tusCalls } from '../../../test/tus-calls.ts'
import { runWords } from '../../../test/typed-command.ts'
import { FILE_LIMITS } from './fetches/fetch-file.ts'
import { importUrl } from './fetches/import-url.job.ts'
import { watchFolder } from './imports/watch-folder.ts'

const product = await startProduct({ settings: { IMPORT_NETWORKS: '127.0.0.0/8' } })
const films = await startFilmServer()
afterAll(() => Promise.all([product.close(), films.close()]))
afterEach(() => {
  vi.useRealTimers()
})
const { db, config } = product

/** Names as files have them, and as every entrance stores them. */
const NAMES: Readonly<Record<string, string>> = {
  'two\nlines.mp4': 'two lines.mp4',
  '\u001b[31mred.mp4': '[31mred.mp4',
  'a\u009b\u2028\u202egnp.mp4': 'a gnp.mp4',
  'cafe\u0301.mp4': 'café.mp4',
}
const FOLDER = 'Day\u001b[1m 1'
const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }

/** A folder of files with these names. */
async function folderOfNames(): Promise<string> {
  const folder = await temporaryFolder('names')
  await mkdir(path.join(folder, FOLDER))
  const earlier = new Date(Date.now() - 60_000)
  for (const name of Object.keys(NAMES)) {
    await writeFile(path.join(folder, FOLDER, name), name)
    await utimes(path.join(folder, FOLDER, name), earlier, earlier)
  }
  return folder
}

const videosOf = async ({ id }: Person) =>
  await db
    .selectFrom('videos')
    .innerJoin('collections', 'collections.id', 'collection_id')
    .select(['file_name', 'source', 'collections.name as collection'])
    .where('videos.user_id', '=', id)
    .execute()
const emailOf = async ({ id }: Person) =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

/** Makes a video of each file whose name is given, through one entrance. */
type Entrance = (person: Person, names: readonly string[]) => Promise<void>

const throughLinks =
  (addressOf: (name: string, number: number) => string): Entrance =>
  async (person, names) => {
    const index_id = await product.aCollection(person)
    for (const [number, name] of names.entries()) {
      const added = await product.post('/api/import_url', { index_id, url: addressOf(name, number) }, person)
      await importUrl(product, FILE_LIMITS)({ video_id: added.json.video.id }, context)
    }
  }
const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom and a film')

const ENTRANCES: Readonly<Record<string, Entrance>> = {
  async 'an upload that resumes'(person, names) {
    const { create, patch } = tusCalls(product.base)
    const index_id = await product.aCollection(person)
    for (const filename of names) {
      const made = await create(person, index_id, FILM.length, { filename })
      await patch(person, made.headers.get('location') ?? '', 0, FILM)
    }
  },
  async 'an upload form'(person, names) {
    const index_id = await product.aCollection(person)
    for (const file_name of names) {
      const asked = { index_id, file_type: 'video/mp4', file_extension: 'mp4' }
      const { url, file_id } = (await product.post('/api/upload', asked, person)).json
      const form = new FormData()
      for (const [field, value] of Object.entries(url.fields)) form.append(field, String(value))
      form.append('file', new Blob([FILM]), file_name)
      await fetch(product.base + url.url, { method: 'POST', body: form })
      await product.post('/api/add_records', { index_id, file_id, file_name, file_extension: 'mp4' }, person)
    }
  },
  'a link that ends with a name': throughLinks((name, number) =>
    films.serve(`/address/${number}/${encodeURIComponent(name)}`, { content: FILM }),
  ),
  'a link whose server names the file': throughLinks((name, number) => {
    const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
    return films.serve(`/header/${number}`, { content: FILM, headers })
  }),
  async 'footnote import'(person) {
    const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }
    const words = ['import', await folderOfNames(), '--by-folder', '--owner', await emailOf(person)]
    expect(await runWords(words, settings)).toMatchObject({ code: 0 })
  },
  async 'the watched folder'(person, names) {
    vi.useFakeTimers({ toFake: ['Date'] })
    const [folder, owner] = [await folderOfNames(), await emailOf(person)]
    const stop = watchFolder({ ...product, log: silentLog }, { folder, owner, pause: 20 })
    while ((await videosOf(person)).length < names.length) {
      await wait(100)
      vi.setSystemTime(Date.now() + 11_000)
    }
    await stop()
  },
  async 'a new name'(person, names) {
    const index_id = await product.aCollection(person)
    for (const name of names) {
      const id = await product.aVideo(person, index_id)
      const renamed = await product.post('/api/rename_video', { id, new_name: name }, person)
      // A person typed it, so what is no text is refused.
      if (/\p{Cc}/u.test(name)) expect(renamed.json.code).toBe('validation_failed')
      const plain = name.replaceAll(/[\p{Cc}\u2028]+/gu, ' ')
      await product.post('/api/rename_video', { id, new_name: plain }, person)
    }
  },
}

test.each(Object.entries(ENTRANCES))('through %s names of files come clean', async (_entrance, take) => {
  const person = await product.person(undefined, 'PRO')
  await take(person, Object.keys(NAMES))
  const videos = await videosOf(person)
  expect(videos.map(({ file_name }) => file_name).sort()).toEqual(Object.values(NAMES).sort())
})

test('folders that are imported name collections and places cleanly, once', async () => {
  const person = await product.person()
  await ENTRANCES['footnote import']?.(person, [])
  const videos = await videosOf(person)
  expect(new Set(videos.map(({ collection }) => collection))).toEqual(new Set(['Day [1m 1']))
  expect(videos.map(({ source }) => source).sort()).toEqual(
    Object.values(NAMES)
      .map((name) => `Day [1m 1/${name}`)
      .sort(),
  )
  // A folder whose name has no text, and one whose collection is there.
  const folder = await folderOfNames()
  await mkdir(path.join(folder, '\u202e'))
  await rename(path.join(folder, FOLDER, 'cafe\u0301.mp4'), path.join(folder, '\u202e', 'b.mp4'))
  const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }
  await runWords(['import', folder, '--by-folder', '--owner', await emailOf(person)], settings)
  const collections = await db
    .selectFrom('collections')
    .select('name')
    .where('user_id', '=', person.id)
    .orderBy('name')
    .execute()
  expect(collections.map(({ name }) => name)).toEqual(['Day [1m 1', 'Imported files'])
})

import { randomUUID } from 'node:crypto'
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Person, SECRET } from '../../../../../seed/rows/senders.ts'
import { startFilmServer } from '../../../../test/film-server.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { tusCalls } from '../../../../test/tus-calls.ts'
import { runWords } from '../../../../test/typed-command.ts'
import { addToReview } from '../../output/selects/render/commands.ts'
import { FILE_LIMITS } from './fetches/fetch-file.ts'
import { importUrl } from './fetches/import-url.job.ts'
import { watchFolder } from './watched-folders/watch-folder.ts'

const product = await startProduct({ settings: { IMPORT_NETWORKS: '127.0.0.0/8' } })
const films = await startFilmServer()
afterAll(() => Promise.all([product.close(), films.close()]))
afterEach(() => {
  vi.useRealTimers()
})
const { db, config } = product

/** Names as files on a disk have them, and as every entrance stores them. */
const ON_DISKS: Readonly<Record<string, string>> = {
  'two\nlines.mp4': 'two lines.mp4',
  '\u001b[31mred.mp4': '[31mred.mp4',
  'a\u009b\u2028\u202egnp.mp4': 'a gnp.mp4',
  '\u2067\u2069 b\u00a0c.mp4': 'b\u00a0c.mp4',
  'cafe\u0301.mp4': 'café.mp4',
  'e\u202e\u0301.mp4': 'é.mp4',
  [`${'e\u0301'.repeat(83)}.mp4`]: `${'é'.repeat(83)}.mp4`,
  'a..b...mp4': 'a..b...mp4',
}
/** Disks of Windows end a name there, and servers send such paths in headers. */
const WITH_BACKSLASHES = { 'C:\\films\\c.mp4': 'C:_films_c.mp4' }
/** Names that no watched file has: disks end a name at a slash, and files that begin with a dot are left out. */
const ON_NO_DISK = { '.hidden.mp4': '.hidden.mp4', 'day/one.mp4': 'day_one.mp4', '../../d.mp4': '.._.._d.mp4' }
/** Names that only programs send: too long, or with half a character. */
const SENT = {
  [`${'漢'.repeat(300)}.mp4`]: `${'漢'.repeat(251)}.mp4`,
  [`🎬${'x'.repeat(250)}.mp4`]: `${'x'.repeat(250)}.mp4`,
  'half\ud83c.mp4': 'half\ufffd.mp4',
}
const NAMES = { ...ON_DISKS, ...WITH_BACKSLASHES, ...ON_NO_DISK, ...SENT }
const NO_NAMES = ['', ' ', '\u3000\u200b\ufeff', '\n\u001b', '\u202e', '.', '..', ' . . ']
const FOLDER = 'Day\u001b[1m 1'
const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog }

/** A folder of files with these names. */
async function folderOfNames(names: readonly string[] = Object.keys(ON_DISKS)): Promise<string> {
  const folder = await temporaryFolder('names')
  await mkdir(path.join(folder, FOLDER))
  const earlier = new Date(Date.now() - 60_000)
  for (const name of names) {
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

interface Entrance {
  /** The names that can come this way, as they are stored. */
  readonly names: Readonly<Record<string, string>>
  /** Makes a video of each file, or answers with the codes of refusals. */
  readonly take: (person: Person, names: readonly string[]) => Promise<unknown>
}
const FILM = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom and a film')

const linked =
  (addressOf: (name: string, number: number) => string): Entrance['take'] =>
  async (person, names) => {
    const index_id = await product.aCollection(person)
    for (const [number, name] of names.entries()) {
      const added = await product.post('/api/import_url', { index_id, url: addressOf(name, number) }, person)
      await importUrl(product, FILE_LIMITS)({ video_id: added.json.video.id }, context)
    }
  }

async function resumed(person: Person, index_id: string, filename: string, more = {}): Promise<string | undefined> {
  const { create, patch } = tusCalls(product.base)
  const made = await create(person, index_id, FILM.length, { filename, ...more })
  if (made.status !== 201) return made.code
  await patch(person, made.headers.get('location') ?? '', 0, FILM)
}

async function posted(person: Person, index_id: string, file_name: string, more = {}): Promise<string | undefined> {
  const asked = { index_id, file_type: 'video/mp4', file_extension: 'mp4', ...more }
  const { url, file_id } = (await product.post('/api/upload', asked, person)).json
  const form = new FormData()
  for (const [field, value] of Object.entries(url.fields)) form.append(field, String(value))
  form.append('file', new Blob([FILM]), 'film')
  await fetch(product.base + url.url, { method: 'POST', body: form })
  const record = { index_id, file_id, file_name, file_extension: 'mp4', ...more }
  return (await product.post('/api/add_records', record, person)).json.code
}

const uploaded =
  (send: typeof resumed): Entrance['take'] =>
  async (person, names) => {
    const index_id = await product.aCollection(person)
    const codes = []
    for (const name of names) codes.push(await send(person, index_id, name))
    return codes
  }

/** Uploads the next version of a video, then removes the video. */
const versioned =
  (send: typeof resumed): Entrance['take'] =>
  async (person, names) => {
    const index_id = await product.aCollection(person, { kind: 'review' })
    const codes = []
    for (const name of names) {
      const first = await product.aVideo(person, index_id)
      codes.push(await send(person, index_id, name, { version_of: first }))
      await db.deleteFrom('videos').where('id', '=', first).execute()
    }
    return codes
  }

const WITHOUT_HALVES = Object.fromEntries(Object.entries(NAMES).filter(([name]) => name.isWellFormed()))
const TYPED = { ...ON_DISKS, ...WITH_BACKSLASHES, ...ON_NO_DISK, 'half\ud83c.mp4': 'half\ufffd.mp4' }
/** A person typed it, so control characters are refused. */
const plain = (name: string) => name.replaceAll(/[\p{Cc}\u2028]+/gu, ' ')
const settings = { DATABASE_URL: config.database_url, DATA_DIR: config.data_dir, SECRET_KEY: SECRET }

const ENTRANCES: Readonly<Record<string, Entrance>> = {
  'an upload that resumes': { names: NAMES, take: uploaded(resumed) },
  'an upload form': { names: NAMES, take: uploaded(posted) },
  'a version that resumes': { names: NAMES, take: versioned(resumed) },
  'a version by a form': { names: NAMES, take: versioned(posted) },
  'a link that ends with a name': {
    names: WITHOUT_HALVES,
    take: linked((name, number) => films.serve(`/address/${number}/${encodeURIComponent(name)}`, { content: FILM })),
  },
  'a link whose server names the file': {
    // What is before the last separator is a folder (RFC 6266, 4.3).
    names: Object.fromEntries(Object.entries(WITHOUT_HALVES).filter(([name]) => !/[/\\]/.test(name))),
    take: linked((name, number) => {
      const headers = { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}` }
      return films.serve(`/header/${number}`, { content: FILM, headers })
    }),
  },
  'footnote import': {
    names: { ...ON_DISKS, ...WITH_BACKSLASHES },
    async take(person, names) {
      const words = ['import', await folderOfNames(names), '--by-folder', '--owner', await emailOf(person)]
      expect(await runWords(words, settings)).toMatchObject({ code: 0 })
    },
  },
  'the watched folder': {
    names: { ...ON_DISKS, ...WITH_BACKSLASHES },
    async take(person, names) {
      vi.useFakeTimers({ toFake: ['Date'] })
      const [folder, owner] = [await folderOfNames(names), await emailOf(person)]
      const stop = watchFolder({ ...product, log: silentLog }, { folder, owner, pause: 20 })
      while ((await videosOf(person)).length < names.length) {
        await wait(100)
        vi.setSystemTime(Date.now() + 11_000)
      }
      await stop()
    },
  },
  'a new name': {
    names: TYPED,
    async take(person, names) {
      const index_id = await product.aCollection(person)
      const codes = []
      for (const name of names) {
        const id = await product.aVideo(person, index_id)
        const renamed = await product.post('/api/rename_video', { id, new_name: name }, person)
        if (/[\p{Cc}\u2028]/u.test(name.trim())) expect(renamed.json.code).toBe('validation_failed')
        codes.push((await product.post('/api/rename_video', { id, new_name: plain(name) }, person)).json.code)
      }
      return codes
    },
  },
  'selects that are rendered into a collection': {
    names: Object.fromEntries(Object.entries(TYPED).filter(([name]) => name.length <= TEXT.name)),
    async take(person, names) {
      const { company_id } = person
      const index_id = await product.aCollection(person, { kind: 'review' })
      const file = path.join(await temporaryFolder('rendered'), 'film.mp4')
      for (const name of names) {
        const made = (await product.post('/api/selects', { name: plain(name).replace(/\.mp4$/, '') }, person)).json
        await writeFile(file, FILM)
        const request = { request_id: randomUUID(), user_id: person.id, selects_id: made.id, index_id, burn_in: [] }
        const rendered = { file, bytes: FILM.length, source_map: [], missing: null }
        await addToReview(
          product,
          { ...request, name: made.name, items: [], size: 'first', rate: 'first' },
          { name: made.name, company_id, stack_id: null },
          rendered,
        )
      }
    },
  },
}

test.each(Object.entries(ENTRANCES))('through %s names of files come clean', async (_entrance, { names, take }) => {
  const person = await product.person(undefined, 'PRO')
  await take(person, Object.keys(names))
  const videos = await videosOf(person)
  expect(videos.map(({ file_name }) => file_name).sort()).toEqual(Object.values(names).sort())
})

test.each(['an upload that resumes', 'an upload form', 'a version that resumes', 'a version by a form', 'a new name'])(
  'through %s no file comes whose name has nothing to read',
  async (entrance) => {
    const person = await product.person(undefined, 'PRO')
    const codes = await ENTRANCES[entrance]?.take(person, NO_NAMES)
    expect(codes).toEqual(NO_NAMES.map(() => 'validation_failed'))
  },
)

test.each(['a link that ends with a name', 'a link whose server names the file'])(
  '%s with nothing to read brings a video with a name',
  async (entrance) => {
    const person = await product.person(undefined, 'PRO')
    // Addresses have no names of dots alone, and header and address are both empty here.
    const empty = NO_NAMES.filter((name) => /^[^.]+$/.test(name))
    await ENTRANCES[entrance]?.take(person, empty)
    const named = new Set((await videosOf(person)).map(({ file_name }) => file_name))
    expect(named).toEqual(new Set(entrance.includes('server') ? ['0.mp4', '1.mp4', '2.mp4', '3.mp4'] : ['video.mp4']))
  },
)

test('folders that are imported name collections and places cleanly, once', async () => {
  const person = await product.person()
  await ENTRANCES['footnote import']?.take(person, Object.keys(ON_DISKS))
  const videos = await videosOf(person)
  expect(new Set(videos.map(({ collection }) => collection))).toEqual(new Set(['Day [1m 1']))
  expect(videos.map(({ source }) => source).sort()).toEqual(
    Object.values(ON_DISKS)
      .map((name) => `Day [1m 1/${name}`)
      .sort(),
  )
  // A folder whose name has no text, and one whose collection is there.
  const folder = await folderOfNames()
  await mkdir(path.join(folder, '\u202e'))
  await rename(path.join(folder, FOLDER, 'cafe\u0301.mp4'), path.join(folder, '\u202e', 'b.mp4'))
  await runWords(['import', folder, '--by-folder', '--owner', await emailOf(person)], settings)
  const collections = await db
    .selectFrom('collections')
    .select('name')
    .where('user_id', '=', person.id)
    .orderBy('name')
    .execute()
  expect(collections.map(({ name }) => name)).toEqual(['Day [1m 1', 'Imported files'])
})

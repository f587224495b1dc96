import { execFileSync } from 'node:child_process'
import { link, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { importHere } from '../../../../../test/import-here.ts'
import { silentLog, startProduct } from '../../../../../test/product.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { watchFolder } from './watch-folder.ts'

/** What happens right before and after the product looks at a name. */
const looking = vi.hoisted(() => ({ on: async (_name: string, _moment: 'before' | 'after'): Promise<void> => {} }))
vi.mock(import('node:fs/promises'), async (original) => {
  const system = await original()
  const lstat = async (name: string, options: object) => {
    await looking.on(path.basename(name), 'before')
    const found = await system.lstat(name, options).catch((error: unknown) => error)
    await looking.on(path.basename(name), 'after')
    if (found instanceof Error) throw found
    return found
  }
  return { ...system, lstat: lstat as typeof system.lstat }
})

const product = await startProduct()
afterAll(() => product.close())
const { db, config } = product
const KEY = 'the key that signs every session: 64 bytes that nobody else has '
const secret = path.join(config.data_dir, 'secret.key')
await writeFile(secret, KEY, { mode: 0o600 })
/** A minute ago, so that nobody seems to write to a file. */
const EARLIER = new Date(Date.now() - 60_000)
const FILM = 'a film that is as long as the key is, so that sizes tell nothing'

afterEach(() => {
  looking.on = async () => {}
  vi.useRealTimers()
})

async function put(file: string, content: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeFile(file, content)
  await utimes(file, EARLIER, EARLIER)
}

/** A folder with two files, a folder beside it with a file of somebody else, and a person. */
async function place() {
  const above = await temporaryFolder('exchanged')
  const [folder, outside] = [path.join(above, 'watched'), path.join(above, 'outside')]
  const film = path.join(folder, 'Day 1/film.mp4')
  await put(film, FILM)
  await put(path.join(folder, 'Day 2/other.mp4'), 'another film')
  await put(path.join(outside, 'film.mp4'), KEY)
  const person = await product.person()
  const { email } = await db.selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirstOrThrow()
  const videos = async () => {
    const rows = await db
      .selectFrom('videos')
      .select(['source', 'storage_key'])
      .where('user_id', '=', person.id)
      .execute()
    const contents = rows.map(async ({ source, storage_key }) => [
      source,
      await readFile(path.join(product.files, storage_key), 'utf8'),
    ])
    return Object.fromEntries(await Promise.all(contents))
  }
  return { folder, outside, film, email, videos }
}
type WatchedPlace = Awaited<ReturnType<typeof place>>

/** Puts something in the place of a name. @returns a function that brings the name back */
async function exchange(name: string, put_there: () => Promise<unknown>): Promise<() => Promise<void>> {
  await rename(name, `${name}.kept`)
  await put_there()
  return async () => {
    await rm(name, { force: true })
    await rename(`${name}.kept`, name)
  }
}

/** Exchanges and brings back: a look before and one afterwards find the file as it was. */
const between = (exchanging: (place: WatchedPlace) => Promise<() => Promise<void>>) => (there: WatchedPlace) => {
  let back: (() => Promise<void>) | null = null
  let done = false
  return async (moment: 'before' | 'after') => {
    if (moment === 'after' && !done) back = await exchanging(there)
    if (moment === 'after') done = true
    if (moment === 'before' && back) await back()
    if (moment === 'before') back = null
  }
}
const toLink = (name: (there: WatchedPlace) => string, to: (there: WatchedPlace) => string) => (there: WatchedPlace) =>
  exchange(name(there), () => symlink(to(there), name(there)))

const ATTACKS: Readonly<Record<string, (there: WatchedPlace) => (moment: 'before' | 'after') => Promise<void>>> = {
  'a link takes its name': between(
    toLink(
      ({ film }) => film,
      () => secret,
    ),
  ),
  'a link takes the name of its folder': between(
    toLink(
      ({ film }) => path.dirname(film),
      ({ outside }) => outside,
    ),
  ),
  'a link took the name of its folder before the look': (there) => {
    let done = false
    return async (moment) => {
      if (moment === 'before' && !done)
        await toLink(
          ({ film }) => path.dirname(film),
          ({ outside }) => outside,
        )(there)
      done = true
    }
  },
  'another file of the same size and time takes its name': between(({ film }) => exchange(film, () => put(film, KEY))),
  'a pipe takes its name': between(({ film }) => exchange(film, async () => execFileSync('mkfifo', [film]))),
}

/** The ways in which files of a folder become videos, each of which takes all that it may. */
const ENTRANCES: Readonly<Record<string, (there: WatchedPlace, begin: () => void) => Promise<void>>> = {
  'the watched folder': async ({ folder, email, videos }, begin) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const looked = looking.on
    let looks = 0
    looking.on = async (name, moment) => {
      if (name === 'film.mp4' && moment === 'before' && ++looks === 2) {
        // Nobody has written for eleven seconds since the first look.
        vi.setSystemTime(Date.now() + 11_000)
        begin()
      }
      await looked(name, moment)
    }
    const stop = watchFolder({ ...product, log: silentLog }, { folder, owner: email, pause: 20 })
    try {
      while (!('Day 2/other.mp4' in (await videos()))) await wait(20)
    } finally {
      await stop()
    }
  },
  ...Object.fromEntries(
    ['--copy', '--link', '--move'].map((way) => [
      `footnote import ${way}`,
      async ({ folder, email }: WatchedPlace, begin: () => void) => {
        begin()
        await importHere(config, folder, '--by-folder', '--owner', email, way)
      },
    ]),
  ),
}

describe.each(Object.entries(ENTRANCES))('through %s', (_entrance, take) => {
  test.each(Object.entries(ATTACKS))('nothing is taken when %s, and other files are', async (_attack, attack) => {
    const there = await place()
    const strike = attack(there)
    let armed = false
    looking.on = async (name, moment) => {
      if (armed && name === 'film.mp4') await strike(moment)
    }
    await take(there, () => {
      armed = true
    })
    const videos = await there.videos()
    expect(videos).not.toHaveProperty('Day 1/film.mp4', KEY)
    expect(videos).toEqual({ 'Day 2/other.mp4': 'another film' })
    const stored = await readdir(product.files, { recursive: true, withFileTypes: true })
    for (const entry of stored.filter((found) => !found.isDirectory()))
      expect(await readFile(path.join(entry.parentPath, entry.name), 'utf8')).not.toBe(KEY)
    expect(await readFile(path.join(there.outside, 'film.mp4'), 'utf8')).toBe(KEY)
  })
})

test('a moved file is removed where it was found, whatever has taken the name of its folder', async () => {
  const there = await place()
  const take = ENTRANCES['footnote import --move'] as (place: WatchedPlace, begin: () => void) => Promise<void>
  const folder = path.dirname(there.film)
  let exchanged = false
  looking.on = async (name, moment) => {
    if (exchanged || name !== 'film.mp4' || moment !== 'before' || !('Day 1/film.mp4' in (await there.videos()))) return
    exchanged = true
    await toLink(
      () => folder,
      () => there.outside,
    )(there)
  }
  await take(there, () => undefined)
  expect(exchanged).toBe(true)
  expect(await there.videos()).toHaveProperty('Day 1/film.mp4', FILM)
  expect(await readFile(path.join(there.outside, 'film.mp4'), 'utf8')).toBe(KEY)
  expect(await readdir(`${folder}.kept`)).toEqual([])
})

test('another name of a file of the product itself is not taken', async () => {
  const there = await place()
  const take = ENTRANCES['footnote import --copy'] as (place: WatchedPlace, begin: () => void) => Promise<void>
  await rm(there.film)
  await link(secret, there.film)
  await utimes(secret, EARLIER, EARLIER)
  await take(there, () => undefined)
  expect(await there.videos()).toEqual({ 'Day 2/other.mp4': 'another film' })
  expect((await stat(secret)).nlink).toBe(2)
})

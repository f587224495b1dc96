import { appendFile, copyFile, mkdir, readFile, rename, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { addCollection } from '../../../../../../seed/rows/collections.ts'
import { drawnCases } from '../../../../../test/drawn-cases.ts'
import { importHere } from '../../../../../test/import-here.ts'
import { startIndexing } from '../../../../../test/indexing.ts'
import { ffmpeg, H264 } from '../../../../../test/made-media.ts'
import { temporaryFolder } from '../../../../../test/temporary-folder.ts'
import { pass, watchedFolder, watchedProduct } from '../../../../../test/watched-folder.ts'
import { STILL, STILL_AFTER_GROWTH } from './failure.ts'

const CONTENT = 'the content of a film'
const OTHER = 'a film of equal size.'
type WatchedProduct = Awaited<ReturnType<typeof watchedProduct>>
const at = ({ folder }: WatchedProduct, within: string) => path.join(folder, within)

/** What happens to a file that was taken, and the files that are videos afterwards. */
const CHANGES: Readonly<Record<string, [(there: WatchedProduct) => Promise<unknown>, string[]]>> = {
  'is renamed': [(there) => rename(at(there, 'A/film.mp4'), at(there, 'A/other.mp4')), ['A/film.mp4']],
  'is touched': [(there) => utimes(at(there, 'A/film.mp4'), 5, 5), ['A/film.mp4']],
  'is copied into an inner folder': [(there) => there.put('A/inner/film.mp4', CONTENT), ['A/film.mp4']],
  'is copied into another collection': [(there) => there.put('B/film.mp4', CONTENT), ['A/film.mp4', 'B/film.mp4']],
  'is joined by another film of its size': [(there) => there.put('A/x.mp4', OTHER), ['A/film.mp4', 'A/x.mp4']],
  'is joined by a film of another size': [(there) => there.put('A/x.mp4', 'short'), ['A/film.mp4', 'A/x.mp4']],
  'is exchanged for another film of its size': [
    (there) => there.put('A/film.mp4', OTHER),
    ['A/film.mp4', 'A/film.mp4'],
  ],
  'is joined by a part that a browser loads': [
    async (there) => {
      await there.put('A/new.mp4.part', 'half')
      await there.settle()
      await there.put('A/new.mp4.part', 'half and rest')
      await rename(at(there, 'A/new.mp4.part'), at(there, 'A/new.mp4'))
    },
    ['A/film.mp4', 'A/new.mp4'],
  ],
}

describe('a file that was taken', () => {
  test.each(drawnCases(Object.entries(CHANGES)))('%s', async (_change, [change, sources]) => {
    const there = await watchedProduct()
    await there.put('A/film.mp4', CONTENT)
    await there.settle()
    await change(there)
    await there.settle(STILL_AFTER_GROWTH)
    expect(OTHER).toHaveLength(CONTENT.length)
    expect(await there.sources()).toEqual(sources)
    // Nothing is left of a file that was not taken.
    expect(await there.product.db.selectFrom('uploads').select('id').execute()).toEqual([])
  })

  test('does not come back under another name after its video was deleted', async () => {
    const there = await watchedProduct()
    await there.put('A/film.mp4', CONTENT)
    await there.settle()
    const [video] = await there.videos()
    await there.product.db.deleteFrom('videos').where('id', '=', video!.id).execute()
    await rename(at(there, 'A/film.mp4'), at(there, 'A/again.mp4'))
    await there.settle()
    expect(await there.sources()).toEqual([])
  })
})

test('of two files with one content the first is taken, also by two workers and a command at once', async () => {
  const there = await watchedProduct(2)
  const { product, person, looks, folder } = there
  const { email } = await product.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  await product.aCollection(person, { name: 'A' })
  const elsewhere = await temporaryFolder('elsewhere')
  for (const name of ['a', 'b', 'c', 'd']) {
    await there.put(`A/${name}.mp4`, CONTENT)
    await writeFile(path.join(elsewhere, `${name} too.mp4`), CONTENT)
    await utimes(path.join(elsewhere, `${name} too.mp4`), 5, 5)
  }
  await there.look()
  pass(STILL)
  const commands = [1, 2].map(() => importHere(product.config, elsewhere, '--collection', 'A', '--owner', email))
  await Promise.all([...looks.map((looking) => looking.next()), ...commands])
  expect(await there.videos()).toHaveLength(1)
  expect(folder).not.toBe(elsewhere)
})

test('two owners in one collection both get a content, and nobody waits for its validation', async () => {
  const there = await watchedProduct()
  const { product, person } = there
  const collection = await product.aCollection(person, { name: 'A' })
  const colleague = await product.person({ company_id: person.company_id })
  const theirs = await product.aVideo(colleague, collection, { sha256: null, status: 'PENDING' })
  const [video] = await there.videos()
  const content = await buffer(await product.storage.read(video!.storage_key))
  await product.db.updateTable('videos').set({ file_size: content.length }).execute()
  // The worker looks for the only account otherwise.
  const watched = await watchedFolder(product, { owner: await emailOf(there, person.id) })
  await watched.put('A/film.mp4', content)
  await watched.settle()
  expect((await there.videos()).map(({ id, source }) => [id === theirs, source]).sort()).toEqual([
    [false, 'A/film.mp4'],
    [true, null],
  ])
  // An upload of the same person that has no hash yet is compared at once.
  await product.db.updateTable('videos').set({ sha256: null }).execute()
  await watched.put('A/again.mp4', content)
  await watched.settle()
  expect(await there.videos()).toHaveLength(2)
})

const emailOf = async ({ product }: WatchedProduct, id: string) =>
  (await product.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()).email

describe('a slow copy', () => {
  let films: string
  beforeAll(async () => {
    films = await temporaryFolder('films')
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=160x90:r=25:d=20', ...H264, '-g', '25']
    await ffmpeg(...picture, path.join(films, 'film.mp4'))
    await ffmpeg(...picture, '-movflags', '+faststart', path.join(films, 'index first.mp4'))
    for (const kind of ['ts', 'mkv', 'avi'])
      await ffmpeg('-i', path.join(films, 'film.mp4'), '-c', 'copy', path.join(films, `film.${kind}`))
  })
  const whole = (name: string) => readFile(path.join(films, name))

  test('of an MP4 and a TS with a pause of half a minute ends in two whole videos, charged once', async () => {
    const indexing = await startIndexing()
    onTestFinished(() => indexing.close())
    const { db, services, storage, user_id: id, company_id } = indexing
    await addCollection(db, { id, company_id }, { name: 'A', visual: false, audio: false, ocr: false })
    const there = await watchedFolder(services)
    const names = ['film.mp4', 'film.ts']
    // Whole packets and frames, so that nothing shows that the rest is missing.
    const half = async (name: string) => {
      const film = await whole(name)
      return film.subarray(0, 188 * Math.floor(film.length / 376))
    }
    for (const name of names) await there.put(`A/${name}`, await half(name))
    await there.settle()
    pass(2 * STILL)
    await there.look()
    expect(await there.sources()).toEqual(['A/film.ts'])
    const [part] = await there.videos()
    expect(await indexing.settled(part!.id)).toMatchObject({ status: 'SUCCESS' })
    for (const name of names)
      await appendFile(path.join(there.folder, 'A', name), (await whole(name)).subarray((await half(name)).length))
    await there.settle(STILL_AFTER_GROWTH)
    await there.look()

    const videos = await there.videos()
    expect(videos.map(({ source }) => source)).toEqual(['A/film.mp4', 'A/film.ts'])
    for (const { id, storage_key, source } of videos) {
      const settled = await indexing.settled(id)
      expect(settled.status).toBe('SUCCESS')
      expect(Math.abs(settled.duration! - 20)).toBeLessThan(0.2)
      expect((await buffer(await storage.read(storage_key))).equals(await whole(path.basename(source!)))).toBe(true)
    }
    const charges = await db.selectFrom('usage_charges').select(['video_id', 'seconds']).execute()
    expect(charges.map(({ video_id }) => video_id).sort()).toEqual(videos.map(({ id }) => id).sort())
    expect(Math.abs(charges.reduce((sum, { seconds }) => sum + seconds, 0) - 40)).toBeLessThan(0.4)
  }, 240_000)

  test.each(['film.mp4', 'index first.mp4', 'film.ts', 'film.mkv', 'film.avi'])(
    'of %s is not taken while its container says that something is missing',
    async (name) => {
      const there = await watchedProduct()
      const film = await whole(name)
      // A copy writes blocks, and no packets.
      await there.put(`A/${name}`, film.subarray(0, Math.floor(film.length / 2) - 3))
      await there.settle()
      expect([await there.sources(), there.warnings.length]).toEqual([[], 1])
      await copyFile(path.join(films, name), path.join(there.folder, 'A', name))
      await there.settle(STILL_AFTER_GROWTH)
      expect((await there.videos()).map(({ file_size }) => file_size)).toEqual([film.length])
    },
  )

  test('whose rest never comes is taken as far as it is, unless nothing of it could be played', async () => {
    const there = await watchedProduct()
    for (const name of ['film.mp4', 'index first.mp4', 'film.ts'])
      await there.put(`A/${name}`, (await whole(name)).subarray(0, 99_999))
    await there.settle()
    for (let minute = 0; minute < 21; minute += 1) {
      pass(60_000)
      await there.look()
    }
    expect(await there.sources()).toEqual(['A/film.ts', 'A/index first.mp4'])
  })

  test('in files of the full size, which are empty at first, takes the place of what was taken', async () => {
    const there = await watchedProduct()
    const film = await whole('film.ts')
    const empty = Buffer.concat([film.subarray(0, 188 * 200), Buffer.alloc(film.length - 188 * 200)])
    await there.put('A/film.ts', empty)
    await there.settle()
    expect(await there.videos()).toHaveLength(1)
    await there.put('A/film.ts', film)
    await there.settle(STILL_AFTER_GROWTH)
    const [video, ...others] = await there.videos()
    expect(others).toEqual([])
    expect((await buffer(await there.product.storage.read(video!.storage_key))).equals(film)).toBe(true)
  })

  test('leaves a verdict where it was given, and the whole is the next version', async () => {
    const there = await watchedProduct()
    const { product, person } = there
    await there.put('A/film.mpg', 'half, ')
    await there.settle()
    const [half] = await there.videos()
    await product.db
      .insertInto('verdicts')
      .values({ video_id: half!.id, user_id: person.id, person: person.id, verdict: 'approved', note: null })
      .execute()
    await there.put('A/film.mpg', 'half, whole')
    await there.settle(STILL_AFTER_GROWTH)
    const rows = await product.db
      .selectFrom('videos')
      .select(['stack_id', 'version', 'status'])
      .orderBy('version')
      .execute()
    expect(rows.map(({ version, status }) => [version, status])).toEqual([
      [1, 'PENDING'],
      [2, 'PENDING'],
    ])
    expect(new Set(rows.map(({ stack_id }) => stack_id)).size).toBe(1)
  })

  test('of a content that is there from another place gives way to it', async () => {
    const there = await watchedProduct()
    const { product, person } = there
    await there.put('A/slow.mpg', 'half, ')
    await there.settle()
    const [half] = await there.videos()
    await product.db.updateTable('videos').set({ status: 'SUCCESS', duration: 10 }).execute()
    const comment = await product.aComment(person, half!.id)
    await there.put('A/quick.mpg', 'half, whole')
    await there.settle()
    await there.put('A/slow.mpg', 'half, whole')
    await there.settle(STILL_AFTER_GROWTH)
    const [video, ...others] = await there.videos()
    expect([video!.source, others]).toEqual(['A/quick.mpg', []])
    const { video_id } = await product.db
      .selectFrom('comments')
      .select('video_id')
      .where('id', '=', comment.id)
      .executeTakeFirstOrThrow()
    expect(video_id).toBe(video!.id)
  })

  test('of another film under the same name is another video', async () => {
    const there = await watchedProduct()
    await there.put('A/film.mpg', 'a film')
    await there.settle()
    await mkdir(path.join(there.folder, 'A'), { recursive: true })
    await there.put('A/film.mpg', 'quite another film')
    await there.settle(STILL_AFTER_GROWTH)
    expect(await there.videos()).toHaveLength(2)
  })
})

import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { runWords } from '../../../../test/typed-command.ts'
import { STILL } from './failure.ts'
import { Looks, watchFolder } from './watch-folder.ts'

const closing: (() => Promise<void>)[] = []
// No time passes between looks, except when a test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(async () => {
  vi.useRealTimers()
  for (const close of closing.splice(0).reverse()) await close()
})

const pass = (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds)

/** A product with one person and a folder, at which workers look when the test says so. */
async function watched(workers = 1) {
  const product = await startProduct()
  closing.push(() => product.close())
  await product.person()
  const folder = await temporaryFolder('watched')
  const warnings: object[] = []
  const log = { ...silentLog, warn: (details: object) => void warnings.push(details) }
  const services = { ...product, log }
  const { signal } = new AbortController()
  const looks = Array.from({ length: workers }, () => new Looks(services, { folder, owner: null }, signal))
  /** Each worker looks, one after the other. */
  const look = async () => {
    for (const looking of looks) await looking.next()
  }
  const videos = () =>
    product.db
      .selectFrom('videos')
      .innerJoin('collections', 'collections.id', 'collection_id')
      .select(['source', 'collections.name', 'storage_key', 'videos.id'])
      .orderBy('source')
      .execute()
  const sources = async () => (await videos()).map(({ source }) => source)
  const put = async (within: string, content: string) => {
    await mkdir(path.dirname(path.join(folder, within)), { recursive: true })
    await writeFile(path.join(folder, within), content)
  }
  return { product, services, folder, warnings, looks, look, videos, sources, put }
}

test('files become videos of the collection of their sub-folder, once, also with two workers', async () => {
  const { product, folder, looks, look, videos, sources, put } = await watched(2)
  await put('Day 1/a.mp4', 'a')
  await put('Day 1/B cam/b.mov', 'b')
  await put('Day 1/notes.txt', 'words')
  await put('Day 2/c.mkv', 'c')
  await look()
  pass(STILL - 1)
  await look()
  expect(await videos()).toEqual([])
  pass(1)
  await Promise.all(looks.map((looking) => looking.next()))
  await look()
  expect(await sources()).toEqual(['Day 1/B cam/b.mov', 'Day 1/a.mp4', 'Day 2/c.mkv'].sort())
  expect((await videos()).map(({ name }) => name).sort()).toEqual(['Day 1', 'Day 1', 'Day 2'])
  const [first] = await videos()
  expect(await readFile(path.join(product.files, first!.storage_key), 'utf8')).toBe(
    await readFile(path.join(folder, first!.source!), 'utf8'),
  )
  // A deleted video does not come back from the folder.
  await product.db.deleteFrom('videos').where('id', '=', first!.id).execute()
  await look()
  pass(2 * STILL)
  await look()
  expect(await videos()).toHaveLength(2)
})

test('a file that is being written is not taken, and whole once its writer has ended', async () => {
  const { product, folder, look, videos, put } = await watched()
  await put('Ingest/slow.mp4', '')
  const slow = path.join(folder, 'Ingest/slow.mp4')
  for (let part = 0; part < 14; part += 1) {
    await appendFile(slow, `frame ${part} `)
    await look()
    pass(STILL - 1)
    await look()
    expect(await videos()).toEqual([])
  }
  pass(1)
  await look()
  const [video] = await videos()
  expect(await readFile(path.join(product.files, video!.storage_key), 'utf8')).toBe(await readFile(slow, 'utf8'))
})

test('a worker looks again and again', async () => {
  const { services, folder, sources, put } = await watched()
  closing.push(watchFolder(services, { folder, owner: null, pause: 20 }))
  const passing = setInterval(() => pass(STILL), 50)
  closing.push(async () => clearInterval(passing))
  await put('Day 1/a.mp4', 'a')
  await expect.poll(sources).toEqual(['Day 1/a.mp4'])
  await put('Day 1/b.mp4', 'b')
  await expect.poll(sources).toEqual(['Day 1/a.mp4', 'Day 1/b.mp4'])
})

test('a file that cannot be taken stops no other, and is named in the log and by the doctor until it is gone', async () => {
  const { product, folder, warnings, look, sources, put } = await watched()
  await put('loose.mp4', 'x')
  await put('Day 1/a.mp4', 'a')
  await look()
  pass(STILL)
  await look()
  expect(await sources()).toEqual(['Day 1/a.mp4'])
  const reason = 'It is in no sub-folder. Move it into one, whose name becomes its collection.'
  expect(warnings).toEqual([{ file: path.join(folder, 'loose.mp4'), reason }])
  const { database_url, data_dir } = product.config
  const settings = { DATABASE_URL: database_url, DATA_DIR: data_dir, SECRET_KEY: SECRET, WATCH_DIR: folder }
  const checked = async () =>
    JSON.parse((await runWords(['doctor', '--json'], settings)).out).checks.find(
      ({ name }: { name: string }) => name === 'watched folder',
    )
  expect(await checked()).toMatchObject({ state: 'warn', sentence: expect.stringContaining(`loose.mp4: ${reason}`) })
  await rm(path.join(folder, 'loose.mp4'))
  await look()
  expect(await checked()).toMatchObject({ state: 'ok' })
  await rm(folder, { recursive: true })
  expect(await checked()).toMatchObject({ state: 'fail', sentence: expect.stringContaining('cannot read') })
  await look()
  expect(warnings[1]).toMatchObject({ trouble: 'There is no such folder.' })
})

import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { typeCommand } from '../../../../test/typed-command.ts'
import { watchFolder } from './watch-folder.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A product with one person and a watched folder; workers look often. */
async function watched(workers = 1) {
  const product = await startProduct()
  closing.push(() => product.close())
  const owner = await product.person()
  const folder = await temporaryFolder('watched')
  const warnings: object[] = []
  const log = { ...silentLog, warn: (details: object) => void warnings.push(details) }
  for (let worker = 0; worker < workers; worker += 1)
    closing.push(watchFolder({ ...product, log }, { folder, owner: null, pause: 300 }))
  const videos = () =>
    product.db
      .selectFrom('videos')
      .innerJoin('collections', 'collections.id', 'collection_id')
      .select(['source', 'collections.name', 'storage_key', 'videos.id'])
      .orderBy('source')
      .execute()
  const until = async (sources: readonly string[]) => {
    while ((await videos()).length < sources.length) await wait(100)
    expect((await videos()).map(({ source }) => source)).toEqual(sources)
  }
  const put = async (within: string, content: string) => {
    await mkdir(path.dirname(path.join(folder, within)), { recursive: true })
    await writeFile(path.join(folder, within), content)
  }
  return { product, owner, folder, warnings, videos, until, put }
}

test('files become videos of the collection of their sub-folder, once, also with two workers', async () => {
  const { product, folder, videos, until, put } = await watched(2)
  await put('Day 1/a.mp4', 'a')
  await put('Day 1/B cam/b.mov', 'b')
  await put('Day 1/notes.txt', 'words')
  await put('Day 2/c.mkv', 'c')
  const begun = Date.now()
  await until(['Day 1/B cam/b.mov', 'Day 1/a.mp4', 'Day 2/c.mkv'].sort())
  expect(Date.now() - begun).toBeGreaterThan(9_000)
  expect((await videos()).map(({ name }) => name).sort()).toEqual(['Day 1', 'Day 1', 'Day 2'])
  const [first] = await videos()
  expect(await readFile(path.join(product.files, first!.storage_key), 'utf8')).toBe(
    await readFile(path.join(folder, first!.source!), 'utf8'),
  )
  // A deleted video does not come back from the folder.
  await product.db.deleteFrom('videos').where('id', '=', first!.id).execute()
  await wait(12_000)
  expect(await videos()).toHaveLength(2)
})

test('a file that is being written is not taken, and whole once its writer has ended', async () => {
  const { product, folder, videos, put } = await watched()
  await put('Ingest/slow.mp4', '')
  const slow = path.join(folder, 'Ingest/slow.mp4')
  for (let second = 0; second < 14; second += 1) {
    await appendFile(slow, `frame ${second} `)
    await wait(1_000)
    expect(await videos()).toEqual([])
  }
  while ((await videos()).length === 0) await wait(100)
  const [video] = await videos()
  expect(await readFile(path.join(product.files, video!.storage_key), 'utf8')).toBe(await readFile(slow, 'utf8'))
})

test('a file that cannot be taken stops no other, and is named in the log and by the doctor until it is gone', async () => {
  const { product, folder, warnings, until, put } = await watched()
  await put('loose.mp4', 'x')
  await put('Day 1/a.mp4', 'a')
  await until(['Day 1/a.mp4'])
  const reason = 'It is in no sub-folder. Move it into one, whose name becomes its collection.'
  expect(warnings).toEqual([{ file: path.join(folder, 'loose.mp4'), reason }])
  const { database_url, data_dir } = product.config
  const settings = { DATABASE_URL: database_url, DATA_DIR: data_dir, SECRET_KEY: SECRET, WATCH_DIR: folder }
  const checked = async () =>
    JSON.parse((await typeCommand(['doctor', '--json'], settings)).out).checks.find(
      ({ name }: { name: string }) => name === 'watched folder',
    )
  expect(await checked()).toMatchObject({ state: 'warn', sentence: expect.stringContaining(`loose.mp4: ${reason}`) })
  await rm(path.join(folder, 'loose.mp4'))
  await wait(1_000)
  expect(await checked()).toMatchObject({ state: 'ok' })
  await rm(folder, { recursive: true })
  expect(await checked()).toMatchObject({ state: 'fail', sentence: expect.stringContaining('cannot read') })
  while (warnings.length < 2) await wait(100)
  expect(warnings[1]).toMatchObject({ trouble: 'There is no such folder.' })
})

import { appendFile, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SECRET } from '../../../../../../seed/rows/senders.ts'
import { runWords } from '../../../../../test/typed-command.ts'
import { pass, watchedProduct } from '../../../../../test/watched-folder.ts'
import { STILL, STILL_AFTER_GROWTH } from './failure.ts'
import { watchFolder } from './watch-folder.ts'

test('files become videos of the collection of their sub-folder, once, also with two workers', async () => {
  const { product, folder, looks, look, videos, sources, put } = await watchedProduct(2)
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
  const { product, folder, look, videos, put } = await watchedProduct()
  await put('Ingest/slow.mp4', '')
  const slow = path.join(folder, 'Ingest/slow.mp4')
  for (let part = 0; part < 14; part += 1) {
    await appendFile(slow, `frame ${part} `)
    await look()
    pass(part === 0 ? STILL - 1 : STILL_AFTER_GROWTH - 1)
    await look()
    expect(await videos()).toEqual([])
  }
  pass(1)
  await look()
  const [video] = await videos()
  expect(await readFile(path.join(product.files, video!.storage_key), 'utf8')).toBe(await readFile(slow, 'utf8'))
})

test('a worker looks again and again', async () => {
  const { services, folder, sources, put } = await watchedProduct()
  onTestFinished(watchFolder(services, { folder, owner: null, pause: 20 }))
  const passing = setInterval(() => pass(STILL), 50)
  onTestFinished(() => clearInterval(passing))
  await put('Day 1/a.mp4', 'a')
  await expect.poll(sources).toEqual(['Day 1/a.mp4'])
  await put('Day 1/b.mp4', 'b')
  await expect.poll(sources).toEqual(['Day 1/a.mp4', 'Day 1/b.mp4'])
})

test('a file that cannot be taken stops no other, and is named in the log and by the doctor until it is gone', async () => {
  const { product, folder, warnings, look, sources, put } = await watchedProduct()
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

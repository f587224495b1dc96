import { createHash, randomBytes } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { startFilmServer } from '../../../../../test/film-server.ts'
import { KilledWorkers } from '../../../../../test/killed-workers.ts'
import { startProduct } from '../../../../../test/product.ts'

const MIB = 1024 ** 2
const films = await startFilmServer()
const api = await startProduct({ settings: { IMPORT_NETWORKS: '127.0.0.0/8', MODELS: 'off' } })
const workers = new KilledWorkers(api.config.database_url, api.config.data_dir)
afterAll(async () => {
  await workers.killAll()
  await Promise.all([api.close(), films.close()])
})

test('a fetch whose worker is killed goes on in another one, and ends with the same bytes', async () => {
  const content = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), randomBytes(40 * MIB)])
  const url = films.serve('/film.mp4', { content, pause: 10 })
  const person = await api.person(undefined, 'PRO')
  const { json } = await api.post('/api/import_url', { index_id: await api.aCollection(person), url }, person)
  const id: string = json.video.id
  const fetch = () => api.db.selectFrom('video_fetches').selectAll().where('video_id', '=', id).executeTakeFirst()
  let lost = 0
  for (const bytes of [4 * MIB, 20 * MIB]) {
    workers.start()
    await expect
      .poll(async () => (await fetch())?.received ?? 0, { timeout: 300_000, interval: 50 })
      .toBeGreaterThan(bytes)
    await workers.killAll()
    await workers.release(api.queue, api.db)
    lost += films.of('/film.mp4').made.at(-1)!.sent
  }
  workers.start()
  const row = () => api.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await expect.poll(fetch).toBeUndefined()
  const hash = createHash('sha256')
  for await (const piece of await api.storage.read((await row()).storage_key)) hash.update(piece)
  expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'))
  const { made, sent } = films.of('/film.mp4')
  expect(made).toHaveLength(3)
  expect(made.slice(1).every(({ range }) => Number(/=(\d+)-/.exec(range!)?.[1]) >= 4 * MIB)).toBe(true)
  // A chunk at most for each kill, and what was on its way.
  expect(sent - content.length).toBeLessThan(2 * 17 * MIB)
  expect(lost).toBeGreaterThan(20 * MIB)
  // The next stage has the file, and finds that it is no film.
  await expect.poll(async () => (await row()).status).toBe('FAILED')
})

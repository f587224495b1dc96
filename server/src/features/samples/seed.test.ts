import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeLibrary, silent } from '../../../test/indexing.ts'
import { createTestDatabase } from '../../../test/test-database.ts'
import { openQueue, type RunningQueue } from '../../platform/queue/pg-boss.ts'
import { moveVideo } from '../videos/status.ts'
import { seedSampleCollection } from './seed.ts'

let folder: string
let library: Awaited<ReturnType<typeof makeLibrary>>
let queue: RunningQueue

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'footnote-films-'))
  await film('harbour.mp4', 'ships')
  await film('kitchen.mp4', 'pots')
  await list('harbour', 'kitchen')
  const database_url = await createTestDatabase()
  library = await makeLibrary(database_url)
  queue = await openQueue({ database_url, database: library.db, log: silent, worker: false })
})
afterEach(async () => {
  await queue.stop()
  await library.close()
  await rm(folder, { recursive: true, force: true })
})

const film = (name: string, content: string) => writeFile(path.join(folder, name), content)
const list = (...names: string[]) =>
  writeFile(
    path.join(folder, 'films.json'),
    JSON.stringify(names.map((name) => ({ title: `The ${name}`, file: `${name}.mp4`, duration: 30 }))),
  )
const seed = () => seedSampleCollection({ db: library.db, storage: library.storage, queue }, folder)
const videos = () =>
  library.db.selectFrom('videos').selectAll().orderBy('created_at', 'desc').orderBy('file_name').execute()
async function jobs(): Promise<string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from pgboss.job where name like '%-video' order by created_on`.execute(library.db)
  return rows.map(({ name }) => name)
}

test('films become videos of a sample collection without an owner, in order, and are enqueued', async () => {
  await seed()
  const collections = await library.db.selectFrom('collections').selectAll().execute()
  expect(collections).toMatchObject([
    { sample: true, company_id: null, user_id: null, visual: true, ocr: true, audio: true },
  ])
  const rows = await videos()
  expect(rows.map(({ file_name, user_id, status }) => [file_name, user_id, status])).toEqual([
    ['The harbour.mp4', null, 'PENDING'],
    ['The kitchen.mp4', null, 'PENDING'],
  ])
  expect(await library.storage.stat(rows[0]?.storage_key ?? '')).toMatchObject({ size: 5 })
  expect(await jobs()).toEqual(['index-video', 'index-video'])
})

test('a later start, and two processes at once, repeat nothing', async () => {
  await Promise.all([seed(), seed()])
  await seed()
  expect(await videos()).toHaveLength(2)
  expect(await library.db.selectFrom('collections').selectAll().execute()).toHaveLength(1)
  expect(await jobs()).toHaveLength(2)
})

test('a new cut of a film replaces the old one, and a film that failed through our fault is retried', async () => {
  await seed()
  const [harbour, kitchen] = await videos()
  await moveVideo(library.db, kitchen?.id ?? '', 'ERROR', { error: 'Something went wrong on our side.' })
  await film('harbour.mp4', 'more ships')
  await seed()
  const rows = await videos()
  expect(rows.map(({ file_name, status }) => [file_name, status]).sort()).toEqual([
    ['The harbour.mp4', 'DELETING'],
    ['The harbour.mp4', 'PENDING'],
    ['The kitchen.mp4', 'PENDING'],
  ])
  expect(rows.find(({ status }) => status === 'DELETING')?.id).toBe(harbour?.id)
  expect((await jobs()).slice(2).sort()).toEqual(['delete-video', 'index-video', 'index-video'])
})

test('without films there is no sample collection', async () => {
  await rm(path.join(folder, 'films.json'))
  await seed()
  expect(await library.db.selectFrom('collections').selectAll().execute()).toEqual([])
})

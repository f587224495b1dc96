import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeLibrary, silent } from '../../../../test/indexing.ts'
import { createTestDatabase } from '../../../../test/test-database.ts'
import { HOOKS } from '../../../app/hooks.ts'
import { openQueue, type RunningQueue } from '../../../platform/queue/pg-boss.ts'
import { moveVideo } from '../videos/status.ts'
import { copySampleComments } from './commands.ts'
import { keepSeeding, seedSampleCollection } from './seed.ts'

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
const seed = () => seedSampleCollection({ db: library.db, storage: library.storage, queue, hooks: HOOKS }, folder)
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

test('films that could not be stored are tried again, until they are there', async () => {
  const write = vi.spyOn(library.storage, 'write').mockRejectedValueOnce(new Error('The disk is full.'))
  const log = { ...silent, error: vi.fn() }
  const services = { db: library.db, storage: library.storage, queue, hooks: HOOKS, log }
  await keepSeeding(services, folder, new AbortController().signal, 0)
  expect(log.error).toHaveBeenCalledTimes(1)
  write.mockRestore()
  expect(await videos()).toHaveLength(2)
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

test('a version of a film comes after it, and takes its place among the versions of a new cut', async () => {
  await film('harbour-v2.mp4', 'larger ships')
  const films = [
    { title: 'The harbour', file: 'harbour.mp4' },
    { title: 'The harbour', file: 'harbour-v2.mp4', version_of: 'harbour.mp4' },
  ]
  await writeFile(path.join(folder, 'films.json'), JSON.stringify(films))
  const versions = async () =>
    (await videos())
      .filter(({ status }) => status !== 'DELETING')
      .map(({ id, stack_id, version }) => ({ id, stack_id, version }))
      .sort((one, other) => one.version - other.version)
  await seed()
  await seed()
  const [first, second, ...more] = await versions()
  expect(more).toEqual([])
  expect([first?.version, second?.version]).toEqual([1, 2])
  expect(second?.stack_id).toBe(first?.stack_id)
  await film('harbour.mp4', 'more ships')
  await seed()
  const [again, still] = await versions()
  expect(still).toEqual({ id: second?.id, stack_id: again?.stack_id, version: 2 })
  expect(again?.id).not.toBe(first?.id)
})

test('a film that comes later becomes a version of one that is there', async () => {
  await seed()
  const [harbour] = await videos()
  await film('harbour-v2.mp4', 'larger ships')
  const films = [
    { title: 'The harbour', file: 'harbour.mp4' },
    { title: 'The harbour', file: 'harbour-v2.mp4', version_of: 'harbour.mp4' },
  ]
  await writeFile(path.join(folder, 'films.json'), JSON.stringify(films))
  await seed()
  const rows = (await videos()).filter(({ stack_id }) => stack_id === harbour?.stack_id)
  expect(rows.map(({ version }) => version).sort()).toEqual([1, 2])
})

test('a new company gets its own copy of what is written on the films, with the drawings', async () => {
  const shapes = [{ t: 'rect', c: 'yellow', w: 0.006, p: [0.4, 0.4, 0.6, 0.6] }]
  const comments = [
    { start_time: 1, end_time: null, content: 'Larger, please', drawing: { v: 1, shapes } },
    { start_time: 2, end_time: 3, content: 'Longer, please', drawing: null },
  ]
  await writeFile(
    path.join(folder, 'films.json'),
    JSON.stringify([{ title: 'The harbour', file: 'harbour.mp4', comments }]),
  )
  await seed()
  await seed()
  for (const name of ['One', 'Other']) {
    const { id } = await library.db.insertInto('companies').values({ name }).returning('id').executeTakeFirstOrThrow()
    await library.db.transaction().execute((transaction) => copySampleComments(transaction, id))
    const written = await library.db
      .selectFrom('comments')
      .leftJoin('drawings', 'drawings.comment_id', 'comments.id')
      .select(['content', 'start_time', 'end_time', 'guest_name', 'has_drawing', 'shapes'])
      .where('company_id', '=', id)
      .orderBy('start_time')
      .execute()
    const author = { guest_name: 'Footnote' }
    expect(written).toEqual([
      { ...author, content: 'Larger, please', start_time: 1, end_time: null, has_drawing: true, shapes },
      { ...author, content: 'Longer, please', start_time: 2, end_time: 3, has_drawing: false, shapes: null },
    ])
  }
})

test('without films there is no sample collection', async () => {
  await rm(path.join(folder, 'films.json'))
  await seed()
  expect(await library.db.selectFrom('collections').selectAll().execute()).toEqual([])
})

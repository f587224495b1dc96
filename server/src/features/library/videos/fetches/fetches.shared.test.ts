import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../../../../../seed/rows/senders.ts'
import { type FilmServer, type ServedFilm, startFilmServer } from '../../../../../test/film-server.ts'
import { startObjectStore } from '../../../../../test/object-store.ts'
import { NIL, type Product, silentLog, startProduct } from '../../../../../test/product.ts'
import { findDifferences } from '../../../../app/command/fsck.ts'
import type { JobContext } from '../../../../platform/queue/jobs.ts'
import { S3Storage } from '../../../../platform/storage/s3/s3-storage.ts'
import { storageUsed } from '../../../identity/plans/quota/queries.ts'
import { deleteVideo } from '../delete-video.job.ts'
import { enqueueMissing } from '../enqueue-missing.ts'
import { removeFailedFetches } from './commands.ts'
import { FILE_LIMITS, type FileLimits } from './fetch-file.ts'
import { importUrl } from './import-url.job.ts'

const MIB = 1024 ** 2
const films: FilmServer = await startFilmServer()
const settings = { IMPORT_NETWORKS: '127.0.0.0/8' }
const api = await startProduct({ settings })
afterAll(() => Promise.all([api.close(), films.close()]))

/** Attempts follow each other at once. */
const LIMITS: FileLimits = { ...FILE_LIMITS, delays: FILE_LIMITS.delays.map(() => 0) }
const signal = new AbortController().signal
const warnings: object[] = []
const log = { ...silentLog, warn: (details: object) => void warnings.push(details) }
const context: JobContext = { signal, last_attempt: false, starts: 1, log }

/** Adds a video from an address. */
async function add(url: string, product: Product = api, plan: 'FREE' | 'PRO' = 'PRO') {
  const person = await product.person(undefined, plan)
  const index_id = await product.aCollection(person)
  const added = await product.post('/api/import_url', { index_id, url }, person)
  expect([added.status, added.json.video?.status]).toEqual([200, 'PENDING'])
  const id: string = added.json.video.id
  return {
    person,
    index_id,
    id,
    card: added.json.video,
    run: (limits = LIMITS) => importUrl(product, limits)({ video_id: id }, context),
    detail: async () => (await product.get(`/api/get_video_details/${id}`, person)).json,
    row: () => product.db.selectFrom('videos').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    fetch: () => product.db.selectFrom('video_fetches').selectAll().where('video_id', '=', id).executeTakeFirst(),
  }
}
/** A file that says it is an MP4. */
const film = (bytes: number) => Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), randomBytes(bytes)])
let number = 0
const at = (name = 'film.mp4') => {
  number += 1
  return `/${number}/${name}`
}
const serve = (served: ServedFilm, name?: string) => films.serve(at(name), served)
const jobsOf = async (id: string, product: Product = api) =>
  (await product.jobs()).filter(({ data }) => (data as { video_id?: string }).video_id === id).map(({ name }) => name)
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

describe('a file on the web', () => {
  test('becomes a video of its name, and then of its content, and its address is forgotten', async () => {
    const content = film(3 * MIB)
    const address = serve({ content }, 'Day%201%20%C3%A9.mp4')
    const video = await add(`${address}?signature=secret`)
    expect(video.card).toMatchObject({ file_name: 'Day 1 é.mp4', file_url: null, stream_url: null, file_size: null })
    expect(video.card.fetching).toEqual({ received: 0, file_size: null })
    expect(await jobsOf(video.id)).toEqual(['import-url'])
    await video.run()
    const row = await video.row()
    expect(row).toMatchObject({ status: 'PENDING', file_size: content.length, source: films.base })
    expect(hash(await buffer(await api.storage.read(row.storage_key)))).toBe(hash(content))
    expect(row.storage_key).toBe(`videos/${video.id}/original.mp4`)
    expect(await video.fetch()).toBeUndefined()
    expect(await jobsOf(video.id)).toEqual(['import-url', 'index-video'])
    expect(await video.detail()).toMatchObject({ fetching: null, file_size: content.length })
    // A job that comes late, or twice, does nothing.
    await video.run()
    expect(await jobsOf(video.id)).toEqual(['import-url', 'index-video'])
  })

  test('is called what its server calls it, with the extension that its content has', async () => {
    const disposition = `attachment; filename="plain.mp4"; filename*=UTF-8''Caf%C3%A9%20%E2%82%AC.mov`
    const named = await add(serve({ content: film(9), headers: { 'content-disposition': disposition } }, 'get'))
    await named.run()
    expect(await named.row()).toMatchObject({ file_name: 'Café €.mov', file_extension: 'mov' })
    const plain = { 'content-type': 'application/octet-stream' }
    const unnamed = await add(serve({ content: film(9), headers: plain }, 'download'))
    expect(unnamed.card.file_name).toBe('download')
    await unnamed.run()
    expect(await unnamed.row()).toMatchObject({ file_name: 'download.mp4', file_extension: 'mp4' })
    const renamed = await add(serve({ content: film(9), headers: { 'content-disposition': disposition } }, 'x.mp4'))
    await api.post('/api/rename_video', { id: renamed.id, new_name: 'Mine' }, renamed.person)
    await renamed.run()
    expect((await renamed.row()).file_name).toMatch(/^Mine\.mp4/)
  })

  test('is fetched on from where each connection broke, and nothing twice', async () => {
    const content = film(9 * MIB)
    const address = serve({ content, cut_after: MIB })
    const video = await add(address)
    await video.run()
    expect(hash(await buffer(await api.storage.read((await video.row()).storage_key)))).toBe(hash(content))
    const { made, sent } = films.of(new URL(address).pathname)
    expect(made.length).toBeGreaterThan(8)
    expect(made.slice(1).every(({ if_range }) => if_range === '"first"')).toBe(true)
    expect(sent).toBe(content.length)
  })

  test('begins again when it is another file meanwhile, also if its server ignores conditions', async () => {
    for (const conditions of [true, false]) {
      const path = at()
      const [first, second] = [film(4 * MIB), film(3 * MIB)]
      const video = await add(films.serve(path, { content: first, cut_after: 2 * MIB }))
      await expect(video.run({ ...LIMITS, delays: [] })).resolves.toBeUndefined()
      expect(await video.row()).toMatchObject({ status: 'ERROR', error: expect.stringContaining('failed 1 times') })
      expect((await video.fetch())?.received).toBe(2 * MIB)
      films.serve(path, { content: second, etag: '"second"', conditions })
      const again = await api.post('/api/retry-indexing', { video_id: video.id }, video.person)
      expect([again.status, again.json.message]).toEqual([200, 'The file is being fetched again'])
      await video.run()
      expect(hash(await buffer(await api.storage.read((await video.row()).storage_key)))).toBe(hash(second))
    }
  })

  test('comes whole from a server that knows no ranges, and from one that does not say its size', async () => {
    for (const more of [{ ranges: false }, { chunked: true, ranges: false }, { chunked: true }, { etag: null }]) {
      const content = film(3 * MIB)
      const path = at()
      const video = await add(films.serve(path, { content, ...more }))
      films.serve(path, { content, ...more, cut_after: MIB })
      setTimeout(() => films.serve(path, { content, ...more }), 300)
      await video.run({ ...LIMITS, delays: [1, 1, 1] })
      expect(hash(await buffer(await api.storage.read((await video.row()).storage_key)))).toBe(hash(content))
    }
  })

  test('is asked for again when its server is busy, as late as that says', async () => {
    const path = at()
    const content = film(9)
    const video = await add(films.serve(path, { content }))
    films.refuse(path, 429, { 'retry-after': '1' })
    films.refuse(path, 503)
    const begun = performance.now()
    await video.run()
    expect(performance.now() - begun).toBeGreaterThan(900)
    expect((await video.row()).file_size).toBe(content.length)

    const later = await add(films.serve(path, { content }))
    films.refuse(path, 429, { 'retry-after': new Date(Date.now() + 600_000).toUTCString() })
    await later.run()
    expect(await later.detail()).toMatchObject({ status: 'PENDING', error: expect.stringMatching(/^Waiting for 127/) })
    expect(await jobsOf(later.id)).toEqual(['import-url', 'import-url'])
    await later.run()
    expect(await later.row()).toMatchObject({ error: null, file_size: content.length })
  })
})

describe('what is no video', () => {
  test.each([
    [
      'a page',
      { content: Buffer.from('x'), headers: { 'content-type': 'text/html; charset=utf-8' } },
      'leads to a page',
    ],
    [
      'a page in disguise',
      { content: Buffer.from('<!DOCTYPE html><html>'), headers: { 'content-type': '' } },
      'to a page',
    ],
    ['a text', { content: Buffer.from('words'), headers: { 'content-type': 'text/plain' } }, 'Only videos can be'],
    ['an empty file', { content: Buffer.alloc(0) }, 'The file is empty.'],
    ['an empty file of unknown size', { content: Buffer.alloc(0), chunked: true, ranges: false }, 'The file is empty.'],
    ['a compressed file', { content: film(9), headers: { 'content-encoding': 'gzip' } }, 'compressed'],
  ] as const)('%s fails with a sentence, and leaves nothing', async (_what, served, sentence) => {
    const video = await add(serve(served, 'watch'))
    await video.run()
    expect(await video.detail()).toMatchObject({ status: 'FAILED', error: expect.stringContaining(sentence) })
    expect(await video.detail()).toMatchObject({ can: { retry: true, delete: true }, file_url: null })
    expect((await api.storage.stat(`videos/${video.id}/original`)) ?? null).toBeNull()
  })

  test.each([404, 403, 400])('an address that answers %i fails with a sentence', async (status) => {
    const video = await add(films.refuse(at(), status))
    await video.run()
    expect(await video.row()).toMatchObject({ status: 'FAILED', error: expect.stringContaining(`${status}`) })
  })

  test('an address that leads to a private one fails', async () => {
    for (const location of [
      'http://10.0.0.1/a.mp4',
      'http://169.254.169.254/latest',
      'http://[::ffff:127.0.0.1]/',
      'file:///etc/passwd',
    ]) {
      const video = await add(films.refuse(at(), 302, { location }))
      await video.run()
      expect(await video.row()).toMatchObject({ status: 'FAILED', error: expect.stringMatching(/address/) })
    }
    const path = at()
    for (let hop = 0; hop < 7; hop += 1) films.refuse(path, 302, { location: path })
    const round = await add(films.base + path)
    await round.run()
    expect((await round.row()).error).toBe('This address redirects too often.')
  })
})

describe('limits', () => {
  test('a file of 100 GB is refused by its size, before a byte', async () => {
    const address = serve({
      content: film(MIB),
      ranges: false,
      headers: { 'content-length': String(100 * 1024 * MIB) },
    })
    const video = await add(address)
    await video.run()
    expect(await video.row()).toMatchObject({ status: 'FAILED', error: expect.stringContaining('Files up to 20') })
    expect(await video.fetch()).toMatchObject({ received: 0 })
  })

  test('an endless file is refused when it is too large, and leaves nothing', async () => {
    const video = await add(serve({ content: film(MIB), ranges: false, chunked: true, endless: true }))
    await video.run({ ...LIMITS, max_bytes: 20 * MIB })
    expect(await video.row()).toMatchObject({ status: 'FAILED', error: expect.stringContaining('can be added') })
    expect(await video.fetch()).toMatchObject({ received: 0, store: null })
    expect((await readdir(path.join(api.files, '.incoming'))).filter((name) => name.includes(video.id))).toEqual([])
  })

  test('a server that promises more than it sends fails after its tries', async () => {
    const content = film(MIB)
    const video = await add(serve({ content, ranges: false, headers: { 'content-length': content.length + 5 } }))
    await video.run()
    expect(await video.row()).toMatchObject({ status: 'ERROR', error: expect.stringMatching(/failed \d+ times/) })
  })

  test('the room of the plan counts from the first answer', async () => {
    const gigabytes = 6 * 1024 * MIB
    const address = serve({ content: film(9), ranges: false, headers: { 'content-length': String(gigabytes) } })
    const video = await add(address, api, 'FREE')
    await video.run()
    expect(await video.detail()).toMatchObject({ status: 'OVER_LIMIT', error: expect.stringContaining('is needed') })
    expect(await storageUsed(api.db, video.person.company_id)).toBe(0)
  })
})

describe('the call', () => {
  test.each([
    'http://10.0.0.1/a.mp4',
    'http://192.168.1.1/a.mp4',
    'http://[::1]/a.mp4',
    'http://[::ffff:127.0.0.1]/a.mp4',
    'http://169.254.169.254/latest/meta-data',
    'http://user:secret@127.0.0.1/a.mp4',
    'ftp://127.0.0.1/a.mp4',
    'file:///etc/passwd',
    'nonsense',
  ])('refuses %s', async (url) => {
    const person = await api.person()
    const answer = await api.post('/api/import_url', { index_id: await api.aCollection(person), url }, person)
    expect([answer.status, answer.json.code]).toEqual([400, 'address_refused'])
    expect(answer.text).not.toContain('secret')
  })

  test('refuses loopback without a setting, strangers, samples, and a full plan', async () => {
    const product = await startProduct()
    const mine = await product.person()
    const place = await product.aCollection(mine)
    const refused = await product.post('/api/import_url', { index_id: place, url: `${films.base}/a.mp4` }, mine)
    expect([refused.status, refused.json.code]).toEqual([400, 'address_refused'])
    await product.close()
    const [person, stranger] = [await api.person(), await api.person()]
    const index_id = await api.aCollection(person)
    const url = `${films.base}/a.mp4`
    const codeOf = async (body: object, who: { access: string } | null) =>
      (await api.post('/api/import_url', body, who ?? undefined)).json.code
    expect(await codeOf({ index_id, url }, null)).toBe('unauthenticated')
    expect(await codeOf({ index_id, url }, stranger)).toBe('not_found')
    expect(await codeOf({ index_id: NIL, url }, person)).toBe('not_found')
    expect(await codeOf({ index_id: await api.aCollection(null), url }, person)).toBe('forbidden')
    expect(await codeOf({ index_id, url: ' ' }, person)).toBe('validation_failed')
    await api.aVideo(person, index_id, { file_size: 5 * 1024 * MIB })
    expect(await codeOf({ index_id, url }, person)).toBe('limit_storage')
  })
})

describe('the rest of the product', () => {
  /** A video of whose file one MiB is there. */
  async function half() {
    const video = await add(serve({ content: film(4 * MIB), cut_after: MIB }))
    await video.run({ ...LIMITS, delays: [] })
    expect((await video.fetch())?.received).toBe(MIB)
    const incoming = async () =>
      (await readdir(path.join(api.files, '.incoming'))).filter((name) => name.includes(video.id))
    expect(await incoming()).toHaveLength(1)
    return { ...video, incoming }
  }

  test('does not validate or serve a file that is not there, and derives its lost job', async () => {
    const video = await add(serve({ content: film(9) }))
    await sql`delete from pgboss.job where data ->> 'video_id' = ${video.id}`.execute(api.db)
    await api.db.transaction().execute((transaction) => enqueueMissing(transaction, api.queue))
    expect(await jobsOf(video.id)).toEqual(['import-url'])
    const download = await api.get(`/api/generate-download-url/${video.id}`, video.person)
    expect([download.status, download.json.code]).toEqual([409, 'video_not_ready'])
    const found = await findDifferences(api, null, Date.now() + 7 * 86_400_000)
    expect(found.filter(({ key }) => key.includes(video.id))).toEqual([])
  })

  test('counts what is there of a failed fetch, and removes it a week later', async () => {
    const video = await half()
    expect(await storageUsed(api.db, video.person.company_id)).toBe(MIB)
    await removeFailedFetches(api, signal)
    expect(await video.incoming()).toHaveLength(1)
    const old = new Date(Date.now() - 8 * 86_400_000)
    await api.db.updateTable('video_fetches').set({ active_at: old }).where('video_id', '=', video.id).execute()
    await removeFailedFetches(api, signal)
    expect([await video.incoming(), await storageUsed(api.db, video.person.company_id)]).toEqual([[], 0])
    expect(await video.fetch()).toMatchObject({ received: 0, store: null })
  })

  test('deletes a video with its bytes, also while they arrive', async () => {
    const video = await half()
    await api.post('/api/delete_video', { id: video.id }, video.person)
    await deleteVideo(api)({ video_id: video.id }, context)
    expect([await video.incoming(), await video.fetch()]).toEqual([[], undefined])

    const slow = await add(serve({ content: film(32 * MIB), pause: 20 }))
    const running = slow.run()
    await expect.poll(async () => (await slow.fetch())?.received, { timeout: 20_000 }).toBeGreaterThan(0)
    expect(await slow.detail()).toMatchObject({ fetching: { file_size: 32 * MIB + 24 }, status: 'PENDING' })
    await api.post('/api/delete_video', { id: slow.id }, slow.person)
    await running
    await deleteVideo(api)({ video_id: slow.id }, context)
    expect((await readdir(path.join(api.files, '.incoming'))).filter((name) => name.includes(slow.id))).toEqual([])
  })

  test('begins again after a restore, also where bytes of another file are left', async () => {
    const path = at()
    const video = await add(films.serve(path, { content: film(4 * MIB), cut_after: 2 * MIB }))
    await video.run({ ...LIMITS, delays: [] })
    await api.db
      .updateTable('video_fetches')
      .set({ received: 0, store: null, file_size: null, validator: null })
      .where('video_id', '=', video.id)
      .execute()
    const content = film(MIB)
    films.serve(path, { content, etag: '"second"' })
    await api.post('/api/retry-indexing', { video_id: video.id }, video.person)
    await video.run()
    expect(hash(await buffer(await api.storage.read((await video.row()).storage_key)))).toBe(hash(content))
  })

  test('never logs or answers the query of an address', async () => {
    const address = films.refuse(at(), 404)
    const video = await add(`${address}?X-Signature=very-secret`)
    await video.run()
    const told = JSON.stringify([warnings, await video.detail(), await api.jobs(), await video.row()])
    expect(told).toContain('There is no file at this address')
    expect(told).not.toContain('very-secret')
  })
})

test('an object store gets the same file, also in many pieces', async () => {
  const store = await startObjectStore()
  const storage = new S3Storage({ s3: store.settings, secret_key: SECRET })
  const product = await startProduct({ settings, storage })
  try {
    const content = film(17 * MIB)
    const video = await add(serve({ content, cut_after: 3 * MIB }), product)
    await video.run()
    const { storage_key } = await video.row()
    expect(hash(await buffer(await storage.read(storage_key)))).toBe(hash(content))
    const chunked = await add(serve({ content, chunked: true, ranges: false }), product)
    await chunked.run()
    expect(hash(await buffer(await storage.read((await chunked.row()).storage_key)))).toBe(hash(content))
  } finally {
    await product.close()
    await store.stop()
  }
})

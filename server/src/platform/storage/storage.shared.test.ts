import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ADDRESS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Person, SECRET } from '../../../../seed/rows/senders.ts'
import { startObjectStore } from '../../../test/object-store.ts'
import { type Product, silentLog, startProduct } from '../../../test/product.ts'
import { startProxy } from '../../../test/proxy.ts'
import { storageUsed } from '../../features/identity/plans/quota/queries.ts'
import { settleStorage } from '../../features/identity/plans/quota/settle-storage.job.ts'
import { DiskStorage } from './disk.ts'
import { expiryOf } from './file-addresses.ts'
import { S3Storage } from './s3/s3-storage.ts'
import type { AddressOptions, Storage } from './storage.ts'

const TYPE = 'video/mp4'
const MIB = 1024 ** 2

/** Bytes that differ everywhere, without holding them all. */
async function* numbers(mebibytes: number): AsyncGenerator<Buffer> {
  for (let part = 0; part < mebibytes; part += 1) yield Buffer.alloc(MIB, `part ${part} `)
}
async function digest(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
const stream = (text: string) => Readable.from([Buffer.from(text)])
const text = async (content: Readable) => (await buffer(content)).toString()

const kinds = {
  async disk() {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-storage-'))
    return {
      storage: new DiskStorage({ folder, secret_key: SECRET }) as Storage,
      folder,
      stop: () => rm(folder, { recursive: true, force: true }),
    }
  },
  async s3() {
    const store = await startObjectStore()
    return { storage: new S3Storage({ s3: store.settings, secret_key: SECRET }) as Storage, stop: store.stop }
  },
}

test('an address that is shown repeatedly stays equal for ten minutes and never outlives its lifetime', () => {
  const ending = (time: string, shift = 0) =>
    new Date(1000 * expiryOf(Date.parse(`2026-03-01T${time}`), { lifetime: ADDRESS.media }, shift))
      .toISOString()
      .slice(11, 19)
  expect(['08:00:00Z', '08:00:05Z', '08:09:59Z', '08:10:00Z'].map((time) => ending(time))).toEqual([
    '08:15:00',
    '08:15:00',
    '08:15:00',
    '08:25:00',
  ])
  expect(['08:01:39Z', '08:01:40Z', '08:11:39Z', '08:11:40Z'].map((time) => ending(time, 100))).toEqual([
    '08:06:40',
    '08:16:40',
    '08:16:40',
    '08:26:40',
  ])
  expect(expiryOf(Date.parse('2026-03-01T08:30:00Z'), { lifetime: 3600, download_name: 'a' })).toBe(
    Date.parse('2026-03-01T09:30:00Z') / 1000,
  )
})

describe.each(Object.entries(kinds))('storage on %s', (_kind, open) => {
  let storage: Storage
  let stop: () => Promise<void>
  let server: Product
  let owner: Person
  let collection: string
  let folder: string
  let media: AddressOptions
  beforeAll(async () => {
    ;({ storage, stop } = await open())
    server = await startProduct({ storage })
    owner = await server.person({ company_id: await server.company('TEAM') })
    collection = await server.aCollection(owner)
    media = { lifetime: ADDRESS.media, content_type: TYPE, viewer: await server.viewer(owner) }
    folder = await mkdtemp(path.join(tmpdir(), 'footnote-copies-'))
  })
  afterAll(async () => {
    await server?.close()
    await stop?.()
    await rm(folder, { recursive: true, force: true })
  })

  test('stores what is written, knows its size, and reads it whole or in ranges', async () => {
    const before = Date.now()
    expect(await storage.write('videos/a/film.mp4', stream('0123456789'), TYPE)).toBe(10)
    expect(await storage.stat('videos/a/film.mp4')).toMatchObject({ size: 10 })
    expect((await storage.stat('videos/a/film.mp4'))!.modified.getTime()).toBeGreaterThan(before - 60_000)
    expect(await text(await storage.read('videos/a/film.mp4'))).toBe('0123456789')
    expect(await text(await storage.read('videos/a/film.mp4', { start: 2, end: 4 }))).toBe('234')
  })

  test('replaces a file, and stores an empty one', async () => {
    await storage.write('videos/a/twice.mp4', stream('first'), TYPE)
    await storage.write('videos/a/twice.mp4', stream('second'), TYPE)
    expect(await text(await storage.read('videos/a/twice.mp4'))).toBe('second')
    expect(await storage.write('videos/a/empty.mp4', Readable.from([]), TYPE)).toBe(0)
    expect(await storage.stat('videos/a/empty.mp4')).toMatchObject({ size: 0 })
  })

  test('stores a file of many parts unchanged', async () => {
    expect(await storage.write('videos/a/large.mp4', numbers(40), TYPE)).toBe(40 * MIB)
    expect(await digest(await storage.read('videos/a/large.mp4'))).toBe(await digest(numbers(40)))
  })

  test('a staged file is invisible before it is committed, and after it is discarded', async () => {
    const kept = await storage.stage('videos/a/kept.mp4', stream('kept'), TYPE)
    const lost = await storage.stage('videos/a/lost.mp4', stream('lost'), TYPE)
    expect(kept.size).toBe(4)
    expect(await storage.stat('videos/a/kept.mp4')).toBeNull()
    await kept.commit()
    await lost.discard()
    expect(await storage.stat('videos/a/kept.mp4')).toMatchObject({ size: 4 })
    expect(await storage.stat('videos/a/lost.mp4')).toBeNull()
  })

  test('a broken stream leaves nothing and throws its error', async () => {
    async function* breaking() {
      yield* numbers(20)
      throw new Error('The line went dead.')
    }
    await expect(storage.write('videos/a/broken.mp4', breaking(), TYPE)).rejects.toThrow('The line went dead.')
    expect(await storage.stat('videos/a/broken.mp4')).toBeNull()
  })

  test('moves a local file, and gives a local path of a stored one', async () => {
    const made = path.join(folder, 'made.jpg')
    await writeFile(made, 'a picture')
    await storage.writeFile('videos/a/poster.jpg', made, 'image/jpeg')
    await expect(readFile(made)).rejects.toThrow('ENOENT')
    const local = await storage.local('videos/a/poster.jpg', folder)
    expect(await readFile(local, 'utf8')).toBe('a picture')
  })

  test('reports a missing file as unknown, and removes it without an error', async () => {
    expect(await storage.stat('videos/none/film.mp4')).toBeNull()
    await expect(storage.read('videos/none/film.mp4')).rejects.toMatchObject({ code: 'not_found' })
    await expect(storage.local('videos/none/film.mp4', folder)).rejects.toMatchObject({ code: 'not_found' })
    await storage.remove('videos/none/film.mp4')
    await storage.removeAll('videos/none/')
  })

  test('removes one file, or all under a folder and nothing beside it', async () => {
    for (const key of ['videos/b/film.mp4', 'videos/b/samples/1.jpg', 'videos/b/samples/2.jpg', 'videos/bc/film.mp4'])
      await storage.write(key, stream('x'), TYPE)
    await storage.remove('videos/b/samples/1.jpg')
    expect(await storage.stat('videos/b/samples/1.jpg')).toBeNull()
    expect(await storage.stat('videos/b/samples/2.jpg')).not.toBeNull()
    await storage.removeAll('videos/b/')
    for (const key of ['videos/b/film.mp4', 'videos/b/samples/2.jpg']) expect(await storage.stat(key)).toBeNull()
    expect(await storage.stat('videos/bc/film.mp4')).not.toBeNull()
  })

  test('complete files are not among the remains of writes', async () => {
    await storage.write('videos/a/whole.mp4', stream('whole'), TYPE)
    for await (const { remove } of storage.remains(new Set())) await remove()
    expect(await storage.stat('videos/a/whole.mp4')).not.toBeNull()
  })

  test('a signed address works for anyone, also in ranges, with its type', async () => {
    // An address changes every ten minutes of the clock, which may pass in the middle of this test.
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    await storage.write('videos/a/shown.mp4', stream('0123456789'), TYPE)
    const address = await storage.address('videos/a/shown.mp4', { ...media, content_type: 'video/webm' })
    const url = new URL(address, server.base)
    const whole = await fetch(url)
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([
      200,
      'video/webm',
      '0123456789',
    ])
    const part = await fetch(url, { headers: { range: 'bytes=3-5' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 3-5/10', '345'])
    expect(await storage.address('videos/a/shown.mp4', { ...media, content_type: 'video/webm' })).toBe(address)
  })

  test('subtitles are revalidated each time, since they can change; films are not', async () => {
    const options = { ...media, content_type: 'text/vtt; charset=utf-8' }
    const address = new URL(await storage.address('videos/a/subtitles.vtt', options), server.base)
    await storage.write('videos/a/subtitles.vtt', stream('WEBVTT'), 'text/vtt')
    const first = await fetch(address)
    expect([first.headers.get('cache-control'), await first.text()]).toEqual(['private, no-cache', 'WEBVTT'])
    const known = { headers: { 'if-none-match': first.headers.get('etag')! } }
    expect((await fetch(address, known)).status).toBe(304)
    await storage.write('videos/a/subtitles.vtt', stream('WEBVTT in French'), 'text/vtt')
    const second = await fetch(address, known)
    expect([second.status, await second.text()]).toEqual([200, 'WEBVTT in French'])
    await storage.write('videos/a/kept.mp4', stream('x'), TYPE)
    const film = await fetch(new URL(await storage.address('videos/a/kept.mp4', media), server.base))
    // Caches keep nothing longer than its address works: a store sends the expiry, the server the duration.
    expect(film.headers.get('cache-control')).toMatch(/^private(?:, max-age=\d+)?$/)
    const kept = Number(/\d+/.exec(film.headers.get('cache-control')!)?.[0])
    const until = film.headers.has('expires') ? Date.parse(film.headers.get('expires')!) : Date.now() + kept * 1000
    expect(until).toBeGreaterThan(Date.now() + 60_000)
    expect(until).toBeLessThanOrEqual(Date.now() + ADDRESS.media * 1000)
  })

  test('a download keeps its name in any script', async () => {
    const name = 'مباراة 🎉 "final" 100%.mp4'
    await storage.write('videos/a/named.mp4', stream('x'), TYPE)
    const address = await storage.address('videos/a/named.mp4', {
      ...media,
      lifetime: ADDRESS.download,
      download_name: name,
    })
    const disposition = (await fetch(new URL(address, server.base))).headers.get('content-disposition')!
    expect(disposition).toMatch(/^attachment; filename="/)
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!)).toBe(name)
  })

  const session = async (file_size?: number) => {
    const body = { index_id: collection, file_type: TYPE, file_extension: 'mp4', file_size }
    return (await server.post('/api/upload', body, owner)).json
  }
  test('a form accepts a file, which then becomes a video of the size that arrived', async () => {
    const { url, file_id } = await session(5)
    const form = new FormData()
    for (const [field, value] of Object.entries<string>(url.fields)) form.append(field, value)
    form.append('file', new Blob(['bytes']))
    expect((await fetch(new URL(url.url, server.base), { method: 'POST', body: form })).status).toBe(204)
    const record = { index_id: collection, file_id, file_name: 'a.mp4', file_extension: 'mp4' }
    const { video } = (await server.post('/api/add_records', record, owner)).json
    expect(video).toMatchObject({ id: file_id, file_size: 5 })
    expect(await (await fetch(new URL(video.stream_url, server.base))).text()).toBe('bytes')
  })

  test('an object store accepts only the announced size, and for an hour; other uploads go through the server', async () => {
    const announced = await session(5)
    const unknown = await session()
    expect(unknown.url.url).toBe('/api/files/upload')
    if (storage.kind === 'disk') return expect(announced.url.url).toBe('/api/files/upload')
    const policy = announced.url.fields.Policy ?? announced.url.fields.policy
    const { expiration } = JSON.parse(Buffer.from(policy, 'base64').toString())
    expect(Date.parse(expiration) - Date.now()).toBeLessThanOrEqual(UPLOAD.idle * 1000)
    const used = () => storageUsed(server.db, owner.company_id)
    const before = await used()
    const late = new Date(Date.now() - UPLOAD.idle * 1000 - 1000)
    await server.db.updateTable('uploads').set({ active_at: late }).where('id', '=', announced.file_id).execute()
    // The upload may still be running: it keeps its reservation until the store was asked.
    expect(await used()).toBe(before)
    await storage.write(announced.url.fields.key, stream('abc'), TYPE)
    await settleStorage({ db: server.db, storage })(
      {},
      { signal: new AbortController().signal, last_attempt: false, starts: 1, log: silentLog },
    )
    expect(await used()).toBe(before - 2)
  })

  test('a download from an object store expires like its media, since it cannot be revoked', async () => {
    const address = new URL(
      await storage.address('videos/a/film.mp4', { ...media, lifetime: ADDRESS.download, download_name: 'a.mp4' }),
      server.base,
    )
    if (storage.kind === 's3') expect(address.searchParams.get('X-Amz-Expires')).toBe(String(ADDRESS.media))
    else expect(Number(address.searchParams.get('expires')) - Date.now() / 1000).toBeGreaterThan(ADDRESS.media)
  })

  test('a file above an object store’s limit for one POST goes through the server, as a stream', async () => {
    const { url, file_id } = await session(UPLOAD.object_store_post_max + 1)
    expect(url.url).toBe('/api/files/upload')
    const form = new FormData()
    for (const [field, value] of Object.entries<string>(url.fields)) form.append(field, value)
    form.append('file', new Blob([await buffer(Readable.from(numbers(20)))]))
    expect((await fetch(new URL(url.url, server.base), { method: 'POST', body: form })).status).toBe(204)
    const record = { index_id: collection, file_id, file_name: 'a.mp4', file_extension: 'mp4' }
    expect((await server.post('/api/add_records', record, owner)).json.video.file_size).toBe(20 * MIB)
    const { url: again } = await session(UPLOAD.object_store_post_max + 1)
    const altered = new FormData()
    for (const [field, value] of Object.entries<string>({ ...again.fields, key: url.fields.key }))
      altered.append(field, value)
    altered.append('file', new Blob(['x']))
    expect((await fetch(new URL(again.url, server.base), { method: 'POST', body: altered })).status).toBe(403)
  })
})

test('an object store that is known to be away is asked once per call, until it is back', async () => {
  const store = await startObjectStore()
  const proxy = await startProxy(store.settings.endpoint)
  onTestFinished(async () => {
    await proxy.stop()
    await store.stop()
  })
  const s3 = { ...store.settings, endpoint: new URL(proxy.url).origin }
  const storage = new S3Storage({ s3, secret_key: SECRET })
  await storage.write('videos/a/kept.mp4', stream('bytes'), TYPE)
  proxy.refuse()
  expect(await storage.obstacle()).toMatchObject({ kind: 'away' })
  const before = proxy.refused()
  await expect(storage.stat('videos/a/kept.mp4')).rejects.toMatchObject({ part: 'storage' })
  await expect(storage.write('videos/a/lost.mp4', stream('bytes'), TYPE)).rejects.toMatchObject({ part: 'storage' })
  expect(proxy.refused() - before).toBe(2)
  proxy.admit()
  expect(await storage.stat('videos/a/kept.mp4')).toMatchObject({ size: 5 })
})

test('an upload fails with the reason why the object store refuses its parts, however slowly it arrives', async () => {
  const givenUp = Promise.withResolvers<void>()
  const store = createServer((request, response) => {
    if (request.method === 'DELETE') givenUp.resolve()
    request.resume().once('end', () => {
      if (request.method === 'PUT') response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>')
      else response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>')
    })
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  const s3 = { endpoint, bucket: 'full', region: 'us-east-1', access_key_id: 'a', secret_access_key: 'b' }
  const storage = new S3Storage({ s3, secret_key: SECRET })
  // Two parts and a little more, and the rest when nobody reads any more.
  async function* slowly() {
    yield* numbers(33)
    await givenUp.promise
    yield* numbers(1)
  }
  for (const content of [slowly(), numbers(100)])
    await expect(storage.write('videos/a/refused.mp4', content, TYPE)).rejects.toMatchObject({ name: 'QuotaExceeded' })
  store.closeAllConnections()
  store.close()
})

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { headersOf, type LinkHolder, SECRET } from '../../../../../../seed/rows/senders.ts'
import { startApiBeside } from '../../../../../test/api-beside.ts'
import { boxCalls } from '../../../../../test/boxes.ts'
import { drawnCases } from '../../../../../test/drawn-cases.ts'
import { type Product, silentLog, startProduct } from '../../../../../test/product.ts'
import { mountSmallDisk } from '../../../../../test/small-disk.ts'
import { startWholeObjectStore } from '../../../../../test/whole-object-store.ts'
import { DiskStorage } from '../../../../platform/storage/disk.ts'
import { S3Storage } from '../../../../platform/storage/s3/s3-storage.ts'
import type { Storage } from '../../../../platform/storage/storage.ts'
import { removeExpiredUploads } from '../../../library/uploads/remove-expired.ts'

// What guests of boxes may try, and what may happen to them: nothing goes beyond the box, and nothing is lost.
const MIB = 1024 ** 2
const FILM = randomBytes(RESUMABLE.chunk + 4 * MIB)
const context = { signal: new AbortController().signal, log: silentLog }

/** A box in a product with this store, which is stopped afterwards. */
async function withBox(store: OpenedStore, run: (place: BoxPlace) => Promise<void>): Promise<void> {
  const { storage, stop } = store
  const api = await startProduct(storage ? { storage } : {})
  try {
    const calls = boxCalls(api)
    const maker = await api.person()
    const box = await calls.aBox(maker, await api.aCollection(maker))
    const kim = await calls.aGuest(box.share_token)
    const offsetOf = async (id: string) => Number((await calls.head(kim, id)).headers.get('upload-offset'))
    const contentOf = async (id: string) => {
      const rows = api.db.selectFrom('videos').select('storage_key').where('id', '=', id)
      return await buffer(await api.storage.read((await rows.executeTakeFirstOrThrow()).storage_key))
    }
    await run({ api, ...calls, maker, box, kim, offsetOf, contentOf })
  } finally {
    await api.close()
    await stop?.()
  }
}
type BoxPlace = ReturnType<typeof boxCalls> & {
  readonly api: Product
  readonly maker: Awaited<ReturnType<Product['person']>>
  readonly box: Awaited<ReturnType<ReturnType<typeof boxCalls>['aBox']>>
  readonly kim: LinkHolder
  readonly offsetOf: (id: string) => Promise<number>
  readonly contentOf: (id: string) => Promise<Buffer>
}

interface OpenedStore {
  readonly storage?: Storage
  /** What tells another process of it. */
  readonly environment?: NodeJS.ProcessEnv
  readonly stop?: () => Promise<void>
}
const stores: { name: string; open: () => Promise<OpenedStore> }[] = [
  { name: 'a disk', open: async () => ({}) },
  {
    name: 'an object store',
    open: async () => {
      const { settings: s3, stop } = await startWholeObjectStore()
      const environment = {
        S3_ENDPOINT: s3.endpoint,
        S3_BUCKET: s3.bucket,
        S3_ACCESS_KEY_ID: s3.access_key_id,
        S3_SECRET_ACCESS_KEY: s3.secret_access_key,
      }
      return { storage: new S3Storage({ s3, secret_key: SECRET }), environment, stop }
    },
  },
]

describe.each(drawnCases(stores))('over $name', ({ open }) => {
  test('a file goes on after cut connections and a second tab, and equals what was sent', async () => {
    await withBox(await open(), async ({ api, kim, begun, patch, offsetOf, contentOf }) => {
      const id = await begun(kim, FILM.length)
      for (let cuts = 0; cuts < 3; cuts += 1) {
        const from = await offsetOf(id)
        await cut(api, kim, id, { from, bytes: FILM.subarray(from, from + MIB) })
      }
      await expect.poll(() => offsetOf(id)).toBeGreaterThan(0)
      // Two tabs send the rest at once, and ask again where it goes on, until it is there.
      const tab = async () => {
        for (let most = 3_000; ; most *= 1.5) {
          const from = await offsetOf(id)
          if (from === FILM.length) return
          const { status, code } = await patch(kim, id, from, FILM.subarray(from))
          expect([204, 409, 423], code).toContain(status)
          // The newest of two requests goes on, so both would stop each other for ever if neither waited for long enough.
          await wait(most * Math.random())
        }
      }
      await Promise.all([tab(), tab()])
      expect((await contentOf(id)).equals(FILM)).toBe(true)
    })
  })

  test('a file goes on after the API was killed at any moment, is there once, and takes one place in its box', async () => {
    const store = await open()
    const { storage, environment } = store
    await withBox(store, async ({ api, maker, aBox, aGuest }) => {
      const { share_token } = await aBox(maker, await api.aCollection(maker), { max_files: 1, max_bytes: FILM.length })
      const kim = await aGuest(share_token)
      const start = (folder?: string) => startApiBeside(api.config.database_url, environment, folder)
      let beside = await start()
      const { folder } = beside
      /** Sends the rest of the file to a process that is killed once `when` is over, and starts the next one. */
      const killedWhile = async (id: string, when: () => Promise<unknown>) => {
        const { head } = boxCalls({ ...api, base: beside.base })
        const from = Number((await head(kim, id)).headers.get('upload-offset'))
        const request = sending(beside.base, kim, id, from)
        const ended = new Promise<void>((done) => request.on('error', () => done()).on('response', () => done()))
        request.write(FILM.subarray(from, -1))
        await when()
        await beside.kill()
        await ended
        request.destroy()
        beside = await start(folder)
        const now = Number((await boxCalls({ ...api, base: beside.base }).head(kim, id)).headers.get('upload-offset'))
        expect(now).toBeGreaterThanOrEqual(from)
        return now
      }
      try {
        const id = await boxCalls({ ...api, base: beside.base }).begun(kim, FILM.length)
        const received = async () =>
          (await api.db.selectFrom('uploads').select('received').where('id', '=', id).executeTakeFirstOrThrow())
            .received
        await killedWhile(id, async () => undefined)
        for (const least of drawnCases([0, 33, 67])) await killedWhile(id, () => wait(least + 33 * Math.random()))
        const recorded = await killedWhile(id, () => expect.poll(received).toBeGreaterThanOrEqual(RESUMABLE.chunk))
        expect(recorded).toBeGreaterThanOrEqual(RESUMABLE.chunk)
        const { patch, head, begin, read } = boxCalls({ ...api, base: beside.base })
        expect((await begin(kim, 1)).code).toBe('limit_box')
        await expect
          .poll(async () => {
            const from = Number((await head(kim, id)).headers.get('upload-offset'))
            return from === FILM.length ? 204 : (await patch(kim, id, from, FILM.subarray(from))).status
          })
          .toBe(204)
        expect((await begin(kim, 1)).code).toBe('limit_box')
        expect((await read(kim)).json).toMatchObject({ files: [{ file_id: id }], left: { files: 0, bytes: 0 } })
        const files = storage ?? new DiskStorage({ folder: path.join(folder, 'files'), secret_key: SECRET })
        const [file, ...more] = await Array.fromAsync(files.list('videos/'))
        expect([file?.size, more]).toEqual([FILM.length, []])
        expect((await buffer(await files.read(file!.key))).equals(FILM)).toBe(true)
        expect(await api.db.selectFrom('videos').select('id').execute()).toEqual([{ id }])
      } finally {
        await beside.stop()
      }
    })
  })

  test('what is taken back, and what a revoked box leaves half sent, is removed', async () => {
    await withBox(await open(), async ({ api, maker, box, kim, begun, sent, patch, takeBack }) => {
      const kept = await sent(kim, FILM)
      const stopped = await begun(kim, FILM.length)
      await patch(kim, stopped, 0, FILM.subarray(0, 6 * MIB))
      expect((await takeBack(kim, stopped)).status).toBe(204)
      const half = await begun(kim, FILM.length)
      await patch(kim, half, 0, FILM.subarray(0, 6 * MIB))
      await api.delete(`/api/sharing_router/share-links/${box.id}`, maker)
      await removeExpiredUploads(api, context)
      expect(await api.db.selectFrom('uploads').select('id').execute()).toEqual([])
      const files = await Array.fromAsync(api.storage.list('videos/'))
      expect(files.map(({ key, size }) => [key.includes(kept), size])).toEqual([[true, FILM.length]])
    })
  })
})

test('a box that is revoked while bytes arrive ends that request, and no video comes of it', async () => {
  await withBox({}, async ({ api, maker, box, kim, begun }) => {
    const id = await begun(kim, FILM.length)
    const request = sending(api.base, kim, id, 0)
    const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
    request.write(FILM.subarray(0, RESUMABLE.chunk + MIB))
    const row = () => api.db.selectFrom('uploads').select('received').where('id', '=', id).executeTakeFirst()
    await expect.poll(async () => (await row())?.received).toBe(RESUMABLE.chunk)
    await api.delete(`/api/sharing_router/share-links/${box.id}`, maker)
    request.end(FILM.subarray(RESUMABLE.chunk + MIB))
    const [answer] = await answered
    expect([answer.statusCode, JSON.parse(String(await buffer(answer))).code]).toEqual([404, 'invalid_share_token'])
    expect(await api.db.selectFrom('videos').select('id').where('id', '=', id).execute()).toEqual([])
  })
})

describe('on a full disk', async () => {
  const disk = await mountSmallDisk(24 * MIB)
  const why = 'reason' in disk ? disk.reason : null
  afterAll(() => ('remove' in disk ? disk.remove() : undefined))
  test.skipIf(why !== null)(
    `a guest is refused, what was recorded stays, and the file goes on once there is room${why ? ` (${why})` : ''}`,
    async () => {
      if ('reason' in disk) throw new Error(disk.reason)
      const filler = path.join(disk.folder, 'filler')
      await writeFile(filler, Buffer.alloc(6 * MIB))
      const storage = new DiskStorage({ folder: disk.folder, secret_key: SECRET })
      await refusedThenWhole({ storage }, () => rm(filler))
    },
  )
})

test('in a full object store a guest is refused, and the file goes on once there is room', async () => {
  let [parts, room] = [0, 1]
  const { settings: s3, stop } = await startWholeObjectStore(({ method }) => {
    if (method !== 'PUT' || ++parts <= room) return null
    return [507, '<Error><Code>XMinioStorageFull</Code><Message>Full.</Message></Error>']
  })
  await refusedThenWhole({ storage: new S3Storage({ s3, secret_key: SECRET }), stop }, async () => {
    room = Number.POSITIVE_INFINITY
  })
})

async function refusedThenWhole(store: OpenedStore, makeRoom: () => Promise<void>): Promise<void> {
  await withBox(store, async ({ kim, begun, patch, offsetOf, contentOf }) => {
    const id = await begun(kim, FILM.length)
    expect((await patch(kim, id, 0, FILM)).code).toBe('storage_full')
    expect(await offsetOf(id)).toBe(RESUMABLE.chunk)
    await makeRoom()
    expect((await patch(kim, id, RESUMABLE.chunk, FILM.subarray(RESUMABLE.chunk))).status).toBe(204)
    expect((await contentOf(id)).equals(FILM)).toBe(true)
  })
}

/** Begins to send the rest of a file. */
const sending = (base: string, guest: LinkHolder, id: string, from: number) =>
  http.request(new URL(`/api/tus/${id}`, base), {
    method: 'PATCH',
    headers: {
      ...headersOf(guest),
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-offset': String(from),
      'content-length': String(FILM.length - from),
    },
  })

/** Sends the beginning of the rest of a file, then cuts the connection. */
async function cut(
  api: Product,
  guest: LinkHolder,
  id: string,
  { from, bytes }: { readonly from: number; readonly bytes: Uint8Array },
): Promise<void> {
  const request = sending(api.base, guest, id, from)
  const ended = new Promise<void>((done) => request.on('error', () => done()))
  request.write(bytes, () => setTimeout(() => request.destroy(new Error('cut')), 200))
  await ended
}

import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'
import { mountSmallDisk } from '../../../../test/small-disk.ts'
import { idOf, tusCalls } from '../../../../test/tus-calls.ts'
import { startWholeObjectStore } from '../../../../test/whole-object-store.ts'
import { DiskStorage } from '../../../platform/storage/disk.ts'
import { S3Storage } from '../../../platform/storage/s3/s3-storage.ts'
import type { Storage } from '../../../platform/storage/storage.ts'

const MIB = 1024 ** 2
const FILE = randomBytes(RESUMABLE.chunk + 4 * MIB)

describe('on a full disk', async () => {
  const disk = await mountSmallDisk(24 * MIB)
  const why = 'reason' in disk ? disk.reason : null
  afterAll(() => ('remove' in disk ? disk.remove() : undefined))

  test.skipIf(why !== null)(
    `an upload is refused, keeps what was recorded, and goes on once there is room${why ? ` (${why})` : ''}`,
    async () => {
      if ('reason' in disk) throw new Error(disk.reason)
      const filler = path.join(disk.folder, 'filler')
      await writeFile(filler, Buffer.alloc(6 * MIB))
      const storage = new DiskStorage({ folder: disk.folder, secret_key: SECRET })
      await refusedThenWhole(storage, () => rm(filler))
    },
  )
})

test('in a full object store an upload is refused, keeps what was recorded, and goes on once there is room', async () => {
  let [parts, room] = [0, 1]
  // Refuses what comes after the first part, as MinIO does on a full disk.
  const store = await startWholeObjectStore(({ method }) => {
    if (method !== 'PUT' || ++parts <= room) return null
    return [507, '<Error><Code>XMinioStorageFull</Code><Message>Full.</Message></Error>']
  })
  try {
    await refusedThenWhole(new S3Storage({ s3: store.settings, secret_key: SECRET }), async () => {
      room = Number.POSITIVE_INFINITY
    })
  } finally {
    await store.stop()
  }
})

/** Uploads a file to a storage that has room for its first chunk only, and the rest once there is room. */
async function refusedThenWhole(storage: Storage, makeRoom: () => Promise<void>): Promise<void> {
  const api = await startProduct({ storage })
  try {
    const { create, patch, offsetOf } = tusCalls(api.base)
    const person = await api.person()
    const at = (await create(person, await api.aCollection(person), FILE.length)).headers.get('location')!
    const refused = await patch(person, at, 0, FILE)
    expect([refused.status, refused.code, JSON.parse(refused.text).detail]).toEqual([
      507,
      'storage_full',
      expect.stringContaining('full'),
    ])
    expect(await offsetOf(person, at)).toBe(String(RESUMABLE.chunk))
    expect((await patch(person, at, RESUMABLE.chunk, FILE.subarray(RESUMABLE.chunk))).code).toBe('storage_full')
    expect(await offsetOf(person, at)).toBe(String(RESUMABLE.chunk))
    await makeRoom()
    const whole = await patch(person, at, RESUMABLE.chunk, FILE.subarray(RESUMABLE.chunk))
    expect([whole.status, whole.headers.get('footnote-video')]).toEqual([204, idOf(at)])
    const files = await Array.fromAsync(storage.list('videos/'))
    expect(files.map(({ size }) => size)).toEqual([FILE.length])
    expect((await buffer(await storage.read(files[0]!.key))).equals(FILE)).toBe(true)
  } finally {
    await api.close()
  }
}

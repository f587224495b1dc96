import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startWholeObjectStore } from '../../../test/whole-object-store.ts'
import { DiskStorage } from './disk.ts'
import { S3Storage } from './s3/s3-storage.ts'
import type { GrowingFile, Storage } from './storage.ts'

const MIB = 1024 ** 2
const bytes = (...pieces: Uint8Array[]) => Readable.from(pieces)

const kinds = {
  async disk() {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-growing-'))
    return {
      storage: new DiskStorage({ folder, secret_key: SECRET }) as Storage,
      /** Names of files that are arriving. */
      arriving: () => readdir(path.join(folder, '.incoming')),
      stop: () => rm(folder, { recursive: true, force: true }),
    }
  },
  async s3() {
    const store = await startWholeObjectStore()
    return { storage: new S3Storage({ s3: store.settings, secret_key: SECRET }) as Storage, stop: store.stop }
  },
}

describe.each(['disk', 's3'] as const)('%s', (kind) => {
  let running: Awaited<ReturnType<(typeof kinds)['disk']>> | Awaited<ReturnType<(typeof kinds)['s3']>>
  let storage: Storage
  beforeAll(async () => {
    running = await kinds[kind]()
    storage = running.storage
  })
  afterAll(() => running.stop())

  const newFile = (size: number, name = 'a'): GrowingFile => ({
    key: `videos/${name}/original.mp4`,
    content_type: 'video/mp4',
    size,
    received: 0,
    state: null,
  })
  /** Appends, and records the growth as a row does. */
  const grow = async (file: GrowingFile, ...pieces: Uint8Array[]): Promise<GrowingFile> => {
    const growth = await storage.append(file, bytes(...pieces))
    return { ...file, ...growth, state: growth.state && JSON.parse(JSON.stringify(growth.state)) }
  }
  const hashOf = async (key: string) => {
    const hash = createHash('sha256')
    for await (const piece of await storage.read(key)) hash.update(piece)
    return hash.digest('hex')
  }

  test('a file grows by pieces of any size, and is nowhere to be seen before it is complete', async () => {
    const whole = randomBytes(14 * MIB + 3)
    let file = newFile(whole.length)
    for (const size of [1, 3 * MIB, 512 * 1024, 4 * MIB, 6 * MIB, whole.length])
      file = await grow(file, whole.subarray(file.received, file.received + size))
    expect(file.received).toBe(whole.length)
    expect(await storage.stat(file.key)).toBeNull()
    expect(await Array.fromAsync(storage.list(''))).toEqual([])
    await storage.complete(file)
    await storage.complete(file)
    expect(await hashOf(file.key)).toBe(createHash('sha256').update(whole).digest('hex'))
    await storage.abandon(file)
    expect(await storage.stat(file.key)).toBeNull()
  })

  test('bytes that were never recorded are written again', async () => {
    let file = await grow(newFile(10, 'b'), Buffer.from('hello'))
    await grow(file, Buffer.from('lost'))
    file = await grow(file, Buffer.from('w'))
    file = await grow(file, Buffer.from('orld'))
    await storage.complete(file)
    expect((await (await storage.read(file.key)).toArray()).join('')).toBe('helloworld')
  })

  test('a complete file whose video was not committed can still receive its last bytes', async () => {
    const begun = await grow(newFile(10, 'c'), Buffer.from('hello'))
    await storage.complete(await grow(begun, Buffer.from('world')))
    const again = await grow(begun, Buffer.from('world'))
    expect(again.received).toBe(10)
    await storage.complete(again)
    expect((await (await storage.read(again.key)).toArray()).join('')).toBe('helloworld')
  })

  test('bytes that are gone, and more than announced, are refused', async () => {
    const begun = await grow(newFile(10, 'd'), Buffer.from('hello'))
    await expect(storage.append(begun, bytes(Buffer.from('worlds')))).rejects.toThrow('too large')
    await storage.abandon(begun)
    await expect(storage.append(begun, bytes(Buffer.from('world')))).rejects.toMatchObject({ code: 'upload_expired' })
    expect([await storage.hasReceived(begun), await storage.hasReceived(newFile(10, 'd'))]).toEqual([false, true])
  })

  test('remains of writes are listed without growing files, and can be removed', async () => {
    const kept = await grow(newFile(10, 'e'), Buffer.from('hello'))
    await grow(newFile(10, 'f'), Buffer.from('hello'))
    expect(await storage.hasReceived(kept)).toBe(true)
    const remains = await Array.fromAsync(storage.remains(new Set([kept.key])))
    expect(remains.filter(({ key }) => key.includes('videos_f_') || key.includes('videos/f/')).length).toBeGreaterThan(
      0,
    )
    for (const { remove } of remains) await remove()
    expect(await Array.fromAsync(storage.remains(new Set([kept.key])))).toEqual([])
    await storage.complete(await grow(kept, Buffer.from('world')))
    expect((await storage.stat(kept.key))?.size).toBe(10)
    if ('arriving' in running) expect(await running.arriving()).toEqual([])
  })
})

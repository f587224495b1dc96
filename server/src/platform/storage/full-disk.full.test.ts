import { readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { SECRET } from '../../../../seed/rows/senders.ts'
import { startProduct } from '../../../test/product.ts'
import { mountSmallDisk } from '../../../test/small-disk.ts'
import { isNoRoom } from '../errors.ts'
import { DiskStorage } from './disk.ts'
import type { Storage } from './storage.ts'

const MIB = 1024 ** 2
const TYPE = 'video/mp4'

describe('a full disk', async () => {
  const disk = await mountSmallDisk(2 * MIB)
  const why = 'reason' in disk ? disk.reason : null
  afterAll(() => ('remove' in disk ? disk.remove() : undefined))

  test.skipIf(why !== null)(
    `is reported to the uploader, leaves nothing of the file, and accepts it once there is room${why ? ` (${why})` : ''}`,
    async () => {
      if ('reason' in disk) throw new Error(disk.reason)
      const storage = new DiskStorage({ folder: disk.folder, secret_key: SECRET })
      const server = await startProduct({ storage })
      try {
        const owner = await server.person({ company_id: await server.company() })
        const index_id = await server.aCollection(owner)
        const body = { index_id, file_type: TYPE, file_extension: 'mp4', file_size: MIB }
        const { url, file_id } = (await server.post('/api/upload', body, owner)).json
        const send = async () => {
          const form = new FormData()
          for (const [name, value] of Object.entries<string>(url.fields)) form.append(name, value)
          form.append('file', new Blob([Buffer.alloc(MIB)]))
          return await fetch(server.base + url.url, { method: 'POST', body: form })
        }
        await writeFile(path.join(disk.folder, 'filler'), Buffer.alloc(1.5 * MIB))
        const refused = await send()
        expect([refused.status, await refused.json()]).toMatchObject([
          507,
          { code: 'storage_full', title: 'Insufficient Storage', detail: expect.stringContaining('full') },
        ])
        expect(await readdir(path.join(disk.folder, '.incoming'))).toEqual([])
        const add = () =>
          server.post('/api/add_records', { index_id, file_id, file_name: 'a.mp4', file_extension: 'mp4' }, owner)
        expect((await add()).json.code).toBe('upload_missing')
        await rm(path.join(disk.folder, 'filler'))
        expect((await send()).status).toBe(204)
        expect((await add()).json.video.file_size).toBe(MIB)
      } finally {
        await server.close()
      }
      await leavesNothing(storage, disk.folder)
    },
  )

  /** Checks that neither streams nor a file from another disk leave anything on a full disk. */
  async function leavesNothing(storage: Storage, folder: string): Promise<void> {
    const large = () => Readable.from([Buffer.alloc(3 * MIB)])
    await expect(storage.write('videos/a/large.mp4', large(), TYPE)).rejects.toMatchObject({ code: 'ENOSPC' })
    const elsewhere = path.join(process.cwd(), `.footnote-large-${process.pid}`)
    await writeFile(elsewhere, Buffer.alloc(3 * MIB))
    try {
      await expect(storage.writeFile('videos/a/large.mp4', elsewhere, TYPE)).rejects.toSatisfy(isNoRoom)
    } finally {
      await rm(elsewhere, { force: true })
    }
    expect(await readdir(path.join(folder, '.incoming'))).toEqual([])
    expect(await storage.stat('videos/a/large.mp4')).toBeNull()
  }
})

test('a full disk, quota, database and object store are recognised by their errors', () => {
  const coded = (code: string) => Object.assign(new Error('no'), { code })
  for (const error of [
    coded('ENOSPC'),
    coded('EDQUOT'),
    coded('53100'),
    Object.assign(new Error('no'), { name: 'XMinioStorageFull' }),
    { $metadata: { httpStatusCode: 507 } },
    new Error('outer', { cause: coded('ENOSPC') }),
  ])
    expect(isNoRoom(error)).toBe(true)
  for (const error of [coded('ENOENT'), new Error('ENOSPC'), undefined, 'ENOSPC', { code: 500 }])
    expect(isNoRoom(error)).toBe(false)
})

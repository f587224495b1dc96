import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { silentLog, startProduct } from '../../../../test/product.ts'
import { temporaryFolder } from '../../../../test/temporary-folder.ts'
import { idOf, tusCalls } from '../../../../test/tus-calls.ts'
import { startWholeObjectStore } from '../../../../test/whole-object-store.ts'
import { removeExpiredUploads } from '../../../features/library/uploads/remove-expired.ts'
import { DiskStorage } from '../../../platform/storage/disk.ts'
import { S3Storage } from '../../../platform/storage/s3/s3-storage.ts'
import type { Storage } from '../../../platform/storage/storage.ts'

const context = { signal: new AbortController().signal, log: silentLog }
/** Bytes of a smallest part of an object store, and an end that is too small for one. */
const [PART, END] = [5 * 1024 ** 2, 1000]

describe.each(['disk', 's3'] as const)('on %s', (kind) => {
  let storage: Storage
  /** Names of all files of the storage's own folder, also of those that are arriving. */
  let everything: () => Promise<string[]>
  let stop = async () => {}
  beforeAll(async () => {
    if (kind === 'disk') {
      const folder = await temporaryFolder('deleted-account')
      storage = new DiskStorage({ folder, secret_key: SECRET })
      everything = () => filesIn(folder)
      return
    }
    const store = await startWholeObjectStore()
    storage = new S3Storage({ s3: store.settings, secret_key: SECRET })
    everything = () => filesIn(store.folder)
    stop = store.stop
  })
  afterAll(() => stop())

  test('an account that is deleted takes its open uploads along, their rows and their bytes', async () => {
    const api = await startProduct({ storage })
    try {
      const { create, patch, send } = tusCalls(api.base)
      const person = await api.person()
      const at = (await create(person, await api.aCollection(person), RESUMABLE.chunk)).headers.get('location')!
      const before = await everything()
      expect((await patch(person, at, 0, Buffer.alloc(PART, 'a'))).status).toBe(204)
      expect((await patch(person, at, PART, Buffer.alloc(END, 'b'))).status).toBe(204)
      expect((await everything()).length).toBeGreaterThan(before.length)
      const deleted = await api.post('/api/delete_account', { password: PASSWORD }, person)
      expect([deleted.status, deleted.text]).toEqual([200, expect.stringContaining('deleted')])
      expect((await send(person, 'HEAD', at)).status).toBe(401)
      await removeExpiredUploads(api, context)
      expect(await api.db.selectFrom('uploads').select('id').where('id', '=', idOf(at)).execute()).toEqual([])
      expect(await everything()).toEqual(before)
    } finally {
      await api.close()
    }
  })
})

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort()
}

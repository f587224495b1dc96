import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECRET } from '../../../../../seed/rows/senders.ts'
import { endsOf } from '../../../../test/ends-of.ts'
import { type Product, startProduct } from '../../../../test/product.ts'
import { idOf, tusCalls } from '../../../../test/tus-calls.ts'
import { watchedFolder } from '../../../../test/watched-folder.ts'
import { startWholeObjectStore } from '../../../../test/whole-object-store.ts'
import { STILL_AFTER_GROWTH } from '../../../features/library/videos/watched-folders/failure.ts'
import { S3Storage } from '../../../platform/storage/s3/s3-storage.ts'

// Parts of an object store cannot be read before the file is complete.
let api: Product
let stop: () => Promise<void>
beforeAll(async () => {
  const store = await startWholeObjectStore()
  stop = store.stop
  api = await startProduct({ storage: new S3Storage({ s3: store.settings, secret_key: SECRET }) })
})
afterAll(async () => {
  await api.close()
  await stop()
})

const PART = 5 * 1024 ** 2
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const contentOf = async (id: string) => {
  const video = await api.db.selectFrom('videos').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow()
  return await buffer(await api.storage.read(video.storage_key))
}

test('bytes of another file are not joined in an object store, and a mixture becomes no video', async () => {
  const { create, patch, send } = tusCalls(api.base)
  const person = await api.person()
  const index_id = await api.aCollection(person)
  const film = randomBytes(PART + 3_000)
  const other = randomBytes(film.length)
  const begin = async () => {
    const at = (await create(person, index_id, film.length, { ends: endsOf(film) })).headers.get('location')!
    await patch(person, at, 0, film.subarray(0, PART))
    await patch(person, at, PART, film.subarray(PART, PART + 1_000))
    return at
  }
  const at = await begin()
  const rest = PART + 1_000
  const digests = (file: Buffer) => ({
    'footnote-digests': `${digest(file.subarray(0, PART))},${digest(file.subarray(PART, rest))}`,
  })
  expect((await send(person, 'HEAD', at)).headers.get('footnote-arrived')).toBe(`0-${PART},${PART}-${rest}`)
  expect((await patch(person, at, rest, other.subarray(rest), digests(other))).code).toBe('other_file')
  expect((await patch(person, at, rest, film.subarray(rest), digests(film))).status).toBe(204)
  expect((await contentOf(idOf(at))).equals(film)).toBe(true)

  const mixed = await begin()
  expect((await patch(person, mixed, rest, other.subarray(rest))).code).toBe('other_file')
  expect((await send(person, 'HEAD', mixed)).status).toBe(404)
  expect(await api.storage.stat(`videos/${idOf(mixed)}/original.mp4`)).toBeNull()
})

test('contents of folders are known, and grow, in an object store', async () => {
  const person = await api.person()
  const { email } = await api.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  const there = await watchedFolder(api, { owner: email })
  await there.put('A/film.mpg', 'half, ')
  await there.settle()
  const videos = async () => (await there.videos()).filter(({ name }) => name === 'A')
  // As that of a video that is not validated yet.
  await api.db.updateTable('videos').set({ sha256: null }).execute()
  await there.put('A/copy.mpg', 'half, ')
  await there.settle()
  expect((await videos()).map(({ source }) => source)).toEqual(['A/film.mpg'])
  await there.put('A/film.mpg', 'half, whole')
  await there.settle(STILL_AFTER_GROWTH)
  const [whole, ...others] = await videos()
  expect([(await contentOf(whole!.id)).toString(), others]).toEqual(['half, whole', []])
})

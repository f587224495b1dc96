import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { afterAll, expect, test } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { endsOf } from '../../../../test/ends-of.ts'
import { startProduct } from '../../../../test/product.ts'
import { idOf, tusCalls } from '../../../../test/tus-calls.ts'

const api = await startProduct()
afterAll(() => api.close())
const { send, create, patch, offsetOf } = tusCalls(api.base)

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const KIB = 1024
/** A film, and how many bytes of it are there when its upload is interrupted. */
const film = randomBytes(900 * KIB)
const HALF = 400 * KIB

/** A film whose upload stopped half way: its first bytes came by two requests. */
async function interrupted() {
  const person = await api.person()
  const index_id = await api.aCollection(person)
  const at = (await create(person, index_id, film.length, { ends: endsOf(film) })).headers.get('location')!
  await patch(person, at, 0, film.subarray(0, 300 * KIB))
  await patch(person, at, 300 * KIB, film.subarray(300 * KIB, HALF))
  return { person, at, index_id }
}

/** What a client says of the ranges that the server names. */
async function digestsFor(person: Person, at: string, file: Uint8Array) {
  const arrived = (await send(person, 'HEAD', at)).headers.get('footnote-arrived')!
  const ranges = arrived.split(',').map((range) => range.split('-').map(Number))
  return { 'footnote-digests': ranges.map(([start, end]) => digest(file.subarray(start, end))).join(', ') }
}

const contentOf = async (id: string) => {
  const { storage_key } = await api.db
    .selectFrom('videos')
    .select('storage_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return await buffer(await api.storage.read(storage_key))
}

test('an interrupted upload goes on with the same file, whose bytes are compared before one is joined', async () => {
  const { person, at } = await interrupted()
  expect((await send(person, 'HEAD', at)).headers.get('footnote-arrived')).toBe(`0-${300 * KIB},${300 * KIB}-${HALF}`)
  const { json } = await api.get('/api/uploads', person)
  expect(json.uploads).toMatchObject([{ file_id: idOf(at), ends: endsOf(film) }])
  const last = await patch(person, at, HALF, film.subarray(HALF), await digestsFor(person, at, film))
  expect([last.status, last.headers.get('footnote-video')]).toEqual([204, idOf(at)])
  expect((await contentOf(idOf(at))).equals(film)).toBe(true)
})

test.each([
  ['begins otherwise', (other: Buffer) => other.writeUInt32BE(0, 0)],
  ['differs right before the place', (other: Buffer) => other.writeUInt32BE(0, HALF - 4)],
])('a file of the same name and size that %s is refused, and the right one still goes on', async (_how, change) => {
  const { person, at } = await interrupted()
  const other = Buffer.from(film)
  change(other)
  const refused = await patch(person, at, HALF, other.subarray(HALF), await digestsFor(person, at, other))
  expect([refused.status, refused.code]).toEqual([412, 'other_file'])
  expect(await offsetOf(person, at)).toBe(String(HALF))
  expect((await patch(person, at, HALF, film.subarray(HALF), await digestsFor(person, at, film))).status).toBe(204)
  expect((await contentOf(idOf(at))).equals(film)).toBe(true)
})

test('a mixture of two files becomes no video, even if its sender compares nothing', async () => {
  const { person, at } = await interrupted()
  const other = randomBytes(film.length)
  const last = await patch(person, at, HALF, other.subarray(HALF))
  expect([last.status, last.code]).toEqual([412, 'other_file'])
  expect(await api.db.selectFrom('videos').select('id').where('id', '=', idOf(at)).execute()).toEqual([])
  // Nothing of the mixture is kept.
  expect((await send(person, 'HEAD', at)).status).toBe(404)
  expect((await api.get('/api/uploads', person)).json.uploads).toEqual([])
})

test('of a small file all bytes are compared, and other clients need not state its ends', async () => {
  const person = await api.person()
  const index_id = await api.aCollection(person)
  const small = randomBytes(1_000)
  expect(small.length).toBeLessThan(RESUMABLE.ends)
  for (const more of [{ ends: digest(small) }, {}]) {
    const at = (await create(person, index_id, small.length, more)).headers.get('location')!
    expect((await patch(person, at, 0, small)).status).toBe(204)
  }
  const at = (await create(person, index_id, small.length)).headers.get('location')!
  const malformed = await patch(person, at, 0, small, { 'footnote-digests': 'xyz' })
  expect([malformed.status, malformed.code]).toEqual([400, 'validation_failed'])
})

import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { RESUMABLE } from '@footnote/contract/nouns/library/uploads/upload-limits.ts'
import { PLANS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { NIL, silentLog, startProduct } from '../../../../test/product.ts'
import { facts, idOf, metadata, tusCalls } from '../../../../test/tus-calls.ts'
import { storageUsed } from '../../../features/identity/plans/quota/queries.ts'
import { removeExpiredUploads } from '../../../features/library/uploads/remove-expired.ts'
import { receivePart } from '../../../features/library/uploads/resumable/commands.ts'
import { DiskStorage } from '../../../platform/storage/disk.ts'
import { findDifferences } from '../../command/fsck.ts'

const api = await startProduct()
afterAll(() => api.close())

const MIB = 1024 ** 2
const context = { signal: new AbortController().signal, log: silentLog }
const { send, create, patch, offsetOf } = tusCalls(api.base)

async function place() {
  const person = await api.person()
  return { person, index_id: await api.aCollection(person) }
}
const TYPE = { 'content-type': 'application/offset+octet-stream' }
const growing = async () => (await readdir(path.join(api.files, '.incoming')).catch(() => [])).length

async function begun(size: number, more = {}) {
  const { person, index_id } = await place()
  const made = await create(person, index_id, size, more)
  expect([made.status, made.text]).toEqual([201, ''])
  return { person, index_id, at: made.headers.get('location')!, made }
}

describe('an upload', () => {
  test('arrives in parts, and its last byte makes the video and its job', async () => {
    const file = randomBytes(3 * MIB + 17)
    const fingerprint = createHash('sha256').update(file).digest('hex')
    const { person, index_id, at, made } = await begun(file.length, { fingerprint, relative_path: 'day 1/Cut 1.MP4' })
    expect(at).toMatch(/^\/api\/tus\/[0-9a-f-]{36}$/)
    expect(made.headers.get('access-control-allow-origin')).toBeNull()
    const lives = Date.parse(made.headers.get('upload-expires')!) - Date.now()
    expect(Math.abs(lives - RESUMABLE.lifetime * 1000)).toBeLessThan(60_000)
    expect((await patch(person, at, 0, file.subarray(0, MIB))).headers.get('upload-offset')).toBe(String(MIB))
    const { json: list } = await api.get('/api/uploads', person)
    expect(list.uploads).toMatchObject([
      { file_id: idOf(at), index_id, file_name: 'Cut 1.MP4', file_size: file.length, received: MIB, fingerprint },
    ])
    const head = await send(person, 'HEAD', at)
    expect([head.headers.get('upload-offset'), head.headers.get('upload-length')]).toEqual([
      String(MIB),
      String(file.length),
    ])
    const last = await patch(person, at, MIB, file.subarray(MIB))
    expect([last.status, last.headers.get('footnote-video')]).toEqual([204, idOf(at)])
    const row = await api.db.selectFrom('videos').selectAll().where('id', '=', idOf(at)).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ file_name: 'Cut 1.MP4', file_size: file.length, status: 'PENDING' })
    expect(await buffer(await api.storage.read(row.storage_key))).toEqual(file)
    expect((await api.get('/api/uploads', person)).json).toEqual({ uploads: [] })
    // The answer to the last byte may be lost: the client asks again, or repeats it.
    const again = await send(person, 'HEAD', at)
    expect([again.headers.get('upload-offset'), again.headers.get('footnote-video')]).toEqual([
      String(file.length),
      idOf(at),
    ])
    expect((await patch(person, at, MIB, file.subarray(MIB))).code).toBe('offset_mismatch')
    expect((await patch(person, at, file.length, new Uint8Array())).headers.get('footnote-video')).toBe(idOf(at))
    expect((await send(person, 'DELETE', at)).code).toBe('not_found')
  })

  test('may bring its bytes along, and become a new version', async () => {
    const { person, index_id } = await place()
    const video = await api.aVideo(person, index_id)
    const headers = {
      ...TYPE,
      'upload-length': '5',
      'upload-metadata': metadata({ ...facts(index_id), version_of: video }),
    }
    const made = await send(person, 'POST', '/api/tus', headers, Buffer.from('films'))
    expect([made.status, made.text, made.headers.get('upload-offset')]).toEqual([201, '', '5'])
    const { json } = await api.get(`/api/get_video_details/${made.headers.get('footnote-video')}`, person)
    expect(json).toMatchObject({ version: 2, version_count: 2 })
  })

  test('keeps what arrived before its sender went', async () => {
    const { person, at } = await begun(4 * MIB)
    await cut(person, at, 4 * MIB, MIB)
    await expect.poll(() => offsetOf(person, at)).toBe(String(MIB))
    const found = await findDifferences(api, null, Date.now() + 7 * 86_400_000)
    expect(found.filter(({ key }) => key.includes(idOf(at)))).toEqual([])
  })

  test('belongs to the newest of two requests; the older one gets 423', async () => {
    const file = Buffer.alloc(2 * MIB, 'b')
    const { person, at } = await begun(file.length)
    const older = open(person, at, file.length, Buffer.alloc(100, 'a'))
    const row = () => api.db.selectFrom('uploads').selectAll().where('id', '=', idOf(at)).executeTakeFirstOrThrow()
    await expect.poll(async () => (await row()).writer_until).not.toBeNull()
    expect((await patch(person, at, 0, file)).status).toBe(204)
    expect(await older).toBe(423)
    const { storage_key } = await api.db
      .selectFrom('videos')
      .select('storage_key')
      .where('id', '=', idOf(at))
      .executeTakeFirstOrThrow()
    expect(await buffer(await api.storage.read(storage_key))).toEqual(file)
  })

  test('of two requests with its last bytes the later one gets the video, too', async () => {
    const file = Buffer.alloc(1_000, 'b')
    const { person, at } = await begun(file.length)
    expect((await patch(person, at, 0, file)).status).toBe(204)
    // The library looked for the upload before the other request ended it.
    const part = { offset: 0, content: Readable.from([file]) }
    const progress = await receivePart(api, await api.viewer(person), idOf(at), part)
    expect(progress).toMatchObject({ received: file.length, video_id: idOf(at) })
    const stranger = await api.viewer(await api.person())
    await expect(receivePart(api, stranger, idOf(at), part)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('whose removal a kill interrupted is closed, and removed with its bytes later', async () => {
    const file = Buffer.alloc(2_000, 'b')
    const { person, at } = await begun(file.length)
    expect((await patch(person, at, 0, file.subarray(0, 1_000))).status).toBe(204)
    const before = await growing()
    const abandon = vi.spyOn(DiskStorage.prototype, 'abandon').mockRejectedValueOnce(new Error('killed'))
    expect((await send(person, 'DELETE', at)).status).toBe(500)
    expect(abandon).toHaveBeenCalled()
    abandon.mockRestore()
    expect((await patch(person, at, 1_000, file.subarray(1_000))).status).toBe(410)
    await removeExpiredUploads(api, context)
    expect(await api.db.selectFrom('uploads').select('id').where('id', '=', idOf(at)).execute()).toEqual([])
    expect(await growing()).toBe(before - 1)
  })

  test('is removed with its bytes, by its person or a week after its last byte', async () => {
    const before = await growing()
    const first = await begun(10)
    await patch(first.person, first.at, 0, Buffer.from('films'))
    expect(await growing()).toBe(before + 1)
    expect((await send(first.person, 'DELETE', first.at)).status).toBe(204)
    expect(await growing()).toBe(before)
    const second = await begun(10)
    await patch(second.person, second.at, 0, Buffer.from('films'))
    await api.db
      .updateTable('uploads')
      .set({ expires_at: new Date(0) })
      .where('id', '=', idOf(second.at))
      .execute()
    expect((await patch(second.person, second.at, 5, Buffer.from('films'))).code).toBe('upload_expired')
    expect((await send(second.person, 'HEAD', second.at)).status).toBe(410)
    await removeExpiredUploads(api, context)
    expect(await growing()).toBe(before)
    expect((await send(second.person, 'HEAD', second.at)).status).toBe(404)
  })

  test('goes on where the storage has room for it once, though it counts itself', async () => {
    const { person, index_id } = await place()
    const file = randomBytes(2 * MIB)
    await api.aVideo(person, index_id, { file_size: PLANS.FREE.storage - 3 * MIB })
    const at = (await create(person, index_id, file.length)).headers.get('location')!
    expect((await create(person, index_id, file.length)).code).toBe('limit_storage')
    expect((await patch(person, at, 0, file.subarray(0, MIB))).status).toBe(204)
    const whole = await patch(person, at, MIB, file.subarray(MIB))
    expect([whole.status, whole.headers.get('footnote-video')]).toEqual([204, idOf(at)])
  })

  test('counts as storage use from its beginning', async () => {
    const { person, at } = await begun(7 * MIB)
    const { company_id } = await api.db
      .selectFrom('users')
      .select('company_id')
      .where('id', '=', person.id)
      .executeTakeFirstOrThrow()
    expect(await storageUsed(api.db, company_id)).toBe(7 * MIB)
    await patch(person, at, 0, new Uint8Array(MIB))
    const old = new Date(Date.now() - UPLOAD.idle * 1000 - 1000)
    await api.db.updateTable('uploads').set({ active_at: old }).where('id', '=', idOf(at)).execute()
    expect(await storageUsed(api.db, company_id)).toBe(MIB)
  })
})

test('a file is found again by its fingerprint, from which place, and by colleagues only, until it is deleted', async () => {
  const [fingerprint, relative_path] = ['ab'.repeat(32), 'day 1/Cut 1.MP4']
  const { person, index_id, at } = await begun(5, { fingerprint, relative_path })
  const find = async (who: Person, more: Record<string, string> = {}) => {
    const asked = new URLSearchParams({ index_id, fingerprint, relative_path, file_size: '5', ...more })
    return (await api.get(`/api/uploads/find?${asked}`, who)).json
  }
  const none = { video: null, compares: false }
  expect(await find(person)).toEqual(none)
  await patch(person, at, 0, Buffer.from('films'))
  const video = { id: idOf(at), file_name: 'Cut 1.MP4', same_place: true }
  expect(await find(person)).toEqual({ video, compares: false })
  const moved = { relative_path: 'day 2/Cut 1.MP4' }
  expect(await find(person, moved)).toEqual({ video: { ...video, same_place: false }, compares: false })
  expect(await find(person, { fingerprint: 'cd'.repeat(32) })).toEqual(none)
  expect(await find(person, { index_id: await api.aCollection(person) })).toEqual(none)
  expect((await find(await api.person())).code).toBe('not_found')
  expect((await find(person, { fingerprint: 'x' })).code).toBe('validation_failed')
  await api.post('/api/delete_video', { id: idOf(at) }, person)
  expect(await find(person)).toEqual(none)
})

test('a file under another name is found by its content, which is asked for when the size is there', async () => {
  const { person, index_id, at } = await begun(5)
  await patch(person, at, 0, Buffer.from('films'))
  const sha256 = createHash('sha256').update('films').digest('hex')
  // The worker reads it when it validates the video.
  await api.db.updateTable('videos').set({ sha256 }).where('id', '=', idOf(at)).execute()
  const find = async (more: Record<string, string>) => {
    const asked = new URLSearchParams({ index_id, fingerprint: 'ef'.repeat(32), file_size: '5', ...more })
    return (await api.get(`/api/uploads/find?${asked}`, person)).json
  }
  expect(await find({ file_size: '6' })).toEqual({ video: null, compares: false })
  expect(await find({})).toEqual({ video: null, compares: true })
  expect(await find({ sha256: 'ab'.repeat(32) })).toEqual({ video: null, compares: false })
  const same = { id: idOf(at), file_name: expect.any(String), same_place: false }
  expect(await find({ sha256 })).toEqual({ video: same, compares: false })
})

describe('refused is', () => {
  test('what the form refuses, with the same errors', async () => {
    const { person, index_id } = await place()
    const refusal = async (...all: Parameters<typeof create>) => (await create(...all)).code
    expect(await refusal(person, NIL, 5)).toBe('not_found')
    expect(await refusal(await api.person(), index_id, 5)).toBe('not_found')
    expect(await refusal(person, index_id, 5, { filetype: 'image/png' })).toBe('unsupported_media')
    expect(await refusal(person, index_id, 5, { filename: 'cut' })).toBe('validation_failed')
    expect(await refusal(person, index_id, 5, { fingerprint: 'x' })).toBe('validation_failed')
    expect(await refusal(person, index_id, 0)).toBe('validation_failed')
    expect(await refusal(person, index_id, -1)).toBe('validation_failed')
    expect(await refusal(person, index_id, UPLOAD.max_bytes + 1)).toBe('too_large')
    expect(await refusal(person, index_id, 5, {}, { 'tus-resumable': '0.2.2' })).toBe('tus_version')
    expect(await refusal(person, index_id, 5, {}, { 'upload-metadata': 'index_id =,=' })).toBe('validation_failed')
    expect((await send(null, 'POST', '/api/tus', { 'upload-length': '5' })).code).toBe('unauthenticated')
    const free = await api.person({ company_id: await api.company() })
    const collection = await api.aCollection(free)
    expect(await refusal(free, collection, UPLOAD.max_bytes)).toBe(
      (
        await api.post(
          '/api/upload',
          { index_id: collection, file_type: 'video/mp4', file_extension: 'mp4', file_size: UPLOAD.max_bytes },
          free,
        )
      ).json.code,
    )
  })

  test('another offset, more bytes than announced, and what belongs to others', async () => {
    const { person, at } = await begun(10)
    await patch(person, at, 0, Buffer.from('films'))
    expect((await patch(person, at, 4, Buffer.from('films'))).code).toBe('offset_mismatch')
    expect((await patch(person, at, 6, Buffer.from('film'))).code).toBe('offset_mismatch')
    expect((await patch(person, at, 5, Buffer.from('filmsfilms'))).code).toBe('too_large')
    const stranger = await api.person()
    expect((await send(stranger, 'HEAD', at)).status).toBe(404)
    expect((await patch(stranger, at, 5, Buffer.from('films'))).code).toBe('not_found')
    expect((await send(stranger, 'DELETE', at)).code).toBe('not_found')
    expect((await api.get('/api/uploads', stranger)).json).toEqual({ uploads: [] })
    const record = { index_id: (await api.get('/api/uploads', person)).json.uploads[0].index_id, file_id: idOf(at) }
    const added = await api.post('/api/add_records', { ...record, file_name: 'a.mp4', file_extension: 'mp4' }, person)
    expect(added.json.code).toBe('upload_missing')
    expect(await offsetOf(person, at)).toBe('5')
  })

  test('one upload more than a thousand', async () => {
    const { person, index_id } = await place()
    const place_ = { collection_id: index_id, user_id: person.id, file_extension: 'mp4', content_type: 'video/mp4' }
    const sizes = { file_name: 'a.mp4', file_size: 1, max_bytes: 1, received: 0 }
    const expires_at = new Date(Date.now() + 60_000)
    const rows = Array.from({ length: RESUMABLE.open }, (_, number) => ({
      ...place_,
      ...sizes,
      expires_at,
      storage_key: `videos/${index_id}/${number}.mp4`,
    }))
    await api.db.insertInto('uploads').values(rows).execute()
    expect((await create(person, index_id, 5)).code).toBe('limit_uploads')
  })

  test('a key that only reads', async () => {
    const { person, index_id } = await place()
    const key = async (scopes: string[]) => (await api.post('/api/api_keys', { name: 'a', scopes }, person)).json.key
    expect((await create({ ...person, access: await key(['read']) }, index_id, 5)).code).toBe('scope_missing')
    expect((await create({ ...person, access: await key(['write']) }, index_id, 5)).status).toBe(201)
  })
})

test('what the server can do is answered without signing in, and to no other origin', async () => {
  const { status, headers } = await send(null, 'OPTIONS', '/api/tus', { origin: 'https://example.org' })
  expect(status).toBe(204)
  expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,expiration,termination')
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
})

/** Sends the beginning of a body, and keeps the request open. @returns its status */
function open(person: Person, at: string, length: number, body: Uint8Array): Promise<number | undefined> {
  return new Promise((done, fail) => {
    const request = opened(person, at, length)
    request.on('response', (answer) => done(answer.resume().statusCode))
    request.on('error', fail)
    request.write(body)
  })
}

/** Sends the beginning of a body, then cuts the connection. */
function cut(person: Person, at: string, length: number, bytes: number): Promise<void> {
  return new Promise((done) => {
    const request = opened(person, at, length)
    request.on('error', () => done())
    request.write(new Uint8Array(bytes), () => setTimeout(() => request.destroy(new Error('cut')), 200))
  })
}

function opened(person: Person, at: string, length: number): http.ClientRequest {
  const headers = {
    ...TYPE,
    authorization: `Bearer ${person.access}`,
    'tus-resumable': '1.0.0',
    'upload-offset': '0',
    'content-length': String(length),
  }
  return http.request(new URL(at, api.base), { method: 'PATCH', headers })
}

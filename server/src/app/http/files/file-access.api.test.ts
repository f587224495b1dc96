import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '../../../../../seed/rows/people.ts'
import type { Person } from '../../../../../seed/rows/senders.ts'
import { startProduct } from '../../../../test/product.ts'

/** An address must stop working within this many milliseconds after the access ends. */
const SOON = 6_000

const api = await startProduct()
let ahead = 0
const elapsed = performance.now.bind(performance)
const clock = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ahead)
/** Lets the time pass after which an address must have stopped working. */
const passTime = () => {
  ahead += SOON
}
afterAll(async () => {
  clock.mockRestore()
  await api.close()
})

const fetchFile = (address: string, init: RequestInit = {}) => fetch(api.base + address, init)
const statusOf = async (address: string, init: RequestInit = {}): Promise<number> => {
  const answer = await fetchFile(address, init)
  await answer.arrayBuffer()
  return answer.status
}
/** Statuses of every way to request a file. */
async function waysOf(address: string): Promise<number[]> {
  const etag = (await fetchFile(address, { method: 'HEAD' })).headers.get('etag') ?? '""'
  return await Promise.all([
    statusOf(address),
    statusOf(address, { method: 'HEAD' }),
    statusOf(address, { headers: { range: 'bytes=0-1' } }),
    statusOf(address, { headers: { 'if-none-match': etag } }),
  ])
}
const GOOD = [200, 200, 206, 304]

/** Every address that the product gives out for one video and its owner. */
async function handedOut(admin: Person, reader: { readonly id: string; readonly access: string }) {
  const { video_id, collection_id } = await api.aCollectionWithVideo(admin)
  const folder = `videos/${video_id}/`
  const files = { thumbnail_key: 'poster.jpg', subtitle_key: 'subtitles.vtt', storyboard_key: 'storyboard.webp' }
  for (const name of [...Object.values(files), 'storyboard/0.webp', 'clips/a.mp4'])
    await api.storage.write(folder + name, Readable.from([Buffer.from('bytes')]), 'video/mp4')
  const keys = Object.fromEntries(Object.entries(files).map(([field, name]) => [field, folder + name]))
  const storyboard = JSON.stringify({ columns: 1, count: 1, tile_width: 1, tile_height: 1, interval: 1 })
  const sheets = { key: `${folder}storyboard/`, interval: 5, count: 1, columns: 10, tiles: 100 }
  const storyboard_sheets = JSON.stringify(sheets)
  await api.db
    .updateTable('videos')
    .set({ ...keys, storyboard, storyboard_sheets })
    .where('id', '=', video_id)
    .execute()
  const payload = JSON.stringify({ video_id, storage_key: `${folder}clips/a.mp4`, file_name: 'a.mp4' })
  await api.db
    .insertInto('notifications')
    .values({ user_id: reader.id, type: 'DOWNLOAD_CLIP', request_id: randomUUID(), payload })
    .execute()
  const { json: detail } = await api.get(`/api/get_video_details/${video_id}`, reader)
  const { json: board } = await api.get(`/api/quick-review/storyboard/${video_id}`, reader)
  const { json: listed } = await api.get('/api/indexes', reader)
  const { json: download } = await api.get(`/api/generate-download-url/${video_id}`, reader)
  const { json: list } = await api.get('/api/get_notifications', reader)
  const addresses: string[] = [
    detail.stream_url,
    detail.file_url,
    detail.thumbnail_url,
    detail.subtitle_url,
    detail.storyboard.url,
    board.sheets[0].url,
    listed.indexes[0].latest_thumbnail,
    download.url,
    list.notifications[0].download_file,
  ]
  expect(addresses.every((address) => address.startsWith('/api/files/'))).toBe(true)
  for (const address of addresses) expect([address, ...(await waysOf(address))]).toEqual([address, ...GOOD])
  return { addresses, video_id, collection_id }
}

describe('an address that a person received stops working within seconds', () => {
  const removals: [string, (person: Person, admin: Person) => Promise<{ status: number }>][] = [
    [
      'when they are removed from the company',
      ({ email }, admin) => api.post('/api/company/delete_user', { email }, admin),
    ],
    ['when they sign out everywhere', (person) => api.post('/api/sign_out_everywhere', {}, person)],
    ['when they sign out', ({ refresh }) => api.post('/api/logout', { refresh })],
    ['when their account is deleted', (person) => api.post('/api/delete_account', { password: PASSWORD }, person)],
  ]
  test.each(removals)('%s, and addresses of others keep working', async (_when, remove) => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    const { addresses, video_id } = await handedOut(admin, member)
    const { json: kept } = await api.get(`/api/get_video_details/${video_id}`, admin)
    expect((await remove(member, admin)).status).toBeLessThan(300)
    const ended = () => Promise.all(addresses.map((address) => waysOf(address)))
    passTime()
    expect(await ended()).toEqual(addresses.map(() => [403, 403, 403, 403]))
    expect(await waysOf(kept.stream_url)).toEqual(GOOD)
  })

  test('when the API key that requested it is revoked', async () => {
    const admin = await api.person()
    const { json: made } = await api.post('/api/api_keys', { name: 'a', scopes: ['read'] }, admin)
    const { addresses } = await handedOut(admin, { id: admin.id, access: made.key })
    expect((await api.delete(`/api/api_keys/${made.id}`, admin)).status).toBe(200)
    const ended = () => Promise.all(addresses.map((address) => statusOf(address)))
    passTime()
    expect(await ended()).toEqual(addresses.map(() => 403))
  })

  test.each([
    ['the video', '/api/delete_video', 'video_id'],
    ['its collection', '/api/delete_index', 'collection_id'],
  ] as const)('when %s is deleted, before a job has removed the files', async (_what, call, which) => {
    const admin = await api.person()
    const { addresses, ...ids } = await handedOut(admin, admin)
    expect((await api.post(call, { id: ids[which] }, admin)).status).toBe(200)
    const ended = () => Promise.all(addresses.map((address) => waysOf(address)))
    passTime()
    expect(await ended()).toEqual(addresses.map(() => [404, 404, 404, 404]))
    expect(await api.storage.stat(`videos/${ids.video_id}/original.mp4`)).not.toBeNull()
  })

  test('also during the download', async () => {
    const admin = await api.person(undefined, 'TEAM')
    const member = await api.person(admin)
    const { video_id } = await api.aCollectionWithVideo(admin)
    const piece = Buffer.alloc(1024 ** 2)
    await api.storage.write(`videos/${video_id}/original.mp4`, Readable.from(Array(64).fill(piece)), 'video/mp4')
    const begin = async (person: Person) => {
      const { json } = await api.get(`/api/get_video_details/${video_id}`, person)
      const reader = (await fetchFile(json.stream_url)).body!.getReader()
      await reader.read()
      return async () => {
        let bytes = 0
        for (let part = await reader.read(); !part.done; part = await reader.read()) bytes += part.value.length
        return bytes
      }
    }
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const [theirs, mine] = [await begin(member), await begin(admin)]
      expect((await api.post('/api/company/delete_user', { email: member.email }, admin)).status).toBe(200)
      expect(vi.getTimerCount()).toBe(2)
      // Time passes until the rights to the file are checked again.
      vi.runOnlyPendingTimers()
      await expect.poll(() => vi.getTimerCount()).toBe(1)
      await expect(theirs()).rejects.toThrow()
      expect(await mine()).toBeGreaterThan(60 * piece.length)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('a list requested twice within ten minutes has the same addresses, and new ones after that', async () => {
  const server = await startProduct()
  try {
    const person = await server.person({ company_id: await server.company() })
    for (let number = 0; number < 3; number += 1) {
      const thumbnail_key = `videos/${number}/poster.jpg`
      await server.aVideo(person, await server.aCollection(person), { thumbnail_key })
    }
    const pictures = async (): Promise<string[]> =>
      (await server.get('/api/indexes', person)).json.indexes.map(
        (index: Record<string, string>) => index.latest_thumbnail,
      )
    const endOf = (address: string) => Number(new URL(address, server.base).searchParams.get('expires')) * 1000
    const now = Date.now()
    const end = endOf((await pictures())[0]!)
    expect(end - now).toBeGreaterThan(4 * 60_000)
    expect(end - now).toBeLessThanOrEqual(ADDRESS.media * 1000)
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(end - ADDRESS.media * 1000)
    const first = await pictures()
    expect(first).toHaveLength(3)
    vi.setSystemTime(end - ADDRESS.media * 1000 + ADDRESS.same * 1000 - 1)
    expect(await pictures()).toEqual(first)
    vi.setSystemTime(end - ADDRESS.media * 1000 + ADDRESS.same * 1000)
    const next = await pictures()
    expect(next.every((address, place) => address !== first[place])).toBe(true)
  } finally {
    vi.useRealTimers()
    await server.close()
  }
})

test('a hundred pictures of a list cause one query for the person and one for the deletion', async () => {
  const server = await startProduct()
  try {
    const person = await server.person({ company_id: await server.company() })
    const viewer = await server.viewer(person)
    const addresses = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const key = `videos/${randomUUID()}/poster.jpg`
        await server.storage.write(key, Readable.from([Buffer.from('x')]), 'image/jpeg')
        return await server.storage.address(key, { lifetime: ADDRESS.media, content_type: 'image/jpeg', viewer })
      }),
    )
    const asked = vi.spyOn(server.db.getExecutor(), 'executeQuery')
    const answers = await Promise.all(addresses.map((url) => server.get(url)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(asked).toHaveBeenCalledTimes(2)
    for (const url of addresses.slice(0, 10)) expect((await server.get(url)).status).toBe(200)
    expect(asked).toHaveBeenCalledTimes(2)
  } finally {
    await server.close()
  }
})

import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { waiting } from '../../../../test/locks.ts'
import { NIL, startProduct } from '../../../../test/product.ts'

const KEY = 'videos/a/film.mp4'
const server = await startProduct()
const owner = await server.person({ company_id: await server.company() })
const collection = await server.aCollection(owner)
await server.storage.write(KEY, Readable.from([Buffer.from('0123456789')]), 'video/mp4')
const media = { lifetime: ADDRESS.media, content_type: 'video/mp4', viewer: await server.viewer(owner) }
const address = await server.storage.address(KEY, media)
afterAll(() => server.close())

const get = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.base + url, { method, headers })

describe('a signed address', () => {
  test('answers the file as private and isolated from the product', async () => {
    const left = () => Number(new URL(address, server.base).searchParams.get('expires')) - Date.now() / 1000
    const atFirst = left()
    const answer = await get(address)
    expect([answer.status, await answer.text()]).toEqual([200, '0123456789'])
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-length': '10',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    })
    expect(answer.headers.get('content-disposition')).toBeNull()
    const kept = Number(/^private, max-age=(\d+)$/.exec(answer.headers.get('cache-control')!)?.[1])
    expect(kept).toBeGreaterThan(left() - 60)
    expect(kept).toBeLessThanOrEqual(atFirst + 1)
  })

  test('answers HEAD with the headers alone', async () => {
    const answer = await get(address, {}, 'HEAD')
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', ''])
  })

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-300', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['lines=0-1', 200, '0123456789', null],
  ])('a request for %s gets %i', async (range, status, text, contentRange) => {
    const answer = await get(address, { range })
    expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
      status,
      text,
      contentRange,
    ])
  })

  test.each(['bytes=10-', 'bytes=99999999999999999999-', 'bytes=-0'])('has no range %s', async (range) => {
    const answer = await get(address, { range })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  test('answers a range only of the version that the browser knows, and nothing when it has the whole file', async () => {
    const etag = (await get(address, {}, 'HEAD')).headers.get('etag')!
    expect((await get(address, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    expect((await get(address, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(address, { 'if-none-match': etag })).status).toBe(304)
  })

  test('rejects changes, another file and an expired time', async () => {
    const other = address.replace('film.mp4', 'film2.mp4')
    const later = address.replace(/expires=\d+/, 'expires=99999999999')
    const asPage = address.replace('video%2Fmp4', 'text%2Fhtml')
    const named = `${address}&name=a.exe`
    const spellings = ['$1.0', '%20$1', '$1e0', '+$1', '0$1'].map((text) =>
      address.replace(/expires=(\d+)/, `expires=${text}`),
    )
    const others = ['user', 'company', 'session'].map((field) =>
      address.replace(new RegExp(`${field}=[^&]+`), `${field}=${NIL}`),
    )
    const withKey = `${address}&key=${NIL}`
    const withLink = `${address}&link=${NIL}`
    const twice = `${address}&type=text%2Fhtml`
    const over = await server.storage.address(KEY, { ...media, lifetime: -10 })
    for (const url of [
      ...spellings,
      ...others,
      withKey,
      withLink,
      other,
      later,
      asPage,
      named,
      twice,
      over,
      address.slice(0, -1),
      `/api/files/${KEY}`,
    ])
      expect((await get(url)).status, url).toBe(403)
    const climbing = await get('/api/files/..%2f..%2fetc%2fpasswd?expires=1&type=a&signature=b')
    expect(climbing.status).toBe(403)
  })

  test('answers not found when its file is gone', async () => {
    const gone = await server.storage.address('videos/b/film.mp4', media)
    expect((await get(gone)).status).toBe(404)
  })

  test('an empty file is answered', async () => {
    await server.storage.write('videos/a/empty.mp4', Readable.from([]), 'video/mp4')
    const empty = await server.storage.address('videos/a/empty.mp4', media)
    expect([(await get(empty)).status, (await get(empty, { range: 'bytes=0-' })).status]).toEqual([200, 416])
  })
})

test('checks stop for clients that disconnect during the first lookup', async () => {
  const video = await server.aVideo(owner, collection)
  const link = await server.aLink(owner, video)
  const { stream_url } = (await server.get(`/api/sharing_router/get_shared_video_details/${video}`, link)).json
  const asked = vi.spyOn(server.storage, 'stat')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    await server.db.transaction().execute(async (transaction) => {
      await sql`lock table share_links`.execute(transaction)
      const arrives = once(server.app.server, 'connection')
      const reader = connect(Number(new URL(server.base).port), '127.0.0.1')
      reader.write(`GET ${stream_url} HTTP/1.1\r\nHost: x\r\n\r\n`)
      const [connection] = await arrives
      await waiting(server.db, 1)
      reader.destroy()
      await once(connection, 'close')
    })
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
    asked.mockRestore()
  }
})

interface Session {
  file_id: string
  url: { url: string; fields: Record<string, string> }
}
async function session(file_size?: number): Promise<Session> {
  const body = { index_id: collection, file_type: 'video/mp4', file_extension: 'mp4', file_size }
  return (await server.post('/api/upload', body, owner)).json
}
function send(fields: Record<string, string>, content: string | null = 'bytes') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  if (content !== null) form.append('file', new Blob([content]), 'a.mp4')
  return fetch(`${server.base}/api/files/upload`, { method: 'POST', body: form })
}
const incoming = () => readdir(path.join(server.files, '.incoming')).catch(() => [])

describe('an upload form', () => {
  test('accepts the file without any other credentials and answers 204', async () => {
    const { url } = await session(5)
    const answer = await send(url.fields)
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    expect(await server.storage.stat(url.fields.key!)).toMatchObject({ size: 5 })
    expect(await incoming()).toEqual([])
  })

  test('refuses another key, another type, a changed policy and an expired form', async () => {
    const [mine, other] = [await session(), await session()]
    const policy = JSON.parse(Buffer.from(mine.url.fields.policy!, 'base64').toString())
    const altered = Buffer.from(JSON.stringify({ ...policy, expiration: '2999-01-01T00:00:00.000Z' })).toString(
      'base64',
    )
    const over = await server.storage.uploadForm(mine.url.fields.key!, {
      content_type: 'video/mp4',
      max_bytes: 100,
      lifetime: -1,
      direct: false,
    })
    const { policy: _policy, ...unsigned } = mine.url.fields
    for (const fields of [
      { ...mine.url.fields, key: other.url.fields.key! },
      { ...mine.url.fields, 'Content-Type': 'text/html' },
      { ...mine.url.fields, policy: altered },
      { ...mine.url.fields, 'x-footnote-signature': other.url.fields['x-footnote-signature']! },
      over.fields,
      unsigned,
      {},
    ] as Record<string, string>[]) {
      const answer = await send(fields)
      expect([answer.status, (await answer.json()).code]).toEqual([403, 'upload_refused'])
    }
    expect(await server.storage.stat(mine.url.fields.key!)).toBeNull()
  })

  test('refuses more bytes than announced and stores none of them', async () => {
    const { url } = await session(1_000)
    for (const length of [1_001, 300_000]) {
      const answer = await send(url.fields, 'x'.repeat(length))
      expect([answer.status, (await answer.json()).code]).toEqual([413, 'too_large'])
    }
    expect(await server.storage.stat(url.fields.key!)).toBeNull()
    expect(await incoming()).toEqual([])
  })

  test('needs a form whose file follows the fields', async () => {
    const { url } = await session()
    expect((await send(url.fields, null)).status).toBe(400)
    const json = await fetch(`${server.base}/api/files/upload`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(json.status).toBe(415)
    const broken = await fetch(`${server.base}/api/files/upload`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: 'nonsense',
    })
    expect(broken.status).toBeLessThan(500)
    expect(broken.status).toBeGreaterThanOrEqual(400)
  })

  test('an interrupted upload leaves nothing and can be repeated', async () => {
    const { url } = await session()
    const head = Object.entries(url.fields)
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('')
    const body = `${head}--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'y'.repeat(100_000)}`
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST /api/files/upload HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n${body}`,
    )
    await expect.poll(incoming, { interval: 10 }).not.toEqual([])
    socket.destroy()
    await expect.poll(incoming, { interval: 10 }).toEqual([])
    expect(await server.storage.stat(url.fields.key!)).toBeNull()
    expect((await send(url.fields)).status).toBe(204)
  })

  test('a sender that does not read still receives its refusal after a large file', async () => {
    const { url } = await session(10)
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(
        `${server.base}/api/files/upload`,
        { method: 'POST', headers: { 'content-type': 'multipart/form-data; boundary=x' } },
        (response) => resolve(response.resume().statusCode),
      )
      request.on('error', reject)
      for (const [name, value] of Object.entries(url.fields))
        request.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
      let left = 40
      const more = () => {
        while (left > 0) {
          left -= 1
          if (!request.write(Buffer.alloc(1_000_000))) return request.once('drain', more)
        }
        request.end('\r\n--x--\r\n')
      }
      more()
    })
    expect(status).toBe(413)
  })
})

import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { type ApiBehindProxy, startApiBehindProxy } from './api-behind-proxy.ts'
import { startTestPostgres } from './test-postgres.ts'

const CRASHES = 2

let tested: ApiBehindProxy
afterEach(() => tested.close())

test('a server that crashes under load ends no process and loses no acknowledged comment', async () => {
  const postgres = await startTestPostgres({})
  try {
    tested = await startApiBehindProxy(await postgres.createDatabase())
    const { beside, comment, stored } = tested
    const acknowledged = await tested.writeDuring(async () => {
      for (let round = 0; round < CRASHES; round += 1) {
        await wait(500)
        await postgres.crash()
        await expect.poll(async () => (await comment(`after crash ${round}`)).status).toBe(200)
      }
    })
    expect(beside.ended()).toBe(false)
    expect(tested.unexpected).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
    await expect.poll(() => stored().catch(() => [])).toEqual(expect.arrayContaining(acknowledged))
  } finally {
    await postgres.stop()
  }
})

test('while the database hangs calls are answered 503, including waiting ones, and all work when it continues', async () => {
  tested = await startApiBehindProxy()
  const { proxy, beside, comment, stored } = tested
  const atOnce = (word: string) => Promise.all(Array.from({ length: 12 }, () => comment(word)))
  // The API has opened all its connections, and they are idle.
  for (const { status } of await atOnce('before')) expect(status).toBe(200)
  proxy.hold()
  for (const answer of await atOnce('during')) {
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0]).toEqual([503, true])
    expect(await answer.json()).toMatchObject({ code: 'unavailable', detail: expect.stringContaining('its database') })
  }
  expect((await beside.health()).status).toBe(503)
  proxy.admit()
  await expect.poll(async () => (await comment('kept')).status).toBe(200)
  expect(beside.ended()).toBe(false)
  expect(await stored()).toEqual(expect.arrayContaining(['before', 'kept']))
})

test('an upload continues while the database is unreachable, and is stored when it is back', async () => {
  tested = await startApiBehindProxy()
  const { api, proxy, beside, person, collection_id, said } = tested
  const place = { index_id: collection_id, file_type: 'video/mp4', file_extension: 'mp4' }
  const { json: slot } = await api.post('/api/upload', place, person)
  const part = (disposition: string) => `--limit\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const fields = Object.entries<string>(slot.url.fields).map(
    ([name, value]) => `${part(`name="${name}"`)}\r\n${value}\r\n`,
  )
  const request = http.request(new URL(slot.url.url, beside.base), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=limit' },
  })
  const answered = once(request, 'response')
  request.write(`${fields.join('')}${part('name="file"; filename="a.mp4"')}content-type: video/mp4\r\n\r\n`)
  for (let sent = 0; sent < 10; sent += 1) {
    if (sent === 3) proxy.refuse()
    request.write('x'.repeat(100_000))
    await wait(50)
  }
  request.end('\r\n--limit--\r\n')
  await expect.poll(said).toEqual(['database lost'])
  proxy.admit()
  const [answer] = (await answered) as [http.IncomingMessage]
  expect(answer.statusCode).toBe(204)
  const [file] = await readdir(path.join(beside.folder, 'files', 'videos', slot.file_id))
  expect((await stat(path.join(beside.folder, 'files', 'videos', slot.file_id, file!))).size).toBe(1_000_000)
})

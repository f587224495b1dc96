import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import type { Person } from '../../seed/rows/senders.ts'
import type { Database } from '../src/platform/db/database.ts'
import { startApiBeside } from './api-beside.ts'
import { openEvents } from './event-stream.ts'
import { type Product, startProduct } from './product.ts'
import { startProxy } from './proxy.ts'
import { startTestPostgres } from './test-postgres.ts'

const ROUNDS = 5
const CRASHES = 2
const WRITERS = 8

let api: Product
let proxy: Awaited<ReturnType<typeof startProxy>>
let beside: Awaited<ReturnType<typeof startApiBeside>>
let person: Person
let collection_id: string
let video_id: string
/** Every answer that is neither a success nor a temporary unavailability. */
const unexpected: string[] = []

/**
 * Starts the tested API as a separate process, which reaches its database through a proxy. The API of this process
 * observes.
 */
async function begin(empty_database_url?: string): Promise<void> {
  api = await startProduct({ database_url: empty_database_url })
  proxy = await startProxy(api.config.database_url)
  beside = await startApiBeside(proxy.url)
  person = await api.person(undefined, 'TEAM')
  ;({ collection_id, video_id } = await api.aCollectionWithVideo(person))
  unexpected.length = 0
}
afterEach(async () => {
  await beside.stop()
  await proxy.stop()
  await api.close()
})

const comment = (content: string) =>
  fetch(`${beside.base}/api/quick-review/create-comment/${video_id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content, start_time: 1 }),
  })
/** Lines of the API's log about its database. */
const said = () => beside.logged.filter(({ msg }) => msg?.startsWith('database')).map(({ msg }) => msg)
const terminateAll = (db: Database) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'footnote%' and pid <> pg_backend_pid()`.execute(db)
const stored = async () =>
  (await api.db.selectFrom('comments').select('content').where('video_id', '=', video_id).execute()).map(
    ({ content }) => content,
  )

/** Posts comments one after the other while `going` returns true. @returns the texts of the acknowledged ones */
async function write(going: () => boolean): Promise<string[]> {
  const acknowledged: string[] = []
  while (going()) {
    const content = randomUUID()
    const answer = await comment(content)
    const text = await answer.text()
    if (answer.status === 200) acknowledged.push(content)
    else if (answer.status !== 503 || !(Number(answer.headers.get('retry-after')) > 0) || !/"unavailable"/.test(text))
      unexpected.push(`${answer.status} ${text}`)
  }
  return acknowledged
}

/** Posts comments during an event. @returns the texts of the acknowledged ones */
async function writeDuring(happens: () => Promise<void>): Promise<string[]> {
  let going = true
  const writers = Array.from({ length: WRITERS }, () => write(() => going))
  await happens().finally(() => {
    going = false
  })
  return (await Promise.all(writers)).flat()
}

test('lost connections under load end no process, lose no acknowledged comment, and close no stream', async () => {
  await begin()
  const stream = await openEvents(beside.base, video_id, person)
  const acknowledged = await writeDuring(async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await wait(300)
      await terminateAll(api.db)
    }
    await wait(300)
  })
  expect(beside.ended()).toBe(false)
  expect(unexpected).toEqual([])
  expect(acknowledged.length).toBeGreaterThan(0)
  expect(await stored()).toEqual(expect.arrayContaining(acknowledged))

  // The oldest stream has reported that events may be missing, and continues.
  await expect.poll(() => stream.events.some(({ event }) => event === 'missed')).toBe(true)
  const last = randomUUID()
  const isHeard = () => stream.events.some(({ data }) => data.comment?.content === last)
  // Until the API listens again, another `missed` is the only event for new comments.
  await expect.poll(async () => (await comment(last)).status === 200 && isHeard()).toBe(true)
  stream.close()
})

test('a server that crashes under load ends no process and loses no acknowledged comment', async () => {
  const postgres = await startTestPostgres({})
  try {
    await begin(await postgres.createDatabase())
    const acknowledged = await writeDuring(async () => {
      for (let round = 0; round < CRASHES; round += 1) {
        await wait(500)
        await postgres.crash()
        await expect.poll(async () => (await comment(`after crash ${round}`)).status).toBe(200)
      }
    })
    expect(beside.ended()).toBe(false)
    expect(unexpected).toEqual([])
    expect(acknowledged.length).toBeGreaterThan(0)
    await expect.poll(() => stored().catch(() => [])).toEqual(expect.arrayContaining(acknowledged))
  } finally {
    await postgres.stop()
  }
})

test('while the database is unreachable calls are answered 503 and health names it, until it is back', async () => {
  await begin()
  expect(await beside.health()).toMatchObject({ status: 200, json: { status: 'ok' } })
  proxy.refuse()
  const refused = await comment('lost')
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true])
  expect(await refused.json()).toMatchObject({
    code: 'unavailable',
    detail: 'Footnote cannot reach its database at the moment. Please try again shortly.',
  })
  const ill = await beside.health()
  expect(ill).toMatchObject({ status: 503, json: { status: 'failing' } })
  expect(Number(ill.retry_after)).toBeGreaterThan(0)
  expect(ill.json.checks).toContainEqual({
    name: 'database',
    state: 'fail',
    sentence: expect.stringMatching('database'),
  })
  await expect.poll(said).toEqual(['database lost'])
  proxy.admit()
  await expect.poll(async () => (await comment('kept')).status).toBe(200)
  expect((await beside.health()).status).toBe(200)
  expect(await stored()).toEqual(['kept'])
  await expect.poll(said).toEqual(['database lost', 'database is back'])
})

test('while the database hangs calls are answered 503, including waiting ones, and all work when it continues', async () => {
  await begin()
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
}, 180_000)

test('an upload continues while the database is unreachable, and is stored when it is back', async () => {
  await begin()
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

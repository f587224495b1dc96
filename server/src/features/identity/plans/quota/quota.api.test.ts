import { request as httpRequest } from 'node:http'
import { Readable } from 'node:stream'
import { PLANS, UPLOAD } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Person } from '../../../../../../seed/rows/senders.ts'
import { daysAgo, silentLog, startProduct } from '../../../../../test/product.ts'
import { removeExpiredUploads } from '../../../library/uploads/remove-expired.ts'
import { exportData } from '../../../personal/account-data/export-data.job.ts'
import { storageUsed } from './queries.ts'
import { settleStorage } from './settle-storage.job.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3
const FREE = PLANS.FREE.storage
const context = { signal: new AbortController().signal, last_attempt: true, starts: 1, log: silentLog }

let person: Person
let collection: string
const server = await startProduct()
afterAll(() => server.close())

interface Session {
  file_id: string
  url: { url: string; fields: Record<string, string> }
}
/** Signs up a person on the free plan with this many free bytes. */
async function withRoom(bytes: number): Promise<void> {
  person = await server.person({ company_id: await server.company('FREE') })
  collection = await server.aCollection(person)
  if (bytes < FREE) await server.aVideo(person, collection, { file_size: FREE - bytes })
}
/** Ends the person's upload forms, and removes what they received. */
async function expireUploads(): Promise<void> {
  await server.db
    .updateTable('uploads')
    .set({ expires_at: daysAgo(1) })
    .where('user_id', '=', person.id)
    .execute()
  await removeExpiredUploads(server, context)
}
const ask = (file_size?: number) =>
  server.post('/api/upload', { index_id: collection, file_type: 'video/mp4', file_extension: 'mp4', file_size }, person)
const opened = async (file_size?: number): Promise<Session> => (await ask(file_size)).json
const codeOf = async (answer: ReturnType<typeof ask>): Promise<string | number> => {
  const { status, json } = await answer
  return status === 200 ? 200 : json.code
}
async function send({ url }: Session, bytes: number) {
  const form = new FormData()
  for (const [name, value] of Object.entries(url.fields)) form.append(name, value)
  form.append('file', new Blob([Buffer.alloc(bytes)]))
  const answer = await fetch(server.base + url.url, { method: 'POST', body: form })
  return answer.status === 204 ? 204 : (await answer.json()).code
}
/** Begins to send a file of unknown length; each part is sent at once. */
function begin({ url }: Session) {
  const outcome = Promise.withResolvers<number | undefined>()
  const request = httpRequest(server.base + url.url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  request.on('response', (answer) => outcome.resolve(answer.resume().statusCode))
  request.on('error', () => outcome.resolve(undefined))
  for (const [name, value] of Object.entries(url.fields))
    request.write(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  request.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
  return {
    write: (bytes: number) => request.write(Buffer.alloc(bytes)),
    end: () => request.end('\r\n--x--\r\n'),
    cut: () => request.destroy(),
    outcome: outcome.promise,
  }
}
const add = (file_id: string) =>
  server.post('/api/add_records', { index_id: collection, file_id, file_name: 'a', file_extension: 'mp4' }, person)
const used = () => storageUsed(server.db, person.company_id)
const free = async () => FREE - (await used())
const idle = () =>
  server.db
    .updateTable('uploads')
    .set({ active_at: new Date(Date.now() - UPLOAD.idle * 1000 - 1000) })
    .where('user_id', '=', person.id)
    .execute()

describe('an upload form', () => {
  test('reserves the announced size: a dozen forms together get no more than the plan has', async () => {
    await withRoom(FREE)
    const answers = await Promise.all(Array.from({ length: 12 }, () => codeOf(ask(GIB))))
    expect(answers.filter((answer) => answer === 200)).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'limit_storage')).toHaveLength(7)
    expect(await free()).toBe(0)
    expect(await codeOf(ask())).toBe('limit_storage')
    const shown = (await server.get('/api/subscription/current', person)).json
    expect([shown.current_usage.storage_used, shown.over_limit]).toEqual([FREE, []])
  })

  test('accepts exactly the announced size, and names the free room when that is too little', async () => {
    await withRoom(3 * MIB)
    expect((await ask(3 * MIB + 1)).json).toMatchObject({
      status: 403,
      code: 'limit_storage',
      detail: expect.stringContaining('3.0 MB is free; 3.0 MB is needed'),
    })
    const session = await opened(2 * MIB)
    expect(Buffer.from(session.url.fields.policy!, 'base64').toString()).toContain(
      `"content-length-range",0,${2 * MIB}`,
    )
    expect(await send(session, 2 * MIB + 1)).toBe('too_large')
    expect(await free()).toBe(3 * MIB)
    const open = await opened()
    expect(Buffer.from(open.url.fields.policy!, 'base64').toString()).toContain(`"content-length-range",0,${3 * MIB}`)
  })

  test('frees its room after a failure or an unused hour, and takes it again when used', async () => {
    await withRoom(4 * MIB)
    const failed = await opened(4 * MIB)
    expect(await free()).toBe(0)
    expect(await send(failed, 5 * MIB)).toBe('too_large')
    expect(await free()).toBe(4 * MIB)
    const cut = begin(failed)
    cut.write(MIB)
    await expect.poll(free).toBe(0)
    cut.cut()
    await expect.poll(free).toBe(4 * MIB)
    const waiting = await opened(3 * MIB)
    await idle()
    expect(await free()).toBe(4 * MIB)
    expect(await send(await opened(2 * MIB), 2 * MIB)).toBe(204)
    expect(await send(waiting, 3 * MIB)).toBe('limit_storage')
    expect(await send(failed, 4 * MIB)).toBe('limit_storage')
  })

  test('counts among the hundred that a person may have open', async () => {
    await withRoom(FREE)
    for (let form = 0; form < UPLOAD.open; form += 1) expect((await ask(1)).status).toBe(200)
    expect((await ask(1)).json).toMatchObject({ status: 409, code: 'limit_uploads' })
    await idle()
    expect((await ask(1)).status).toBe(200)
  })

  test('refuses somebody who has left the company since', async () => {
    await withRoom(FREE)
    const session = await opened(5)
    const elsewhere = await server.company()
    await server.db.updateTable('users').set({ company_id: elsewhere }).where('id', '=', person.id).execute()
    expect(await send(session, 5)).toBe('upload_refused')
  })
})

describe('without an announced size', () => {
  test('bytes of all forms count as they arrive, until the storage is full', async () => {
    await withRoom(40 * MIB)
    const [one, two] = [begin(await opened()), begin(await opened())]
    one.write(20 * MIB)
    await expect.poll(free).toBeLessThanOrEqual(20 * MIB)
    two.write(8 * MIB)
    await expect.poll(free).toBeLessThanOrEqual(12 * MIB)
    two.write(20 * MIB)
    expect(await two.outcome).toBe(403)
    one.end()
    expect(await one.outcome).toBe(204)
    expect(await free()).toBe(20 * MIB)
  })

  test('two forms that would fill the storage together cannot both succeed', async () => {
    await withRoom(3 * MIB)
    const sessions = [await opened(), await opened()]
    const answers = await Promise.all(sessions.map((session) => send(session, 2 * MIB)))
    expect(answers.sort()).toEqual([204, 'limit_storage'].sort())
    expect(await free()).toBe(MIB)
  })
})

describe('the storage of a company', () => {
  test('includes an upload that was not added, once, until it is removed', async () => {
    await withRoom(64 * MIB)
    const sessions = await Promise.all(Array.from({ length: 12 }, () => opened()))
    for (const session of sessions) expect(await send(session, 4 * MIB)).toBe(204)
    await idle()
    expect(await free()).toBe(16 * MIB)
    expect(await codeOf(ask(17 * MIB))).toBe('limit_storage')
    expect((await add(sessions[0]!.file_id)).json.video.file_size).toBe(4 * MIB)
    expect(await free()).toBe(16 * MIB)
    await expireUploads()
    expect(await free()).toBe(60 * MIB)
    expect(await server.storage.stat(sessions[1]!.url.fields.key!)).toBeNull()
  })

  test('keeps a file that is still arriving at the end of its form', async () => {
    await withRoom(64 * MIB)
    const session = await opened()
    const slow = begin(session)
    slow.write(MIB)
    await expect.poll(free).toBeLessThan(64 * MIB)
    await expireUploads()
    slow.end()
    expect(await slow.outcome).toBe(204)
    await removeExpiredUploads(server, context)
    expect(await server.storage.stat(session.url.fields.key!)).toBeNull()
    expect(await free()).toBe(64 * MIB)
  })

  test('does not keep a file that has arrived, though the clock of the API is behind that of the database', async () => {
    await withRoom(64 * MIB)
    expect(await send(await opened(), MIB)).toBe(204)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10_000 })
    try {
      await expireUploads()
    } finally {
      vi.useRealTimers()
    }
    expect(await free()).toBe(64 * MIB)
  })

  test('includes what a killed process had received, until minutes have passed without a sign of life', async () => {
    await withRoom(8 * MIB)
    const announced = await opened(8 * MIB)
    const { file_id } = announced
    const old = new Date(Date.now() - 200_000)
    await server.db
      .insertInto('upload_arrivals')
      .values({ upload_id: file_id, bytes: 8 * MIB })
      .execute()
    expect(await free()).toBe(0)
    await server.db.updateTable('upload_arrivals').set({ active_at: old }).where('upload_id', '=', file_id).execute()
    expect(await free()).toBe(8 * MIB)
    expect(await send(announced, 8 * MIB)).toBe(204)
    expect(await free()).toBe(0)
  })

  test('includes data exports while they exist, which are made even without room', async () => {
    await withRoom(0)
    const job = { request_id: crypto.randomUUID(), user_id: person.id }
    await exportData(server)(job, context)
    const [notification] = (await server.get('/api/get_notifications', person)).json.notifications
    const size = (await (await fetch(server.base + notification.download_file)).arrayBuffer()).byteLength
    expect(await free()).toBe(-size)
    await exportData(server)(job, context)
    expect(await free()).toBe(-size)
  })

  test('includes files from before sizes were stored once they are measured, but not missing ones', async () => {
    await withRoom(64 * MIB)
    const at = async (name: string, bytes: number) => {
      const key = `exports/${person.id}/${name}.zip`
      if (bytes > 0) await server.storage.write(key, Readable.from([Buffer.alloc(bytes)]), 'application/zip')
      await server.db
        .insertInto('requested_files')
        .values({ storage_key: key, company_id: person.company_id, user_id: person.id, video_id: null, bytes: null })
        .execute()
    }
    await at('a', 5)
    await at('b', 0)
    const { file_id, url } = await opened()
    await server.storage.write(url.fields.key!, Readable.from([Buffer.alloc(7)]), 'video/mp4')
    await server.db.updateTable('uploads').set({ direct: true, active_at: null }).where('id', '=', file_id).execute()
    expect(await used()).toBe(FREE - 64 * MIB)
    await settleStorage(server)({}, context)
    expect(await used()).toBe(FREE - 64 * MIB + 12)
    const names = await server.db
      .selectFrom('requested_files')
      .select('storage_key')
      .where('user_id', '=', person.id)
      .execute()
    expect(names).toHaveLength(1)
  })
})

test('a company is not locked during the measurement of an added file', async () => {
  await withRoom(FREE)
  const session = await opened(5)
  expect(await send(session, 5)).toBe(204)
  const answered = Promise.withResolvers<void>()
  const stat = server.storage.stat.bind(server.storage)
  const asked = vi.spyOn(server.storage, 'stat').mockImplementationOnce(async (key) => {
    await answered.promise
    return await stat(key)
  })
  const added = add(session.file_id).then((answer) => answer.json.video.file_size)
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await sql`select id from companies where id = ${person.company_id} for update nowait`.execute(server.db)
  answered.resolve()
  expect(await added).toBe(5)
  asked.mockRestore()
})

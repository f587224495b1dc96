import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { KilledWorkers } from '../../../../../test/killed-workers.ts'
import { mailParts } from '../../../../../test/mail-parts.ts'
import { mailedGuests } from '../../../../../test/mailed-guests.ts'
import { startProduct } from '../../../../../test/product.ts'
import { createTestDatabase } from '../../../../../test/test-database.ts'

const VIDEOS = 25
const GUESTS = 10
const KILLS = 6
/** Longest delay of a kill after a job has begun, in milliseconds: a mail takes a few of them. */
const SOON = 40
/** Mails that one worker sends at once. */
const AT_ONCE = 4

const server = await startProduct({ database_url: await createTestDatabase() })
const workers = new KilledWorkers(server.config.database_url ?? '', server.config.data_dir, SOON)
afterAll(async () => {
  await workers.killAll()
  await server.close()
})

test('a worker that is killed while it gathers and sends mails loses no line, and repeats only a mail that it was sending', async () => {
  const { owner, colleague } = await server.people('TEAM')
  const collection = await server.aCollection(owner, { kind: 'review' })
  const { aVideo, aMailedGuest } = mailedGuests(server, owner, collection)
  /** Comments, and how many people get each by mail: the owner of the video, and a guest whose thread it is in. */
  const written = new Map<string, number>()
  const write = async (video: string, parent_comment_id?: string) => {
    const content = `Comment ${written.size} ends`
    await server.aComment(colleague, video, { content, start_time: 5, ...(parent_comment_id && { parent_comment_id }) })
    written.set(content, parent_comment_id ? 2 : 1)
  }
  const shared = await aVideo()
  for (let count = 0; count < GUESTS; count += 1) {
    const { guest } = await aMailedGuest({ kind: 'version', ids: [shared] })
    const { id } = await server.aComment(guest, shared, { content: `Question ${count}`, start_time: 5 })
    for (let answer = 0; answer < 2; answer += 1) await write(shared, id)
  }
  for (let count = 0; count < VIDEOS; count += 1) {
    const video = await aVideo()
    for (let comment = 0; comment < 2; comment += 1) await write(video)
  }
  const { db, queue } = server
  /** Half of the lines at a time, so that workers gather while they send. */
  const hand = async (share: number) => {
    const due = db.selectFrom('waiting_lines').select('id').where('mail_id', 'is', null)
    const ids = (await due.execute()).map(({ id }) => id)
    if (ids.length === 0) return
    await db
      .updateTable('waiting_lines')
      .set({ due_at: new Date() })
      .where('id', 'in', ids.slice(0, Math.ceil(ids.length * share)))
      .execute()
    await db.transaction().execute((transaction) => queue.enqueue(transaction, 'mail-gathered', {}))
  }
  workers.start()
  let hits = 0
  for (let kill = 0; kill < KILLS; kill += 1) {
    const moment = kill % 2 ? 'send-mail' : 'mail-gathered'
    const killed = workers.killAt(
      ({ msg, job }) => msg === 'job started' && job === moment,
      () => hand(0.5),
    )
    await hand(0.5)
    if (await killed) hits += 1
    await workers.release(queue, db)
  }
  const left = async () => {
    await hand(1)
    await workers.release(queue, db)
    return (await db.selectFrom('waiting_lines').select('id').execute()).length
  }
  await expect.poll(left, { timeout: 200_000, interval: 1_000 }).toBe(0)

  const folder = path.join(server.config.data_dir, 'outbox')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map(async (name) => mailParts(await readFile(path.join(folder, name), 'utf8'))))
  /** Texts by the id of their mail: a second copy has the same, and a mailbox drops it. */
  const texts = new Map(mails.map(({ head, text }) => [/^Message-ID: (.*)$/m.exec(head)?.[1], text]))
  const all = [...texts.values()].join('\n')
  for (const [content, readers] of written) expect([content, all.split(content).length - 1]).toEqual([content, readers])
  expect(hits).toBeGreaterThan(0)
  expect(mails.length - texts.size).toBeLessThanOrEqual(KILLS * AT_ONCE)
}, 900_000)

import { sql } from 'kysely'
import { afterAll, afterEach, expect, test } from 'vitest'
import { idleJobs } from '../../../test/idle-jobs.ts'
import { startProduct } from '../../../test/product.ts'
import { type Refusal, refuseFirst, startSmtp } from '../../../test/smtp-server.ts'
import { openMailer } from '../../platform/mail/mailer.ts'
import { MailSeal } from '../../platform/mail/sealed-mail.ts'
import type { Log } from '../../platform/queue/jobs.ts'
import { openQueue, type RunningQueue } from '../../platform/queue/pg-boss.ts'
import { sendMail } from './send-mail.job.ts'

const api = await startProduct()
afterAll(() => api.close())

const closing: (() => unknown)[] = []
let lines: string[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  await sql`delete from pgboss.job where name = 'send-mail'`.execute(api.db)
  lines = []
})
const write = (details: object, message: string) =>
  void lines.push(
    `${message} ${JSON.stringify(details, (_, value) => (value instanceof Error ? `${value.stack}` : value))}`,
  )
const log: Log = { info: write, warn: write, error: write }

async function smtpServer(refuse?: Refusal, port?: number) {
  const smtp = await startSmtp(refuse, port)
  closing.push(smtp.stop)
  return smtp
}

/** A worker that only sends mails. */
async function startWorker(smtp_url: string): Promise<RunningQueue> {
  const { config, db } = api
  const queue = await openQueue({ database_url: config.database_url, database: db, log, worker: true })
  const mailer = openMailer({ ...config, smtp_url, announce: () => undefined })
  closing.push(
    () => mailer.close(),
    () => queue.stop(),
  )
  await queue.work({ ...idleJobs, 'send-mail': sendMail({ db, mailer, config }) })
  return queue
}

/** Requests a code for an address with an account. */
async function askForCode(): Promise<void> {
  const { email } = await api.person()
  await api.db.deleteFrom('rate_counters').execute()
  expect((await api.post('/api/forgot-password', { email })).status).toBe(200)
}
const rows = async () =>
  (
    await sql<{ state: string; data: unknown; all: string }>`
    select state, data, job::text as all from pgboss.job where name = 'send-mail' order by created_on`.execute(api.db)
  ).rows
const enqueue = (order: Parameters<MailSeal['seal']>[0], secret = api.config.secret_key) =>
  api.db
    .transaction()
    .execute((transaction) => api.queue.enqueue(transaction, 'send-mail', { sealed: new MailSeal(secret).seal(order) }))
const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello.\n', secret: null }

test('a code waits encrypted, is sent when a worker starts, and leaves nothing in queue and log', async () => {
  const smtp = await smtpServer()
  await askForCode()
  const [waiting] = await rows()
  expect(waiting?.data).toEqual({ sealed: expect.any(String) })
  await startWorker(smtp.url)
  await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBe(1)
  const code = /new password is\s+(?:=\s+)?(\d{8})/.exec(smtp.received[0]!.message)?.[1]
  expect(code).toBeDefined()
  await expect.poll(async () => (await rows())[0]?.state, { timeout: 30_000 }).toBe('completed')
  const [sent] = await rows()
  expect([sent?.data, `${waiting?.all} ${sent?.all} ${lines.join()}`.includes(code!)]).toEqual([null, false])
  expect(lines.join()).not.toMatch(/sealed/)
})

test('a mail that could not be sent is sent by another worker after the first one has stopped', async () => {
  const smtp = await smtpServer(refuseFirst(1))
  await askForCode()
  const first = await startWorker(smtp.url)
  await expect.poll(() => smtp.asked(), { timeout: 30_000 }).toBe(1)
  await first.stop()
  expect(smtp.received).toEqual([])
  await startWorker(smtp.url)
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(1)
}, 120_000)

test('a mail waits for an unreachable mail server, which is no error of the mail', async () => {
  const { port, stop, url } = await startSmtp()
  await stop()
  await askForCode()
  await startWorker(url)
  await expect.poll(() => lines.some((line) => line.startsWith('job waits')), { timeout: 30_000 }).toBe(true)
  const smtp = await smtpServer(undefined, port)
  await expect.poll(() => smtp.received.length, { timeout: 60_000 }).toBe(1)
  expect(lines.filter((line) => /failed|given up/.test(line))).toEqual([])
}, 120_000)

test('a mail that the mail server refuses for good is tried once, and the log says so', async () => {
  const smtp = await smtpServer((_, count) => (count === 1 ? { code: 550, reason: 'No such person' } : null))
  await enqueue({ mail, rehearsed: false, until: null })
  await startWorker(smtp.url)
  await expect.poll(async () => (await rows())[0]?.state, { timeout: 30_000 }).toBe('completed')
  expect([smtp.asked(), (await rows())[0]?.data]).toEqual([1, null])
  expect(lines.join()).toMatch(/mail server refuses it.*No such person/)
})

test('a mail with an expired code is not sent, nor is one of another SECRET_KEY', async () => {
  const smtp = await smtpServer()
  await enqueue({ mail, rehearsed: false, until: Date.now() - 1 })
  await enqueue({ mail, rehearsed: false, until: null }, 'another secret')
  await startWorker(smtp.url)
  await expect
    .poll(async () => (await rows()).map(({ state }) => state), { timeout: 30_000 })
    .toEqual(['completed', 'completed'])
  expect([smtp.met(), lines.filter((line) => line.startsWith('mail is not sent')).length]).toEqual([0, 2])
})

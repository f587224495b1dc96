import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startMails } from '../../../../test/mails.ts'
import { MailSeal } from '../../../platform/mail/sealed-mail.ts'

const { api, lines, smtpServer, startWorker, askForCode } = await startMails()

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

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { type Mailer, openMailer } from './mailer.ts'

interface Received {
  readonly recipients: string[]
  readonly message: string
}

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/** A mail server on the loopback. @param refusals how many messages it refuses before it takes one */
async function startSmtp(refusals = 0) {
  const received: Received[] = []
  let asked = 0
  let met = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(_session, done) {
      met += 1
      done()
    },
    onData(stream, session, done) {
      asked += 1
      text(stream).then((message) => {
        if (asked <= refusals) return done(Object.assign(new Error('Come back later'), { responseCode: 451 }))
        received.push({ recipients: session.envelope.rcptTo.map(({ address }) => address), message })
        done()
      }, done)
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, received, asked: () => asked, met: () => met }
}

function mailerTo(smtp_url: string): { mailer: Mailer; failures: unknown[] } {
  const failures: unknown[] = []
  const mailer = openMailer({
    smtp_url,
    mail_from: 'Footnote <footnote@example.org>',
    data_dir: '/nonexistent',
    onFailure: (error) => failures.push(error),
    announce: () => undefined,
  })
  closing.push(() => mailer.close())
  return { mailer, failures }
}

const CODE = '12345678'
const mail = {
  to: 'ada@example.org',
  subject: 'Your code',
  text: `It is ${CODE}.`,
  secret: { kind: 'code', value: CODE },
} as const

test('a message goes to the one address that it is for, however that is written', async () => {
  const smtp = await startSmtp()
  const { mailer, failures } = mailerTo(smtp.url)
  await mailer.send({ ...mail, to: 'z@example.org,eve@example.com' })
  await mailer.send({ ...mail, to: 'Ada <eve@example.com>' })
  await mailer.send(mail)
  await expect.poll(() => smtp.received.length + failures.length, { timeout: 60_000 }).toBe(3)
  expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com')
  expect(smtp.received.map(({ recipients }) => recipients)).toContainEqual(['ada@example.org'])
})

test('a subject makes no header, and a line of the text ends no message', async () => {
  const smtp = await startSmtp()
  const { mailer } = mailerTo(smtp.url)
  await mailer.send({
    ...mail,
    subject: 'Hello\r\nBcc: eve@example.com',
    text: 'First\r\n.\r\nMAIL FROM:<eve@example.com>',
  })
  await expect.poll(() => smtp.received.length).toBe(1)
  const { recipients, message } = smtp.received[0]!
  expect(recipients).toEqual(['ada@example.org'])
  expect(message).not.toMatch(/^Bcc:/im)
  expect(message).toContain('MAIL FROM:<eve@example.com>')
})

test('what the server refuses for now is sent again', async () => {
  const smtp = await startSmtp(1)
  const { mailer, failures } = mailerTo(smtp.url)
  await mailer.send(mail)
  await expect.poll(() => smtp.received.length).toBe(1)
  expect([smtp.asked(), failures]).toEqual([2, []])
})

test('what cannot be sent is told after the third try, without the code that it carries', async () => {
  const smtp = await startSmtp(9)
  const { mailer, failures } = mailerTo(smtp.url)
  await mailer.send(mail)
  await expect.poll(() => failures.length).toBe(1)
  expect(smtp.asked()).toBe(3)
  const told = failures[0] as Error
  expect([told.message, told.stack, JSON.stringify(told)].join()).not.toContain(CODE)
})

test('a message that is rehearsed goes to the server as one that is sent, which gets nothing of it', async () => {
  const smtp = await startSmtp()
  const { mailer, failures } = mailerTo(smtp.url)
  await mailer.rehearse(mail)
  await mailer.close()
  expect([smtp.met(), smtp.asked(), failures]).toEqual([1, 0, []])
})

test('in the outbox a message that is rehearsed leaves nothing and is not announced', async () => {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-outbox-'))
  closing.push(() => rm(data_dir, { recursive: true }))
  const announced: string[] = []
  const mailer = openMailer({
    smtp_url: null,
    mail_from: 'Footnote <footnote@example.org>',
    data_dir,
    onFailure: () => undefined,
    announce: (line) => announced.push(line),
  })
  await mailer.rehearse(mail)
  expect([await readdir(path.join(data_dir, 'outbox')), announced]).toEqual([[], []])
  await mailer.send(mail)
  expect([(await readdir(path.join(data_dir, 'outbox'))).length, announced.length]).toEqual([1, 1])
})

test('a message that is on its way when the product stops still arrives', async () => {
  const smtp = await startSmtp()
  const { mailer } = mailerTo(smtp.url)
  await mailer.send(mail)
  await mailer.close()
  expect(smtp.received).toHaveLength(1)
})

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Refusal, refuseFirst, startSmtp } from '../../../test/smtp-server.ts'
import { UnreachableError } from '../errors.ts'
import { type Mailer, MailRefused, openMailer } from './mailer.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(refuse?: Refusal) {
  const smtp = await startSmtp(refuse)
  closing.push(smtp.stop)
  return smtp
}

function mailerTo(
  smtp_url: string,
  { mail_from = 'Footnote <footnote@example.org>', public_url = 'http://localhost:3000' } = {},
): Mailer {
  const mailer = openMailer({ smtp_url, mail_from, public_url, data_dir: '/nonexistent', announce: () => undefined })
  closing.push(() => mailer.close())
  return mailer
}

const CODE = '12345678'
const mail = {
  to: 'ada@example.org',
  subject: 'Your code',
  text: `It is ${CODE}.`,
  secret: { kind: 'code', value: CODE },
} as const
const failureOf = (sending: Promise<void>) => sending.then(() => null).catch((error: Error) => error)
const textOf = (error: Error | null) =>
  [error?.message, error?.stack, JSON.stringify(error), String(error?.cause)].join()

test('names of messages in the outbox sort in the order in which they were sent, also within a millisecond', async () => {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-outbox-'))
  closing.push(() => rm(data_dir, { recursive: true, force: true }))
  const outbox = openMailer({
    ...{ smtp_url: null, mail_from: 'Footnote <footnote@example.org>', public_url: 'http://localhost:3000' },
    ...{ data_dir, announce: () => undefined },
  })
  closing.push(() => outbox.close())
  const subjects = Array.from({ length: 20 }, (_, at) => `Mail ${at}`)
  // Each gets its name before the next one begins.
  await Promise.all(subjects.map((subject) => outbox.send({ ...mail, subject })))
  const folder = path.join(data_dir, 'outbox')
  const sorted = (await readdir(folder)).sort()
  const sent = await Promise.all(
    sorted.map(async (name) => /^Subject: (.*)$/m.exec(await readFile(path.join(folder, name), 'utf8'))?.[1]),
  )
  expect(sent).toEqual(subjects)
})

test('a message goes to its one address, however that is written', async () => {
  const smtp = await start()
  const mailer = mailerTo(smtp.url)
  for (const to of ['z@example.org,eve@example.com', 'Ada <eve@example.com>', mail.to])
    await failureOf(mailer.send({ ...mail, to }))
  expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain('eve@example.com')
  expect(smtp.received.map(({ recipients }) => recipients)).toContainEqual(['ada@example.org'])
})

test('a subject adds no header, and a line of the text ends no message', async () => {
  const smtp = await start()
  await mailerTo(smtp.url).send({
    ...mail,
    subject: 'Hello\r\nBcc: eve@example.com',
    text: 'First\r\n.\r\nMAIL FROM:<eve@example.com>',
  })
  const { recipients, message } = smtp.received[0]!
  expect(recipients).toEqual(['ada@example.org'])
  expect(message).not.toMatch(/^Bcc:/im)
  expect(message).toContain('MAIL FROM:<eve@example.com>')
})

test('a message that the mail server refuses temporarily can be sent again', async () => {
  const smtp = await start(refuseFirst(1))
  const mailer = mailerTo(smtp.url)
  const failure = await failureOf(mailer.send(mail))
  expect(failure?.message).toContain('Come back later')
  expect([failure instanceof MailRefused, failure instanceof UnreachableError]).toEqual([false, false])
  await mailer.send(mail)
  expect(smtp.received).toHaveLength(1)
})

test('a message that the mail server refuses for good is refused, without the code that the server quotes', async () => {
  const smtp = await start((message) => ({ code: 554, reason: `I do not like ${/\d{8}/.exec(message)}` }))
  const failure = await failureOf(mailerTo(smtp.url).send(mail))
  expect(failure).toBeInstanceOf(MailRefused)
  expect(textOf(failure)).toContain('I do not like')
  expect(textOf(failure)).not.toContain(CODE)
})

test.each(['send', 'rehearse'] as const)(
  'without a mail server the error says that it cannot be reached to %s a message',
  async (act) => {
    const smtp = await startSmtp()
    await smtp.stop()
    const failure = await failureOf(mailerTo(smtp.url)[act](mail))
    expect(failure).toBeInstanceOf(UnreachableError)
    expect(textOf(failure)).not.toContain(CODE)
  },
)

test('a rehearsed message costs as much as a real one, and the mail server gets none of it', async () => {
  const smtp = await start()
  await mailerTo(smtp.url).rehearse(mail)
  expect([smtp.met(), smtp.asked()]).toEqual([1, 0])
})

test('in the outbox a rehearsed message leaves no file and is not announced', async () => {
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-outbox-'))
  closing.push(() => rm(data_dir, { recursive: true }))
  const announced: string[] = []
  const mailer = openMailer({
    smtp_url: null,
    mail_from: 'Footnote <footnote@example.org>',
    public_url: 'http://localhost:3000',
    data_dir,
    announce: (line) => announced.push(line),
  })
  await mailer.rehearse(mail)
  expect([await readdir(path.join(data_dir, 'outbox')), announced]).toEqual([[], []])
  await mailer.send(mail)
  expect([(await readdir(path.join(data_dir, 'outbox'))).length, announced.length]).toEqual([1, 1])
})

test.each([
  ['the host of the product', { public_url: 'https://film.example.com:8443' }, '', 'film.example.com'],
  [
    'the host of the sender where the product has only an address',
    { public_url: 'http://192.0.2.7:3000' },
    '',
    'example.org',
  ],
  ['the host of a bare sender', { mail_from: 'footnote@mail.example.org' }, '', 'mail.example.org'],
  [
    'the name in its address',
    { public_url: 'https://film.example.com' },
    '/?name=relay.example.net',
    'relay.example.net',
  ],
])('a mail server is greeted with %s', async (_, options, more, name) => {
  const smtp = await start()
  await mailerTo(`${smtp.url}${more}`, options).send(mail)
  expect(smtp.greetings()).toEqual([name])
})

import { expect, test } from 'vitest'
import { startMails } from '../../../../test/mails.ts'
import { refuseFirst, startSmtp } from '../../../../test/smtp-server.ts'

const { lines, smtpServer, startWorker, askForCode } = await startMails()

test('a mail that could not be sent is sent by another worker after the first one has stopped', async () => {
  const smtp = await smtpServer(refuseFirst(1))
  await askForCode()
  const first = await startWorker(smtp.url)
  await expect.poll(() => smtp.asked()).toBe(1)
  await first.stop()
  expect(smtp.received).toEqual([])
  await startWorker(smtp.url)
  await expect.poll(() => smtp.received.length).toBe(1)
})

test('a mail waits for an unreachable mail server, which is no error of the mail', async () => {
  const { port, stop, url } = await startSmtp()
  await stop()
  await askForCode()
  await startWorker(url)
  await expect.poll(() => lines.some((line) => line.startsWith('job waits'))).toBe(true)
  const smtp = await smtpServer(undefined, port)
  await expect.poll(() => smtp.received.length).toBe(1)
  expect(lines.filter((line) => /failed|given up/.test(line))).toEqual([])
})

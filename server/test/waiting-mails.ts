import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { DIGEST } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import { mailGatheredLines } from '../src/features/ground/notifications/commands.ts'
import { sendMail } from '../src/features/personal/inbox/send-mail.job.ts'
import type { Services } from '../src/features/services.ts'
import { openMailer } from '../src/platform/mail/mailer.ts'
import type { Jobs } from '../src/platform/queue/jobs.ts'

/** When the mail about comments of this moment is sent. */
const afterBurst = (): Date => new Date(Date.now() + 1_000 * DIGEST.burst)

/**
 * Sends the queued mails and the gathered ones, as a worker does.
 * @param now the worker's clock; by default it shows the time at which mails about comments of this moment are due
 * @returns messages in the outbox, oldest first
 */
export async function sendWaitingMails(
  { db, queue, config, log }: Pick<Services, 'db' | 'queue' | 'config' | 'log'>,
  now = afterBurst(),
): Promise<string[]> {
  await mailGatheredLines({ db, queue }, now)
  const mailer = openMailer({ ...config, announce: () => undefined })
  const send = sendMail({ db, mailer, config })
  const { rows } = await sql<{ data: Jobs['send-mail'] }>`
    with taken as (delete from pgboss.job where name = 'send-mail' returning data, created_on, id)
    select data from taken order by created_on, id`.execute(db)
  const context = { signal: new AbortController().signal, last_attempt: false, starts: 1, log }
  for (const { data } of rows) await send(data, context)
  mailer.close()
  const folder = path.join(config.data_dir, 'outbox')
  const names = (await readdir(folder).catch(() => [])).sort()
  return await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
}

import { sql } from 'kysely'
import { afterAll, afterEach, expect } from 'vitest'
import { sendMail } from '../src/features/personal/inbox/send-mail.job.ts'
import { openMailer } from '../src/platform/mail/mailer.ts'
import type { Log } from '../src/platform/queue/jobs.ts'
import { openQueue, type RunningQueue } from '../src/platform/queue/pg-boss.ts'
import { idleJobs } from './idle-jobs.ts'
import { startProduct } from './product.ts'
import { type Refusal, startSmtp } from './smtp-server.ts'

/** Starts a product whose mails wait for a worker of a test. */
export async function startMails() {
  const api = await startProduct()
  afterAll(() => api.close())

  const closing: (() => unknown)[] = []
  const lines: string[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await sql`delete from pgboss.job where name = 'send-mail'`.execute(api.db)
    lines.length = 0
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

  return {
    api,
    /** What the workers of a test have logged. */
    lines,
    smtpServer,
    startWorker,
    askForCode,
  }
}

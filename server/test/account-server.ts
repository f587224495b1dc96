import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { AccessTokens } from '../src/accounts/access.ts'
import { profileRoutes } from '../src/accounts/profile-routes.ts'
import { accountRoutes } from '../src/accounts/routes.ts'
import type { Config } from '../src/config.ts'
import { openDatabase } from '../src/db/database.ts'
import { migrate } from '../src/db/migrate.ts'
import { buildApp } from '../src/http/app.ts'
import { identifyBy } from '../src/http/viewer.ts'
import { openMailer } from '../src/mail/mailer.ts'
import { createTestDatabase } from './test-database.ts'

/** An API with accounts on a fresh database and an outbox of its own. */
export async function startAccountServer(options: Partial<Pick<Config, 'smtp_url' | 'rate_limits'>> = {}) {
  const url = await createTestDatabase()
  await migrate(url)
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-accounts-'))
  const config = {
    log_level: 'silent',
    public_url: 'http://localhost:3000',
    s3: null,
    rate_limits: false,
    smtp_url: null,
    mail_from: 'Footnote <footnote@localhost>',
    secret_key: 'a secret that is long enough for a test',
    data_dir,
    ...options,
  }
  const db = openDatabase(url)
  const tokens = new AccessTokens(config.secret_key)
  const { app, route } = await buildApp({ config, identify: identifyBy(db, tokens) })
  const mailer = openMailer({ ...config, onFailure: () => undefined, announce: () => undefined })
  accountRoutes(route, { db, mailer, tokens, config })
  profileRoutes(route, { db, mailer, tokens, config })
  const post = (address: string, payload: object, access?: string) =>
    app.inject({ method: 'POST', url: address, payload, headers: access ? { authorization: `Bearer ${access}` } : {} })
  return {
    app: app as FastifyInstance,
    db,
    data_dir,
    post,
    details: (access: string) =>
      app.inject({ method: 'GET', url: '/api/get_user_details', headers: { authorization: `Bearer ${access}` } }),
    /** Messages in the outbox, oldest first. */
    async outbox(): Promise<string[]> {
      const folder = path.join(data_dir, 'outbox')
      const names = (await readdir(folder).catch(() => [])).sort()
      return await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
    },
    /** The code of the newest message. */
    async code(): Promise<string> {
      return /^X-Footnote-Code: (\d{6})$/m.exec((await this.outbox()).at(-1) ?? '')?.[1] ?? ''
    },
    async close() {
      await app.close()
      await mailer.close()
      await db.destroy()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}
export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

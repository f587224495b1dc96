import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { KyselyPlugin } from 'kysely'
import { composeApi } from '../src/app/api.ts'
import type { Config } from '../src/platform/config.ts'
import { openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import { emptyWebApp } from './empty-web-app.ts'
import { silentLog } from './noun-server.ts'
import { openSettledMailer } from './settled-mailer.ts'
import { SECRET, testConfig } from './test-config.ts'
import { createTestDatabase } from './test-database.ts'

/** An API with accounts on a fresh database, or on one that is there, and an outbox of its own. */
export async function startAccountServer({
  plugin,
  ...options
}: Partial<Pick<Config, 'smtp_url' | 'rate_limits' | 'database_url'>> & { plugin?: KyselyPlugin } = {}) {
  const url = options.database_url ?? (await createTestDatabase())
  if (!options.database_url) await migrate(url)
  const data_dir = await mkdtemp(path.join(tmpdir(), 'footnote-accounts-'))
  const config = {
    ...testConfig({ DATA_DIR: data_dir, DATABASE_URL: url }),
    ...options,
  }
  const db = plugin ? openDatabase(url).withPlugin(plugin) : openDatabase(url)
  const queue = await openQueue({ database_url: url, database: db, log: silentLog, worker: false })
  const storage = new DiskStorage({ folder: path.join(data_dir, 'files'), secret_key: SECRET })
  const mailer = openSettledMailer({ ...config, onFailure: () => undefined, announce: () => undefined })
  const { app, close } = await composeApi({
    config,
    db,
    storage,
    mailer,
    opening: Promise.resolve(queue),
    web_folder: await emptyWebApp(data_dir),
  })
  await app.ready()
  /** @param from the address that the call comes from */
  const post = (url: string, payload: object, access?: string, from = '127.0.0.1') =>
    app.inject({
      ...{ method: 'POST', url, payload, remoteAddress: from },
      headers: access ? { authorization: `Bearer ${access}` } : {},
    })
  return {
    app: app as FastifyInstance,
    db,
    data_dir,
    post,
    details: (access: string) =>
      app.inject({ method: 'GET', url: '/api/get_user_details', headers: { authorization: `Bearer ${access}` } }),
    /** Messages in the outbox, oldest first. */
    async outbox(): Promise<string[]> {
      await mailer.settled()
      const folder = path.join(data_dir, 'outbox')
      const names = (await readdir(folder).catch(() => [])).sort()
      return await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))
    },
    /** The code of the newest message. */
    async code(): Promise<string> {
      return /^X-Footnote-Code: (\d+)$/m.exec((await this.outbox()).at(-1) ?? '')?.[1] ?? ''
    },
    async close() {
      await mailer.settled()
      await close()
      await queue.stop()
      await db.destroy()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}
export type AccountServer = Awaited<ReturnType<typeof startAccountServer>>

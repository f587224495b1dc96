import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type KyselyPlugin, sql } from 'kysely'
import { inject } from 'vitest'
import { builders } from '../../seed/rows/builders.ts'
import { peopleOf } from '../../seed/rows/people.ts'
import { headersOf, SECRET, type Sender } from '../../seed/rows/senders.ts'
import { composeApi } from '../src/app/api.ts'
import { HOOKS } from '../src/app/hooks.ts'
import type { Catalogue } from '../src/engines/models/catalogue/model.ts'
import type { ConnectionOptions } from '../src/platform/db/connections.ts'
import { type Database, NIL_ID, openDatabase } from '../src/platform/db/database.ts'
import { migrate } from '../src/platform/db/migrate.ts'
import type { Log } from '../src/platform/queue/jobs.ts'
import { openQueue } from '../src/platform/queue/pg-boss.ts'
import { DiskStorage } from '../src/platform/storage/disk.ts'
import type { Storage } from '../src/platform/storage/storage.ts'
import { emptyWebApp } from './empty-web-app.ts'
import { watchStorage, watchTransactions } from './outside-calls.ts'
import { noteStart } from './starts.ts'
import { testConfig } from './test-config.ts'
import { createTestDatabase } from './test-database.ts'
import { sendWaitingMails } from './waiting-mails.ts'

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }
/** An id that no row has. */
export const NIL = NIL_ID
export const daysAgo = (days: number): Date => new Date(Date.now() - days * 86_400_000)

export interface ProductOptions {
  /** Environment variables besides those of a test. */
  readonly settings?: Readonly<Record<string, string>>
  /** The catalogue of models; the product's by default. */
  readonly catalogue?: Catalogue
  /** An existing database, empty or of another process of the same installation; a new one by default. */
  readonly database_url?: string
  /** A folder on this disk by default. */
  readonly storage?: Storage
  /** How the API connects to its database; as in the product by default. */
  readonly connections?: Partial<ConnectionOptions>
  /** Receives every statement of the API. */
  readonly plugin?: KyselyPlugin
}

/**
 * Starts the API in the product's own composition, on a free port, with its own database, queue and folder. No worker
 * runs: jobs stay in the queue. Without options the test borrows the product of its Vitest worker, which is emptied
 * first; `close` returns it.
 */
export async function startProduct(options?: ProductOptions): Promise<Product> {
  return options ? await openProduct(options) : await borrowProduct()
}

let shared: { readonly product: Product; readonly kept: readonly string[] } | undefined
let is_lent = false

/** The product that the test files of a Vitest worker use one after the other; a new one when another test has it. */
async function borrowProduct(): Promise<Product> {
  if (is_lent) return await openProduct({})
  is_lent = true
  if (shared) await empty(shared.product, shared.kept)
  else {
    // Nobody closes it: the run removes its folder.
    const product = await openProduct({}, inject('run_folder'))
    shared = { product, kept: await filledTables(product.db) }
  }
  const close = async () => {
    is_lent = false
  }
  return { ...shared.product, close }
}

/** Removes all rows except those of a new database, jobs, files and mails. */
async function empty({ db, config, files }: Product, kept: readonly string[]): Promise<void> {
  const filled = (await filledTables(db)).filter((name) => !kept.includes(name))
  await db.transaction().execute(async (transaction) => {
    // Triggers, such as the one that keeps all verdicts, do not act on replicas.
    await sql`set local session_replication_role = replica`.execute(transaction)
    if (filled.length > 0) await sql`truncate ${sql.raw(filled.join(', '))} cascade`.execute(transaction)
    await sql`delete from pgboss.job`.execute(transaction)
  })
  for (const folder of [files, path.join(config.data_dir, 'outbox')]) await rm(folder, { recursive: true, force: true })
  await mkdir(files, { recursive: true })
}

/** Quoted names of the tables with rows. */
async function filledTables(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`.execute(db)
  const looks = rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
  const filled = await sql<{ name: string }>`${sql.raw(looks.join(' union all '))}`.execute(db)
  return filled.rows.map(({ name }) => name)
}

/** @param parent folder for its folder */
async function openProduct(options: ProductOptions, parent = tmpdir()) {
  noteStart('APIs')
  const database_url = options.database_url ?? (await createTestDatabase())
  await migrate(database_url)
  const folder = await mkdtemp(path.join(parent, 'footnote-product-'))
  const config = testConfig({ DATA_DIR: folder, DATABASE_URL: database_url, ...options.settings })
  const opened = openDatabase(database_url, options.connections)
  const db = watchTransactions(options.plugin ? opened.withPlugin(options.plugin) : opened)
  const files = path.join(config.data_dir, 'files')
  const storage = watchStorage(options.storage ?? new DiskStorage({ folder: files, secret_key: SECRET }))
  const queue = await openQueue({ database_url, database: db, log: silentLog, worker: false })
  const { app, close } = await composeApi({
    config,
    db,
    storage,
    opening: Promise.resolve(queue),
    web_folder: await emptyWebApp(folder),
    ...(options.catalogue ? { catalogue: options.catalogue } : {}),
  })
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const calls = callsOf(app)

  /** Sends the queued mails. @param now as `sendWaitingMails` @returns the messages in the outbox, oldest first */
  const outbox = (now?: Date): Promise<string[]> => sendWaitingMails({ db, queue, config, log: silentLog }, now)

  return {
    app,
    /** Address of the API. */
    base,
    config,
    db,
    queue,
    hooks: HOOKS,
    storage,
    /** Folder of the files on this disk. */
    files,
    outbox,
    /** Reads the code of the newest message. */
    async code(): Promise<string> {
      return /^X-Footnote-Code: (\d+)$/m.exec((await outbox()).at(-1) ?? '')?.[1] ?? ''
    },
    ...calls,
    ...peopleOf(db),
    ...builders({ db, storage, post: calls.post }),
    async close() {
      await close()
      await queue.stop()
      await db.destroy()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
export type Product = Awaited<ReturnType<typeof openProduct>>

/** Makes calls to an API for a sender. */
function callsOf(app: FastifyInstance) {
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    who: Sender,
    body?: object,
    from = '127.0.0.1',
  ) => {
    const request = { method, url, headers: headersOf(who), remoteAddress: from }
    const answer = await app.inject(body ? { ...request, payload: body } : request)
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    const text = answer.payload
    return {
      status: answer.statusCode,
      headers,
      text,
      /** The answer's body; null when it is empty. */
      get json() {
        return text ? JSON.parse(text) : null
      },
    }
  }
  return {
    get: (url: string, who?: Sender) => call('GET', url, who),
    /** @param from the client's address */
    post: (url: string, body: object, who?: Sender, from?: string) => call('POST', url, who, body, from),
    put: (url: string, body: object, who?: Sender) => call('PUT', url, who, body),
    delete: (url: string, who?: Sender) => call('DELETE', url, who),
  }
}

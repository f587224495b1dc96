import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { Connection } from './connections.ts'
import type { Tables } from './schema.ts'

/** Milliseconds between two attempts to connect. */
const RETRY = 500
/** Milliseconds for an answer, after which the connection is dropped. */
const SILENCE = 5_000
/** Milliseconds between two checks of the connection: a lost one may stay silent. */
const HEARTBEAT = 10_000

/** Channel on which a process tells the others that they may choose other engines now. */
export const MODELS_CHANNEL = 'models'

/** The receiver of a channel's messages. */
export interface Listener {
  onMessage(payload: string): void
  /** Called when messages arrive again after a loss: some may have been missed. */
  onResume(): void
}

/** Notifies every listening process once the transaction is committed. @param payload at most 8,000 bytes */
export async function publish(db: Kysely<Tables>, channel: string, payload: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(payload)})`.execute(db)
}

/**
 * Receives the messages of all processes through the database (LISTEN), on one connection of this process, which is
 * reopened when lost.
 */
export class Channels {
  readonly #url: string
  readonly #listeners = new Map<string, Listener[]>()
  #client: pg.Client | null = null
  #connected = Promise.withResolvers<void>()
  #heartbeat: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #closed = false
  #was_lost = false

  constructor(databaseUrl: string) {
    this.#url = databaseUrl
  }

  /** @param channel lower-case letters and underscores; its listeners are added before `start` */
  on(channel: string, listener: Listener): void {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener])
  }

  /** Connects, now or as soon as the database answers. */
  start(): void {
    void this.#connect()
  }

  /** Resolves while messages arrive. */
  listening(): Promise<void> {
    return this.#connected.promise
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#retry)
    clearInterval(this.#heartbeat)
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    if (this.#closed) return
    const client = new Connection({
      connectionString: this.#url,
      application_name: 'footnote-channels',
      connectionTimeoutMillis: SILENCE,
      query_timeout: SILENCE,
    })
    client.on('error', () => this.#lost(client))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) => {
      for (const listener of this.#listeners.get(channel) ?? []) listener.onMessage(payload ?? '')
    })
    this.#client = client
    try {
      await client.connect()
      for (const channel of this.#listeners.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch {
      this.#lost(client)
      return
    }
    if (this.#client !== client) return
    this.#heartbeat = setInterval(() => client.query('select 1').catch(() => this.#lost(client)), HEARTBEAT)
    this.#connected.resolve()
    if (this.#was_lost) for (const listener of [...this.#listeners.values()].flat()) listener.onResume()
    this.#was_lost = false
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client || this.#closed) return
    this.#client = null
    clearInterval(this.#heartbeat)
    this.#connected = Promise.withResolvers()
    client.end().catch(() => undefined)
    this.#was_lost = true
    this.#retry = setTimeout(() => this.#connect(), RETRY)
  }
}

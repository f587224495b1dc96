import { execFile } from 'node:child_process'
import { readdir, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { lives, send } from '../server/src/app/supervisor/processes.ts'
import { storeVectors } from '../server/src/platform/db/vectors/vectors.ts'
import { startProduct } from '../server/test/product.ts'
import { endOf, StandInProduct } from '../server/test/stand-in-product.ts'
import { type Digests, differences, digestRows } from './backup/digests.ts'
import { administratorUrl } from './kept.ts'
import { familyOf, living } from './processes.ts'
import { chanceOf, type Log, type Outcome, soak } from './run.ts'

const run = promisify(execFile)
/** The version of PostgreSQL that the lock file keeps. */
export const FROM = 17
/** Videos in the data folder, so that copying takes some time. */
const VIDEOS = 300
/** Milliseconds within which all killed processes are gone. */
const GONE_WITHIN = 60_000
const DAY = 86_400_000

/** Carries a data folder of the previous PostgreSQL over, and kills that at random moments. */
export const carryOver = soak({
  shows:
    'A data folder of the previous PostgreSQL has every row after the first start, also if that start is killed at any moment.',
  // A seed of 0 leaves the moments to chance.
  sizes: { kills: 50, seed: 0 },
  async run({ kills, seed }, log) {
    const product = await StandInProduct.make()
    try {
      const carrying = new CarryingOver(product, log)
      await carrying.fill()
      const milliseconds = await carrying.undisturbed()
      const chance = chanceOf(seed, log)
      // One kill in each equal part of the time, so that they cover all of it.
      for (let kill = 0; kill < kills; kill += 1) await carrying.killedAt(((kill + chance()) / kills) * milliseconds)
      return carrying.outcome()
    } finally {
      await product.remove()
    }
  },
})

class CarryingOver {
  readonly #product: StandInProduct
  readonly #log: Log
  readonly #counts: Record<string, number | string> = {}
  readonly #failures: string[] = []
  readonly #met = new Map<string, number>()
  #rows: Digests = new Map()
  #copies = 0

  constructor(product: StandInProduct, log: Log) {
    this.#product = product
    this.#log = log
  }

  outcome(): Outcome {
    const kills = [...this.#met].map(([state, times]) => `${times} ${state}`).join(', ')
    return { counts: { ...this.#counts, kills }, failures: this.#failures }
  }

  /** Makes the data folder as a product on the previous PostgreSQL leaves it. */
  async fill(): Promise<void> {
    this.#rows = await this.#product.makeDatabase(async (url) => {
      const there = await startProduct({ database_url: url })
      const owner = await there.person()
      const collection = await there.aCollection(owner)
      for (let number = 0; number < VIDEOS; number += 1)
        await there.aComment(owner, await there.aVideo(owner, collection, { duration: 60 }), {
          content: `Für ${number}`,
        })
      const { rows } = await sql<{ row_id: number; video_id: string }>`
        insert into samples (video_id, time, shot) select id, 1, 0 from videos
        returning id as row_id, video_id`.execute(there.db)
      const vectors = rows.map((row, at) => ({
        ...row,
        vector: Float32Array.from({ length: 64 }, (_, i) => Math.sin(at + i)),
      }))
      await there.db
        .transaction()
        .execute((transaction) => storeVectors(transaction, { engine: 'test', rows_of: 'samples' }, vectors))
      await there.db
        .insertInto('backups')
        .values({ kind: 'backup', finished_at: new Date(), folder: '/mnt/a' })
        .execute()
      await there.close()
      return await digestRows(url)
    }, FROM)
    this.#counts['tables and sequences compared'] = this.#rows.size
  }

  /** @returns milliseconds that a start takes which carries the cluster over */
  async undisturbed(): Promise<number> {
    const data_dir = await this.#copy()
    const began = performance.now()
    const { stop } = await this.#start('Undisturbed', data_dir)
    const milliseconds = performance.now() - began
    await stop()
    const kept = (await readdir(data_dir)).filter((name) => name.startsWith(`postgres.of-${FROM}-`))
    if (kept.length !== 1) this.#failures.push(`${kept.length} old clusters are kept.`)
    // A month later it is removed.
    const old = new Date(Date.now() - 31 * DAY).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
    await rename(path.join(data_dir, kept[0]!), path.join(data_dir, `postgres.of-${FROM}-${old}`))
    await (await this.#start('A month later', data_dir)).stop()
    const left = (await readdir(data_dir)).filter((name) => name.startsWith('postgres.'))
    if (left.join() !== 'postgres.json') this.#failures.push(`A month later these are left: ${left.join(', ')}.`)
    this.#counts['a start that carries over, ms'] = Math.round(milliseconds)
    this.#log(`undisturbed, the start takes ${Math.round(milliseconds)} ms`)
    return milliseconds
  }

  async killedAt(moment: number): Promise<void> {
    const name = `Killed after ${Math.round(moment)} ms`
    const before = this.#failures.length
    const data_dir = await this.#copy()
    const { child } = this.#product.launch({ ROLES: 'worker', DATA_DIR: data_dir })
    await wait(moment)
    const family = await familyOf(child.pid!)
    send(child.pid!, 'SIGKILL')
    await endOf(child)
    for (const end = Date.now() + GONE_WITHIN; living(family).length > 0 && Date.now() < end; ) await wait(50)
    if (living(family).length > 0) this.#failures.push(`${name}: ${family.filter(lives).length} processes are left.`)
    const version = await readFile(path.join(data_dir, 'postgres', 'PG_VERSION'), 'utf8').catch(() => 'between')
    const state = `left ${version.trim()}`
    this.#met.set(state, (this.#met.get(state) ?? 0) + 1)
    await (await this.#start(name, data_dir)).stop()
    this.#log(`${name}, ${state}: ${this.#failures.length === before ? 'all was kept' : this.#failures.at(-1)}`)
  }

  /** Starts, and compares the rows of the database that is then in use. */
  async #start(name: string, data_dir: string): Promise<{ stop: () => Promise<unknown> }> {
    const { child, output } = this.#product.launch({ ROLES: 'worker', DATA_DIR: data_dir })
    const ready = this.#product.living('worker', undefined, data_dir)
    await Promise.race([ready, endOf(child)])
    if (child.exitCode !== null) throw new Error(`${name}: it did not start. ${output()}`)
    await ready
    this.#failures.push(...differences(name, this.#rows, await digestRows(administratorUrl(data_dir))))
    const version = await readFile(path.join(data_dir, 'postgres', 'PG_VERSION'), 'utf8')
    if (Number(version) <= FROM) this.#failures.push(`${name}: the cluster is of PostgreSQL ${version.trim()}.`)
    const rest = (await readdir(data_dir)).filter((entry) => /\.(carrying|carried|rows)$/.test(entry))
    if (rest.length > 0) this.#failures.push(`${name}: these are left: ${rest.join(', ')}.`)
    return {
      stop: () => {
        child.kill('SIGTERM')
        return endOf(child)
      },
    }
  }

  async #copy(): Promise<string> {
    this.#copies += 1
    const data_dir = path.join(this.#product.folder, `data-${this.#copies}`)
    await run('cp', ['-a', this.#product.data_dir, data_dir])
    return data_dir
  }
}

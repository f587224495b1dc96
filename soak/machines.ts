// Past 250 lines: machines, people and what is judged at the end read best in one place.
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { ask, type Bearer } from '../e2e/calls.ts'
import {
  connectProduct,
  launchProduct,
  newPlace,
  type Product,
  type ProductFolder,
  type RunningProduct,
} from '../e2e/product.ts'
import { addCollection } from '../seed/rows/collections.ts'
import { peopleOf } from '../seed/rows/people.ts'
import { lives, send } from '../server/src/app/supervisor/processes.ts'
import { buildWebAppWhenStale } from '../server/src/app/supervisor/web-app.ts'
import { createKey } from '../server/src/features/identity/api-keys/commands.ts'
import { type Database, openDatabase } from '../server/src/platform/db/database.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import { startWholeObjectStore } from '../server/test/whole-object-store.ts'
import { makeFilm } from './films.ts'
import { Listener } from './listener.ts'
import { Commenters } from './load.ts'
import { familyOf } from './processes.ts'
import { type Log, soak } from './run.ts'
import { CuttingProxy } from './uploads/cutting-proxy.ts'
import { Sender } from './uploads/sender.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
/** Milliseconds within which something is back, or is done; generous, because all machines share this one. */
const PATIENCE = 300_000
/** Bytes of one request of an upload. Small, so that kills meet uploads under way. */
const CHUNK = 16 * 1024
/** Milliseconds between two of them. */
const SLOWLY = 300
const ENDED: readonly string[] = ['SUCCESS', 'FAILED', 'ERROR', 'OVER_LIMIT']

/** Several machines with one database and one object store, each killed in turn. */
export const machines = soak({
  shows:
    'Two APIs, two workers, a database and an object store, each killed in turn: every upload ends as one indexed video with the same bytes, and every open page hears each comment once.',
  // `people` upload, comment and watch; `pause` seconds from a part that is back to the next kill.
  sizes: { rounds: 2, people: 2, pause: 10 },
  async run({ rounds, people: count, pause }, log) {
    const place = await openMachines(log)
    const failures: string[] = []
    const gaps: Record<string, number> = {}
    try {
      const people = await Promise.all(Array.from({ length: count }, (_, number) => Person.arrive(place, number)))
      log('every person has an indexed video and an open page')
      for (let round = 1; round <= rounds; round += 1)
        for (const part of place.parts) {
          const began = performance.now()
          await part.kill()
          await until(() => place.answers(), 'The product answers')
          const gap = Math.round(performance.now() - began)
          gaps[part.name] = Math.max(gaps[part.name] ?? 0, gap)
          log(`round ${round}: ${part.name} was killed; calls are answered after ${gap} ms`)
          await part.back()
          await wait(1_000 * pause)
        }
      await Promise.all(people.map((person) => person.stop()))
      for (const person of people) failures.push(...(await person.judge()))
      const uploads = people.flatMap(({ videos }) => videos)
      return {
        counts: {
          kills: rounds * place.parts.length,
          'uploads, each indexed and with the same bytes': uploads.length,
          'requests of uploads that were sent again': people.reduce((sum, { repeated }) => sum + repeated, 0),
          'comments acknowledged': people.reduce((sum, { comments }) => sum + comments.acknowledged.length, 0),
          'events heard': people.reduce((sum, { listener }) => sum + listener.events, 0),
          'times a stream was opened': people.reduce((sum, { listener }) => sum + listener.opened, 0),
          ...Object.fromEntries(
            Object.entries(gaps).map(([name, gap]) => [`longest without an answer, ${name}, ms`, gap]),
          ),
        },
        failures,
      }
    } finally {
      await place.close()
    }
  },
})

/** A part of the installation that can be killed. */
interface Part {
  readonly name: string
  /** Kills it, and begins to start it again. */
  kill(): Promise<void>
  /** Waits until it works again. */
  back(): Promise<void>
}

interface Machines {
  readonly db: Database
  readonly parts: readonly Part[]
  /** What people see: a proxy in front of both APIs. */
  readonly product: RunningProduct
  readonly port: number
  readonly films: readonly string[]
  answers(): Promise<boolean>
  close(): Promise<void>
}

async function openMachines(log: Log): Promise<Machines> {
  await buildWebAppWhenStale(ROOT, log, new AbortController().signal)
  const ends: (() => Promise<unknown>)[] = []
  const close = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-machines-'))
    ends.push(() => rm(folder, { recursive: true, force: true }))
    const postgres = await startTestPostgres({})
    ends.push(postgres.stop)
    const store = await startWholeObjectStore()
    ends.push(store.stop)
    const database_url = await postgres.createDatabase()
    const settings = {
      DATABASE_URL: database_url,
      S3_ENDPOINT: store.settings.endpoint,
      S3_BUCKET: store.settings.bucket,
      S3_REGION: store.settings.region,
      S3_ACCESS_KEY_ID: store.settings.access_key_id,
      S3_SECRET_ACCESS_KEY: store.settings.secret_access_key,
      SECRET_KEY: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
    }
    const machine = async (name: string, role: 'api' | 'worker') => {
      const one = await Machine.start(name, { ...settings, ROLES: role })
      ends.push(() => one.stop())
      return one
    }
    // The first one makes the tables.
    const apis = [await machine('the first API', 'api'), await machine('the second API', 'api')] as const
    const workers = [await machine('the first worker', 'worker'), await machine('the second worker', 'worker')]
    let turn = 0
    const proxy = await CuttingProxy.start(() => {
      const ready = apis.filter((api) => api.ready)
      turn += 1
      return (ready[turn % ready.length] ?? apis[0]).port
    })
    ends.push(() => proxy.stop())
    const { port } = proxy
    const db = openDatabase(database_url, { connections: 4 })
    ends.push(() => db.destroy())
    await cancelSamples(db)
    const now = () => Promise.resolve()
    return {
      db,
      port,
      product: connectProduct({ origin: `http://127.0.0.1:${port}`, data_dir: folder }),
      films: await Promise.all([0, 1, 2].map((number) => makeFilm(folder, number))),
      parts: [
        ...apis,
        ...workers,
        { name: 'the database', kill: () => postgres.crash(), back: now },
        {
          name: 'the object store',
          kill: async () => {
            await store.kill()
            await wait(3_000)
            await store.restart()
          },
          back: now,
        },
      ],
      answers: () => isReady(port),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The sample films would take the workers minutes. */
async function cancelSamples(db: Database): Promise<void> {
  const seeded = () => db.selectFrom('videos').select('id').execute()
  await until(async () => (await seeded()).length > 0, 'The sample films are there')
  await db.updateTable('videos').set({ status: 'FAILED' }).execute()
  await sql`delete from pgboss.job`.execute(db)
}

/** A machine with one role, started as a person does it. */
class Machine implements Part {
  readonly name: string
  /** Whether its API answers. */
  ready = false
  readonly #place: ProductFolder
  readonly #settings: NodeJS.ProcessEnv
  #product: Product

  private constructor(name: string, place: ProductFolder, settings: NodeJS.ProcessEnv) {
    this.name = name
    this.#place = place
    this.#settings = settings
    this.#product = launchProduct(place, settings)
  }

  static async start(name: string, settings: NodeJS.ProcessEnv): Promise<Machine> {
    const machine = new Machine(name, await newPlace(), settings)
    await machine.back()
    return machine
  }

  get port(): number {
    return this.#place.port
  }

  /** Cuts the power: everything that runs ends at once. */
  async kill(): Promise<void> {
    this.ready = false
    const family = await familyOf(this.#product.process.pid!)
    for (const { pid } of family) send(pid, 'SIGKILL')
    await until(async () => !family.some(lives), `${this.name} ended`)
    this.#product = launchProduct(this.#place, this.#settings)
  }

  async back(): Promise<void> {
    if (this.#settings.ROLES === 'worker')
      return await until(
        async () => (await familyOf(this.#product.process.pid!)).some(({ program }) => program === 'worker'),
        this.name,
      )
    await until(() => isReady(this.port), this.name)
    this.ready = true
  }

  async stop(): Promise<void> {
    await this.#product.stop()
    await rm(this.#place.data_dir, { recursive: true, force: true })
  }
}

/** Somebody who uploads one film after the other, comments on the first one, and has its page open. */
class Person {
  readonly videos: { readonly id: string; readonly film: number }[] = []
  readonly comments: Commenters
  readonly listener: Listener
  repeated = 0
  readonly #place: Machines
  readonly #key: Bearer
  readonly #collection: string
  readonly #uploading: Promise<void>
  #stopped = false

  private constructor(place: Machines, key: Bearer, collection: string, first: { id: string; film: number }) {
    this.#place = place
    this.#key = key
    this.#collection = collection
    this.videos.push(first)
    this.listener = new Listener(place.product, key, first.id)
    this.comments = new Commenters(place.product, key, first.id, 1, 500)
    this.#uploading = this.#uploadAll()
  }

  static async arrive(place: Machines, number: number): Promise<Person> {
    const { db } = place
    const who = await peopleOf(db).account(null, 'TEAM')
    const { key } = await createKey(db, { user_id: who.id, name: 'machines', scopes: ['read', 'write'] })
    const collection = await addCollection(db, who, { name: 'Rushes', ocr: true })
    const film = number % place.films.length
    const id = await upload(place, key, collection, film, () => undefined)
    await indexed(place, [id])
    return new Person(place, { access: key }, collection, { id, film })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await Promise.all([this.#uploading, this.comments.stop()])
  }

  /** @returns what went wrong, a sentence each */
  async judge(): Promise<string[]> {
    const failures: string[] = []
    const statuses = await indexed(
      this.#place,
      this.videos.map(({ id }) => id),
    )
    for (const { id, film } of this.videos) {
      if (statuses.get(id) !== 'SUCCESS') failures.push(`Video ${id} ended as ${statuses.get(id)}.`)
      if (!(await this.#hasBytes(id, film))) failures.push(`Video ${id} has other bytes than its film.`)
    }
    const first = this.videos[0]!.id
    const rows = await this.#place.db
      .selectFrom('comments')
      .select(['id', 'content'])
      .where('video_id', '=', first)
      .execute()
    const lost = this.comments.acknowledged.filter(({ id }) => !rows.some((row) => row.id === id)).length
    if (lost > 0) failures.push(`${lost} acknowledged comments are lost.`)
    const unheard = () => rows.filter(({ content }) => !this.listener.created.has(content)).length
    await until(async () => unheard() === 0, 'Every comment is heard').catch(() =>
      failures.push(`A page has not heard ${unheard()} comments.`),
    )
    if ([...this.listener.created.values()].some((times) => times > 1))
      failures.push('A page has heard a comment twice.')
    if (this.listener.missed > 0)
      failures.push(`A page was told ${this.listener.missed} times that it misses something.`)
    await this.listener.stop()
    return failures
  }

  async #uploadAll(): Promise<void> {
    for (let film = 0; !this.#stopped; film = (film + 1) % this.#place.films.length) {
      const id = await upload(this.#place, this.#key.access, this.#collection, film, () => (this.repeated += 1))
      this.videos.push({ id, film })
      // One is sent while the one before is indexed.
      await indexed(
        this.#place,
        this.videos.slice(0, -1).map((video) => video.id),
      )
    }
  }

  async #hasBytes(id: string, film: number): Promise<boolean> {
    const video = await ask<{ file_url: string }>(this.#place.product, this.#key, `get_video_details/${id}`)
    const answer = await fetch(new URL(video.file_url, this.#place.product.origin))
    const stored = Buffer.from(await answer.arrayBuffer())
    return hashOf(stored) === hashOf(await readFile(this.#place.films[film]!))
  }
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** Sends a film in pieces, and goes on after each cut where the product says. @returns the video's id */
async function upload(
  { port, films }: Machines,
  key: string,
  collection: string,
  film: number,
  onRepeat: () => void,
): Promise<string> {
  const file = await readFile(films[film]!)
  const sender = new Sender(key, () => port)
  let at = await sender.create(collection, path.basename(films[film]!), file.length)
  for (; at === null; at = await sender.create(collection, path.basename(films[film]!), file.length)) await wait(500)
  for (let offset = 0; ; ) {
    const body = file.subarray(offset, offset + CHUNK)
    const answer = body.length > 0 ? await sender.patch(at, offset, body, body.length) : null
    let now = await sender.where(at)
    for (; now === null; now = await sender.where(at)) await wait(500)
    if (answer?.status !== 204 && body.length > 0) onRepeat()
    if (now.video !== undefined) return now.video
    offset = now.offset
    await wait(SLOWLY)
  }
}

/** Waits until videos are finished. @returns the status of each */
async function indexed({ db }: Machines, ids: readonly string[]): Promise<Map<string, string>> {
  let statuses = new Map<string, string>()
  await until(async () => {
    // The database is away for moments.
    const rows = await db
      .selectFrom('videos')
      .select(['id', 'status'])
      .where('id', 'in', ids)
      .execute()
      .catch(() => [])
    statuses = new Map(rows.map(({ id, status }) => [id, status]))
    return ids.every((id) => ENDED.includes(statuses.get(id) ?? ''))
  }, `${ids.length} videos are indexed`)
  return statuses
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/api/health`, { signal: AbortSignal.timeout(5_000) }).then(
    (answer) => answer.ok,
    () => false,
  )

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(100)) if (await holds()) return
  throw new Error(`${what}: not within ${PATIENCE / 1_000} s.`)
}

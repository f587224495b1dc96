import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startSession, uploadVideo, videosOf } from '../e2e/calls.ts'
import { launchProduct, newPlace, type Product, type ProductFolder, startProduct } from '../e2e/product.ts'
import { send } from '../server/src/app/supervisor/processes.ts'
import { buildWebAppWhenStale } from '../server/src/app/supervisor/web-app.ts'
import { checkOut, LAST_RELEASE } from './earlier-version.ts'
import { fill, indexed, type TeamData } from './filling.ts'
import { administratorUrl, compareTables, copiesIn, hashFiles, readStopped, readTables, type Tables } from './kept.ts'
import { familyOf, living, processesNaming } from './processes.ts'
import { chanceOf, type Log, type Outcome, soak } from './run.ts'

const run = promisify(execFile)
const ROOT = path.resolve(import.meta.dirname, '..')
const SETTINGS = { RATE_LIMITS: 'off' }
/** Milliseconds within which all killed processes are gone. */
const GONE_WITHIN = 60_000
/** Output of the supervisor during an upgrade, the latest first. */
const PHASES: readonly (readonly [string, RegExp])[] = [
  ['once it was ready', /ready at /],
  ['after the copy was kept', /the copy is /],
  ['while the copy was made', /keeping a copy of the database/],
  ['before the copy', /^/],
]

/** Upgrades the data folder of an earlier version, and kills the upgrade at random moments. */
export const upgrade = soak({
  shows:
    'A data folder of an earlier version, whose upgrade is killed at any moment, keeps every row and every file, and a copy of the database as it was.',
  // A seed of 0 means a random one.
  sizes: { kills: 20, films: 3, seed: 0, from: LAST_RELEASE },
  async run({ kills, films, seed, from }, log) {
    const upgrading = new Upgrading(log)
    try {
      await upgrading.fillEarlier(from, films)
      const milliseconds = await upgrading.undisturbed()
      const chance = chanceOf(seed, log)
      // One kill in each equal part of the time, so that they cover all of it.
      for (let kill = 0; kill < kills; kill += 1)
        await upgrading.killedAt(((kill + chance()) / kills) * milliseconds, kill + 1)
      return upgrading.outcome()
    } finally {
      await upgrading.remove()
    }
  },
})

class Upgrading {
  readonly #log: Log
  readonly #counts: Record<string, number | string> = {}
  readonly #failures: string[] = []
  readonly #met = new Map<string, number>()
  /** The folder as the earlier version left it; only copies of it are started. */
  #earlier: ProductFolder | undefined
  #folder: string | undefined
  #filled: TeamData | undefined
  #rows: Tables = new Map()
  #files = new Map<string, string>()
  #equal = 0

  constructor(log: Log) {
    this.#log = log
  }

  outcome(): Outcome {
    const met = PHASES.flatMap(([phase]) =>
      this.#met.has(phase) ? [`${this.#met.get(phase)} ${phase}`] : [],
    ).reverse()
    return {
      counts: {
        ...this.#counts,
        kills: met.join(', '),
        'killed upgrades that kept all rows, files and copies': this.#equal,
      },
      failures: this.#failures,
    }
  }

  async remove(): Promise<void> {
    for (const folder of [this.#earlier?.data_dir, this.#folder])
      if (folder) await rm(folder, { recursive: true, force: true })
  }

  async fillEarlier(from: string, films: number): Promise<void> {
    this.#folder = await mkdtemp(path.join(tmpdir(), 'footnote-soak-'))
    await chmod(this.#folder, 0o755)
    this.#earlier = await newPlace()
    const version = await checkOut(from)
    try {
      this.#log(`the earlier version is ${version.commit}`)
      const product = await startProduct(SETTINGS, [], { ...this.#earlier, root: version.root })
      try {
        this.#filled = await fill(product, this.#folder, films)
      } finally {
        await product.stop()
      }
    } finally {
      await version.remove()
    }
    const { data_dir } = this.#earlier
    this.#files = await hashFiles(data_dir)
    this.#rows = await readStopped(data_dir)
    const rows = [...this.#rows.values()].reduce((sum, { length }) => sum + length, 0)
    Object.assign(this.#counts, { commit: version.commit, files: this.#files.size, rows, tables: this.#rows.size })
    this.#log(`it left ${rows} rows in ${this.#rows.size} tables, and ${this.#files.size} files`)
  }

  /** An upgrade without a kill, after which people continue their work. @returns its duration in milliseconds */
  async undisturbed(): Promise<number> {
    // Building the web app would take most of the time, but is done once for each version.
    await buildWebAppWhenStale(ROOT, this.#log, new AbortController().signal)
    const place = await this.#copy()
    try {
      const began = Date.now()
      const product = await startProduct(SETTINGS, [], place)
      const milliseconds = Date.now() - began
      try {
        await this.#judgeRows('Undisturbed', product)
        await this.#goOn(product)
        await this.#judgeRows('Undisturbed, after some work', product, true)
      } finally {
        await product.stop()
      }
      await this.#judgeFolder('Undisturbed', place)
      this.#counts['an undisturbed upgrade, s'] = (milliseconds / 1_000).toFixed(1)
      this.#log(`undisturbed, the upgrade takes ${milliseconds} ms`)
      return milliseconds
    } finally {
      await rm(place.data_dir, { recursive: true, force: true })
    }
  }

  /** @param moment of the kill, in milliseconds after the start */
  async killedAt(moment: number, number: number): Promise<void> {
    const before = this.#failures.length
    const place = await this.#copy()
    try {
      const killed = launchProduct(place, SETTINGS)
      await wait(moment)
      const name = `Kill ${number}, after ${Math.round(moment)} ms`
      if (killed.process.exitCode !== null) this.#failures.push(`${name}: it had ended. ${killed.printed()}`)
      await killAll(killed)
      const [phase = ''] = PHASES.find(([, said]) => said.test(killed.printed())) ?? []
      this.#met.set(phase, (this.#met.get(phase) ?? 0) + 1)
      const product = await startProduct(SETTINGS, [], place)
      try {
        await this.#judgeRows(name, product)
      } finally {
        await product.stop()
      }
      await this.#judgeFolder(name, place)
      const broken = this.#failures.length - before
      if (broken === 0) this.#equal += 1
      this.#log(`${name}, ${phase}: ${broken === 0 ? 'all was kept' : this.#failures.at(-1)}`)
    } finally {
      await rm(place.data_dir, { recursive: true, force: true })
    }
  }

  async #copy(): Promise<ProductFolder> {
    const place = await newPlace()
    await run('cp', ['-a', `${this.#earlier?.data_dir}/.`, place.data_dir])
    return place
  }

  /** @param more whether people have worked since, so that there are more rows */
  async #judgeRows(name: string, { data_dir }: Product, more = false): Promise<void> {
    const { tables, rows, differences } = compareTables(this.#rows, await readTables(administratorUrl(data_dir)), more)
    this.#failures.push(...differences.map((difference) => `${name}: ${difference}.`))
    this.#counts['tables that both have'] = tables
    this.#counts['rows compared'] = rows
  }

  /** Checks the folder of a product that was stopped after its upgrade. */
  async #judgeFolder(name: string, { data_dir }: ProductFolder): Promise<void> {
    const files = await hashFiles(data_dir)
    const changed = [...this.#files].filter(([file, hash]) => files.get(file) !== hash)
    for (const [file] of changed)
      this.#failures.push(`${name}: the file ${file} ${files.has(file) ? 'differs' : 'is gone'}.`)
    const { whole, halves } = await copiesIn(data_dir)
    if (whole.length === 0) this.#failures.push(`${name}: no copy of the database was kept.`)
    if (halves.length > 0) this.#failures.push(`${name}: halves of copies were left: ${halves.join(', ')}.`)
    for (const copy of whole) {
      try {
        const { differences } = compareTables(this.#rows, await readStopped(data_dir, copy))
        this.#failures.push(...differences.map((difference) => `${name}: the copy differs. ${difference}.`))
      } catch (error) {
        this.#failures.push(`${name}: the copy ${copy} is of no use. ${error}`)
      }
    }
    const left = await processesNaming(data_dir)
    if (left.length > 0) this.#failures.push(`${name}: these still run: ${left.join(', ')}.`)
  }

  /** The people of the earlier version sign in, find their data, and add to it. */
  async #goOn(product: Product): Promise<void> {
    const { admin, key, collection, films } = this.#filled!
    await startSession(product, admin)
    const videos = await videosOf(product, key, collection)
    const statuses = new Set(videos.map(({ status }) => status))
    if (videos.length !== films.length || statuses.size !== 1 || !statuses.has('SUCCESS'))
      this.#failures.push(`The collection has ${videos.length} videos: ${[...statuses].join(', ')}.`)
    await indexed(product, key, collection, [await uploadVideo(product, key, collection, films[0]!)])
  }
}

/** Kills a product and all its descendants at once. @throws Error when one of them stays */
async function killAll({ process: { pid } }: Product): Promise<void> {
  const family = await familyOf(pid!)
  for (const member of family) send(member.pid, 'SIGKILL')
  for (const end = Date.now() + GONE_WITHIN; living(family).length > 0; await wait(20))
    if (Date.now() > end) throw new Error(`These were killed and stayed: ${living(family).map(({ pid }) => pid)}.`)
}

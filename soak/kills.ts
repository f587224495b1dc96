import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { inDatabase } from '../e2e/database.ts'
import { lives, send } from '../server/src/app/supervisor/processes.ts'
import { Commenters, Uploaders } from './load.ts'
import { familyOf, living, PROGRAMS, type ProductProcess, type Program, processesNaming } from './processes.ts'
import { chanceOf, type Log, type Outcome, soak } from './run.ts'
import { judgeComments } from './stored-comments.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** Milliseconds within which all children of a killed supervisor have ended; generous, because the machine may be busy. */
const FAMILY_GONE_WITHIN = 60_000
/** Milliseconds within which the product answers again; generous, because the machine may be busy. */
const ANSWERS_WITHIN = 60_000
/** Milliseconds to wait for a program that only some stages start. */
const MET_WITHIN = 20_000
/** Longest pause between two kills, in milliseconds. */
const LATEST = 1_500
/** Longest delay before the kill of such a program, in milliseconds: some run for less than a second. */
const LONGEST_LIFE = 400
/** Programs that only some stages start. While one runs, it is killed before programs that always run. */
const SHORT_LIVED: readonly Program[] = ['ffmpeg']

/** Kills random programs of the product while people upload videos and comment on them. */
export const kills = soak({
  shows:
    'Whatever is killed while videos are indexed and comments are posted, every video ends as one that was never disturbed, nothing acknowledged is lost, and nothing is left running.',
  // A seed of 0 leaves the moments to chance.
  sizes: { kills: 100, films: 3, videos_at_once: 3, writers: 2, seed: 0 },
  async run({ kills, films, videos_at_once, writers, seed }, log) {
    const place = await openWorkplace({ films })
    const killing = new KillLoop(place, log, chanceOf(seed, log))
    let stopped = false
    try {
      log(`${films} films were indexed undisturbed`)
      const { product, key, collection, undisturbed } = place
      const uploaders = new Uploaders(product, key, collection, place.films, place.underWay, videos_at_once)
      const commenters = new Commenters(product, key, undisturbed[0]!, writers, 250)
      try {
        await killing.killAll(kills)
      } finally {
        await Promise.all([uploaders.stop(), commenters.stop()])
      }
      await killing.judgeVideos(uploaders.videos)
      killing.note(await judgeComments(place.product, commenters))
      await killing.judgeQueue()
      await place.product.stop()
      stopped = true
      await killing.judgeProcesses()
      return killing.outcome({ 'uploads that were refused and made again': uploaders.refused })
    } finally {
      if (!stopped) await place.product.stop()
      await place.close()
    }
  },
})

class KillLoop {
  readonly #place: Workplace
  readonly #log: Log
  readonly #chance: () => number
  readonly #seen = new Map<string, ProductProcess>()
  readonly #killed = new Map<Program, number>()
  readonly #counts: Record<string, number | string> = {}
  readonly #failures: string[] = []
  #slowest = 0
  #longest = 0

  constructor(place: Workplace, log: Log, chance: () => number) {
    this.#place = place
    this.#log = log
    this.#chance = chance
  }

  outcome(further: Outcome['counts']): Outcome {
    const by_program = [...this.#killed].map(([program, times]) => `${program} ${times}`).join(', ')
    const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
    return {
      counts: {
        kills: by_program,
        'longest until the API answered, s': seconds(this.#slowest),
        'longest until all that a killed supervisor ran had ended, s': seconds(this.#longest),
        ...this.#counts,
        ...further,
      },
      failures: this.#failures,
    }
  }

  note({ counts, failures }: Outcome): void {
    Object.assign(this.#counts, counts)
    this.#failures.push(...failures)
  }

  async killAll(times: number): Promise<void> {
    let left: Program[] = []
    for (let done = 0; done < times; ) {
      if (left.length === 0) left = [...PROGRAMS]
      const target = await this.#meet(left)
      if (!target) {
        const { product } = this.#place
        if (product.process.exitCode !== null) {
          this.#failures.push(`The product has ended by itself. ${product.printed().slice(-2_000)}`)
          return
        }
        this.#log(`no ${left.join(' or ')} was met`)
        left = []
        continue
      }
      const program = target.program!
      send(target.pid, 'SIGKILL')
      done += 1
      left = left.filter((other) => other !== program)
      this.#killed.set(program, (this.#killed.get(program) ?? 0) + 1)
      this.#log(`kill ${done}: ${program}`)
      if (program === 'supervisor') await this.#startAgain()
      await this.#answers()
      await wait(this.#chance() * LATEST)
    }
  }

  /** Waits until one of the programs runs, then for a random time. @returns a process, or null if none ran */
  async #meet(programs: readonly Program[]): Promise<ProductProcess | null> {
    for (const end = Date.now() + MET_WITHIN; Date.now() < end; await wait(50)) {
      const family = await familyOf(this.#place.product.process.pid!)
      for (const member of family) this.#seen.set(`${member.pid} ${member.began}`, member)
      const running = new Set(family.map(({ program }) => program))
      const there = programs.filter((program) => running.has(program))
      const short = there.filter((program) => SHORT_LIVED.includes(program))
      const chosen = this.#anyOf(short.length > 0 ? short : there)
      const target = this.#anyOf(family.filter(({ program }) => program === chosen))
      if (!target) continue
      await wait(this.#chance() * LONGEST_LIFE)
      if (lives(target)) return target
    }
    return null
  }

  #anyOf<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#chance() * items.length)]
  }

  async #startAgain(): Promise<void> {
    const before = [...this.#seen.values()]
    const began = Date.now()
    while (living(before).length > 0 && Date.now() - began < FAMILY_GONE_WITHIN) await wait(50)
    this.#longest = Math.max(this.#longest, Date.now() - began)
    const left = living(before)
    if (left.length > 0) {
      const names = left.map(({ pid, command }) => `${pid} (${command})`).join(', ')
      this.#failures.push(`These outlived their supervisor by ${FAMILY_GONE_WITHIN / 1000} s: ${names}.`)
    }
    await this.#place.restart()
  }

  async #answers(): Promise<void> {
    const began = Date.now()
    const { origin } = this.#place.product
    const healthy = () =>
      fetch(`${origin}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      )
    while (!(await healthy())) {
      if (Date.now() - began > ANSWERS_WITHIN) {
        this.#failures.push(
          `The API did not answer within ${ANSWERS_WITHIN / 1000} s. ${this.#place.product.printed().slice(-2_000)}`,
        )
        return
      }
      await wait(100)
    }
    this.#slowest = Math.max(this.#slowest, Date.now() - began)
  }

  /** @param videos acknowledged videos, with the film of each */
  async judgeVideos(videos: ReadonlyMap<string, number>): Promise<void> {
    this.#log(`${videos.size} videos were taken; waiting for the last of them`)
    const statuses = await this.#place.settled(videos.keys())
    const unlike = [...statuses].filter(([, status]) => status !== 'SUCCESS')
    for (const [id, status] of unlike) this.#failures.push(`The video ${id} ended as ${status}.`)
    const expected = await Promise.all(this.#place.undisturbed.map((id) => this.#place.rows(id)))
    let equal = 0
    for (const [id, film] of videos) {
      const rows = await this.#place.rows(id)
      const different = Object.keys(rows).filter(
        (name) => JSON.stringify(rows[name]) !== JSON.stringify(expected[film]![name]),
      )
      if (different.length === 0) equal += 1
      for (const name of different)
        this.#failures.push(
          `The video ${id} (film ${film}) differs in its ${name}: ${brief(rows[name])} instead of ${brief(expected[film]![name])}.`,
        )
    }
    this.#counts['videos acknowledged'] = videos.size
    this.#counts['videos with rows equal to the undisturbed one'] = equal
  }

  /** Jobs and their folders must have ended; the next start of a worker removes the folder of a killed one. */
  async judgeQueue(): Promise<void> {
    const work = path.join(this.#place.product.data_dir, 'work')
    let [jobs, folders] = [0, [] as string[]]
    for (const end = Date.now() + 60_000; Date.now() < end; await wait(500)) {
      await inDatabase(this.#place.product, async (db) => {
        const { rows } = await sql<{ count: number }>`
          select count(*) from pgboss.job where state in ('created', 'retry', 'active') and not name like '\\_\\_%'`.execute(
          db,
        )
        jobs = rows[0]!.count
      })
      folders = await readdir(work).catch(() => [])
      if (jobs + folders.length === 0) return
    }
    if (jobs > 0) this.#failures.push(`${jobs} jobs still wait.`)
    if (folders.length > 0) this.#failures.push(`Folders of jobs were left: ${folders.join(', ')}.`)
  }

  async judgeProcesses(): Promise<void> {
    const left = living(this.#seen.values())
    const naming = await processesNaming(this.#place.product.data_dir)
    this.#counts['processes seen'] = this.#seen.size
    this.#counts['processes left running'] = left.length + naming.length
    if (left.length + naming.length > 0)
      this.#failures.push(
        `Still running: ${[...left.map(({ pid, command }) => `${pid} (${command})`), ...naming].join(', ')}.`,
      )
  }
}

const brief = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 300 ? `${text.slice(0, 300)}…` : text
}

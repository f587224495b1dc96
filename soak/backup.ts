import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { inDatabase } from '../e2e/database.ts'
import { newPlace, startProduct } from '../e2e/product.ts'
import { typeCommand } from '../server/test/typed-command.ts'
import { BusyTeam, furnish } from './backup/busy-team.ts'
import { type Installation, killAfter, must, timed } from './backup/commands.ts'
import { type DebianPostgres, startDebianPostgres } from './backup/debian-postgres.ts'
import { type Digests, differences, digestFiles, digestRows, digestStopped } from './backup/digests.ts'
import { type Answer, askQuestions } from './backup/questions.ts'
import { askFsck, remainsAfterStart, remainsOf } from './backup/remains.ts'
import { chanceOf, type Log, type Outcome, soak } from './run.ts'
import { openWorkplace, type Workplace } from './workplace.ts'

/** Rows and files of an installation. */
interface State {
  readonly rows: Digests
  readonly files: Digests
}

/** Backs up a busy product, restores it elsewhere and back, and kills backups and restores. */
export const backup = soak({
  shows:
    'A backup that is made while people work, restored on PostgreSQL 15 and back, has equal rows, files and answers; killed at any moment, a backup or a restore leaves the old state or the new one, and nothing else after the next start.',
  // A seed of 0 leaves the moments to chance.
  sizes: { kills: 50, queries: 50, films: 3, seed: 0 },
  async run({ kills, queries, films, seed }, log) {
    const run = new BackingUp(log, chanceOf(seed, log))
    try {
      await run.work(films, queries, Math.ceil(kills / 3))
      await run.restoreElsewhere(queries)
      await run.killRestores(kills - Math.ceil(kills / 3))
      return run.outcome()
    } finally {
      await run.remove()
    }
  },
})

class BackingUp {
  readonly #log: Log
  readonly #chance: () => number
  readonly #counts: Record<string, number | string> = {}
  readonly #failures: string[] = []
  readonly #folders: string[] = []
  readonly #ends = new Map<string, number>()
  #place: Workplace | undefined
  #debian: DebianPostgres | undefined
  #answers: ReadonlyMap<string, Answer> = new Map()
  /** Folders of backups: made at rest, and under load. */
  #quiet = ''
  #busy = ''

  constructor(log: Log, chance: () => number) {
    this.#log = log
    this.#chance = chance
  }

  outcome(): Outcome {
    const kills = [...this.#ends].map(([end, times]) => `${times} ${end}`).join(', ')
    return { counts: { ...this.#counts, kills }, failures: this.#failures }
  }

  async remove(): Promise<void> {
    await this.#place?.close()
    await this.#debian?.stop()
    for (const folder of this.#folders) await rm(folder, { recursive: true, force: true })
  }

  /** A team works; backups are made and killed meanwhile. */
  async work(films: number, queries: number, kills: number): Promise<void> {
    const place = await openWorkplace({ films })
    this.#place = place
    await furnish(place)
    this.#answers = await askQuestions(place.product, place.key, place.collection, queries)
    const answered = [...this.#answers.values()].filter(({ length }) => length > 0).length
    Object.assign(this.#counts, { questions: this.#answers.size, 'questions with matches': answered })
    const here = { DATA_DIR: place.product.data_dir }
    this.#quiet = await this.#folder()
    await must(['backup', this.#quiet], here)
    const team = await BusyTeam.start(place)
    this.#busy = await this.#folder()
    for (const end = Date.now() + 120_000; !team.works && Date.now() < end; ) await wait(100)
    this.#log('the team works')
    let last = Number.NaN
    try {
      const lasts = await timed(() => must(['backup', this.#busy], here))
      this.#log(`a backup under load takes ${Math.round(lasts)} ms`)
      for (let kill = 0; kill < kills; kill += 1) await this.#killBackup(here, this.#momentOf(kill, kills, lasts))
      // The one that is restored.
      last = await timed(() => must(['backup', this.#busy], here))
    } finally {
      Object.assign(this.#counts, await team.stop())
    }
    this.#counts['the last backup under load, ms'] = Math.round(last)
    this.#judgeAnswers('After the work', await askQuestions(place.product, place.key, place.collection, queries))
    await place.product.stop()
  }

  async #killBackup(here: Installation, moment: number): Promise<void> {
    const before = (await readdir(this.#busy)).length
    const killed = await killAfter(moment, ['backup', this.#busy], here)
    const names = await readdir(this.#busy)
    const complete = names.filter((name) => !name.startsWith('.')).length
    await this.#judge(`A backup killed after ${Math.round(moment)} ms`, ['verify', this.#busy], here)
    await this.#judge(`The product, after a backup was killed at ${Math.round(moment)} ms`, ['fsck'], here)
    this.#note(`backups ${killed ? 'killed' : 'that had ended'}`)
    this.#log(`backup killed after ${Math.round(moment)} ms: ${complete} complete of ${names.length}, ${before} before`)
    // As if a minute had passed: until then a killed backup counts as one that runs.
    await inDatabase(this.#place!.product, (db) =>
      db
        .updateTable('backups')
        .set({ beat_at: new Date(0) })
        .where('finished_at', 'is', null)
        .execute(),
    )
  }

  /** From the embedded database to PostgreSQL 15, and from there to an embedded database. */
  async restoreElsewhere(queries: number): Promise<void> {
    this.#debian = await startDebianPostgres()
    const debian = { DATA_DIR: await this.#folder(), DATABASE_URL: await this.#debian.database('restored') }
    await must(['restore', this.#busy], debian)
    const straight = { DATA_DIR: await this.#folder() }
    await must(['restore', this.#busy], straight)
    const wanted = await stateOf(straight)
    this.#compare('Restored on PostgreSQL 15', wanted, await stateOf(debian))
    const onwards = await this.#folder()
    await must(['backup', onwards], debian)
    const back = { DATA_DIR: await this.#folder() }
    await must(['restore', onwards], back)
    this.#compare('Restored on PostgreSQL 15 and back', wanted, await stateOf(back))
    for (const [name, installation] of Object.entries({ debian, straight, back }))
      await this.#judge(`Restored: ${name}`, ['fsck'], installation)
    for (const folder of [this.#busy, onwards]) await this.#judge(folder, ['verify', folder], back)
    this.#counts['tables and sequences compared'] = wanted.rows.size
    this.#counts['files compared'] = wanted.files.size
    this.#log('rows and files were compared')
    for (const [name, { DATA_DIR, ...settings }] of Object.entries({ debian, back })) {
      const there = await startProduct({ ROLES: 'api', RATE_LIMITS: 'off', ...settings }, [], {
        ...(await newPlace()),
        data_dir: DATA_DIR,
      })
      const { key, collection } = this.#place!
      this.#judgeAnswers(name, await askQuestions(there, key, collection, queries).finally(() => there.stop()))
    }
    this.#log('the answers were compared')
  }

  /** Restores into an empty folder, and over another state. */
  async killRestores(kills: number): Promise<void> {
    const used = { DATA_DIR: await this.#folder() }
    const states = new Map<string, State>()
    let lasts = 0
    for (const target of [this.#quiet, this.#busy]) {
      lasts = await timed(() => must(['restore', target, '--replace'], used))
      states.set(target, (await stateOf(used))!)
    }
    this.#log(`a restore takes ${Math.round(lasts)} ms`)
    let there = this.#busy
    for (let kill = 0; kill < kills; kill += 1) {
      const moment = this.#momentOf(kill, kills, lasts)
      if (kill % 2 === 0) {
        await this.#killRestore({ DATA_DIR: await this.#folder() }, this.#busy, null, states, moment)
        continue
      }
      const target = there === this.#busy ? this.#quiet : this.#busy
      if (await this.#killRestore(used, target, states.get(there)!, states, moment)) there = target
    }
    // What many kills left behind is in nobody's way.
    await must(['restore', this.#busy, '--replace'], used)
    this.#compare('Restored after the kills', states.get(this.#busy)!, await stateOf(used))
    const left = await remainsOf(used)
    if (left.length > 0) this.#failures.push(`Remains of killed restores: ${left.join(', ')}.`)
  }

  /** @param old null for an empty folder @returns whether the new state is there */
  async #killRestore(
    installation: Installation,
    target: string,
    old: State | null,
    states: ReadonlyMap<string, State>,
    moment: number,
  ): Promise<boolean> {
    const name = `A restore ${old ? 'over people' : 'into an empty folder'}, killed after ${Math.round(moment)} ms`
    await killAfter(moment, ['restore', target, ...(old ? ['--replace'] : [])], installation)
    const { left, unlike, empty } = await askFsck(installation)
    if (unlike !== null || (empty && old)) this.#failures.push(`${name}: fsck says ${unlike ?? 'that all is gone'}`)
    await this.#judge(name, ['verify', target], installation)
    const wanted = states.get(target)!
    const found = empty ? null : await stateOf(installation)
    const is_new = found !== null && differencesOf(name, wanted, found).length === 0
    if (!is_new && found) this.#compare(name, old ?? wanted, found)
    if (!is_new && !found && old) this.#failures.push(`${name}: everything is gone.`)
    const still = await remainsAfterStart(installation)
    if (still.length > 0) this.#failures.push(`${name}: ${still.join(', ')} is still there after a start.`)
    if (left.length > 0) this.#note('restores whose remains a start removed')
    this.#note(`restores ${old ? 'over people' : 'into an empty folder'} that left the ${is_new ? 'new' : 'old'} state`)
    this.#log(`${name}: ${is_new ? 'new' : 'old'}`)
    return is_new
  }

  /** Types a command that must find nothing wrong. */
  async #judge(name: string, words: readonly string[], installation: Installation): Promise<void> {
    const { code, out, error } = await typeCommand(words, installation)
    if (code !== 0) this.#failures.push(`${name}: ${words[0]} ended with ${code}. ${out}${error}`)
  }

  #compare(name: string, wanted: State, found: State): void {
    this.#failures.push(...differencesOf(name, wanted, found))
  }

  #judgeAnswers(name: string, answers: ReadonlyMap<string, Answer>): void {
    const unlike = [...this.#answers].filter(
      ([question, answer]) => JSON.stringify(answers.get(question)) !== JSON.stringify(answer),
    )
    this.#counts[`equal answers: ${name}`] = this.#answers.size - unlike.length
    for (const [question, answer] of unlike)
      this.#failures.push(`${name}: ${question} is answered by ${answers.get(question)}, not by ${answer}.`)
  }

  /** One moment in each equal part of the time, so that they cover all of it. */
  #momentOf(kill: number, kills: number, milliseconds: number): number {
    return ((kill + this.#chance()) / kills) * milliseconds
  }

  #note(end: string): void {
    this.#ends.set(end, (this.#ends.get(end) ?? 0) + 1)
  }

  async #folder(): Promise<string> {
    const folder = await mkdtemp(path.join(tmpdir(), 'footnote-kept-'))
    // The database runs as its own user.
    await chmod(folder, 0o755)
    this.#folders.push(folder)
    return folder
  }
}

async function stateOf({ DATA_DIR, DATABASE_URL }: Installation): Promise<State> {
  const rows = DATABASE_URL ? await digestRows(DATABASE_URL) : await digestStopped(DATA_DIR)
  return { rows: rows ?? new Map(), files: await digestFiles(DATA_DIR) }
}

const differencesOf = (name: string, wanted: State, found: State): string[] => [
  ...differences(name, wanted.rows, found.rows),
  ...differences(name, wanted.files, found.files),
]

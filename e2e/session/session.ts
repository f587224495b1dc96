import { expect } from 'vitest'
import { randomNumbers } from '../../server/test/random-numbers.ts'
import type { RunningProduct } from '../product.ts'
import { Acts } from './acts.ts'
import { type Cast, gatherCast } from './cast.ts'
import { compareFiles } from './files.ts'
import { Hearing } from './hearing.ts'
import { Ledger } from './ledger.ts'
import { SessionPage } from './pages.ts'
import { differences, readComments, type Sight, seenOf } from './seen.ts'

/** Rounds of acts between two comparisons. */
const ROUNDS = 10
/** Versions of a session: a guest gets a mail for each, and at most five in an hour. */
const VERSIONS = 5
const DESK = { width: 1440, height: 900 } as const
const PHONE = { width: 390, height: 844 } as const

/** Six people review a stack of versions together until the time is over, and what they see is compared. */
export class Session {
  readonly #cast: Cast
  readonly #ledger = new Ledger()
  readonly #chance: () => number
  readonly #acts: Acts
  readonly #pages: readonly SessionPage[]
  #hearings: readonly Hearing[] = []

  private constructor(cast: Cast, seed: number, pages: readonly SessionPage[]) {
    this.#cast = cast
    this.#chance = randomNumbers(seed)
    this.#acts = new Acts(cast, this.#ledger, this.#chance)
    this.#pages = pages
  }

  static async begin(product: RunningProduct, seed: number): Promise<Session> {
    const cast = await gatherCast(product)
    const pages = [await SessionPage.open(cast, cast.owner, DESK), await SessionPage.open(cast, cast.approver, PHONE)]
    return new Session(cast, seed, pages)
  }

  /** @param duration milliseconds @returns how often each kind of act was done, comparisons and versions */
  async run(duration: number): Promise<Readonly<Record<string, number>>> {
    let comparisons = 0
    const begin = Date.now()
    const { versions } = this.#cast
    try {
      while (Date.now() < begin + duration || comparisons === 0) {
        const another = (Date.now() - begin) / duration > versions.length / VERSIONS
        if (comparisons === 0 || another) await this.#goOn(another)
        for (let round = 0; round < ROUNDS; round += 1) await this.#acts.round(this.#hearings)
        comparisons += 1
        await this.#compare()
      }
      await this.#compareFiles(this.#cast.everybody)
    } finally {
      for (const hearing of this.#hearings) hearing.close()
    }
    const written = { comments: this.#ledger.size, versions: versions.length }
    return { ...this.#acts.counts, ...written, comparisons }
  }

  /** Everybody goes to the newest version. @param another whether that is a version that does not exist yet */
  async #goOn(another: boolean): Promise<void> {
    if (another) await this.#cast.addVersion()
    const newest = this.#cast.versions.at(-1)!
    const isNews = ({ event, data }: { event: string; data: { video_id?: string } }) =>
      event === 'version' && data.video_id === newest
    for (const hearing of this.#hearings) {
      const { role, account } = hearing.who
      const heard = () => hearing.events.some(isNews)
      if (account) await expect.poll(heard, { message: `${role} hears of the version` }).toBe(true)
      else expect(heard(), `${role} hears of the version`).toBe(false)
      hearing.close()
    }
    this.#hearings = await Promise.all(this.#cast.everybody.map((who) => Hearing.begin(this.#cast, who, newest)))
    for (const page of this.#pages) await page.goTo(newest)
  }

  /** Waits until events and pages have arrived, and fails with every difference that stays. */
  async #compare(): Promise<void> {
    await expect.poll(() => this.#differences(), { interval: 300 }).toEqual([])
    await this.#compareFiles([this.#cast.everybody[Math.floor(this.#chance() * this.#cast.everybody.length)]!])
  }

  async #differences(): Promise<string[]> {
    const failures = this.#ledger.series()
    const newest = this.#cast.versions.at(-1)!
    const answers = new Map<string, Sight>()
    const known = new Set<string>()
    for (const video of this.#cast.versions) {
      let first: Sight | null = null
      for (const who of this.#cast.everybody) {
        const got = await readComments(this.#cast, who, video)
        const sight = got.map(seenOf)
        first ??= sight
        if (video === newest) answers.set(who.role, sight)
        for (const { id } of sight) known.add(id)
        const own = who.account ? first : first.filter(({ team }) => !team)
        failures.push(...differences(who.role, sight, 'the owner', own))
        failures.push(...this.#ledger.differences(who.role, sight))
        failures.push(...this.#ledger.leaks(who.role, who.account !== null, JSON.stringify(got)))
      }
    }
    failures.push(...this.#ledger.missing(known), ...(await this.#earlier(newest)))
    for (const hearing of this.#hearings) {
      const { role } = hearing.who
      const heard = await hearing.sight()
      failures.push(
        ...differences(`${role} by events`, heard, 'the answer to the same person', answers.get(role) ?? []),
      )
      const got = JSON.stringify(hearing.events)
      const unblanked = hearing.events.filter(({ data }) => data.kind === 'deleted' && data.comment.content !== '')
      failures.push(...unblanked.map(({ data }) => `${role} hears the deleted text '${data.comment.content}'.`))
      if (!hearing.who.account) failures.push(...this.#ledger.teamLeaks(`${role} by events`, got))
    }
    if (failures.length > 0) return failures
    for (const page of this.#pages) {
      failures.push(...(await page.differences(answers.get(page.who.role) ?? [])))
      failures.push(...this.#ledger.leaks(`The page of ${page.who.role}`, page.who.account !== null, await page.text()))
    }
    return failures
  }

  /** The open comments of earlier versions, which only members see. */
  async #earlier(newest: string): Promise<string[]> {
    const failures: string[] = []
    let first: Sight | null = null
    for (const who of this.#cast.everybody) {
      const sight = (await readComments(this.#cast, who, newest, 'open')).map(seenOf)
      first ??= sight
      failures.push(...differences(`${who.role}, of earlier versions,`, sight, 'the owner', who.account ? first : []))
    }
    return failures
  }

  async #compareFiles(people: Cast['everybody']): Promise<void> {
    const newest = this.#cast.versions.at(-1)!
    for (const who of people) {
      const sight = (await readComments(this.#cast, who, newest)).map(seenOf)
      const { failures, text } = await compareFiles(this.#cast, who, newest, sight)
      expect([...failures, ...this.#ledger.leaks(`A file of ${who.role}`, who.account !== null, text)]).toEqual([])
    }
  }
}

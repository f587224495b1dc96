// Past 250 lines: one matrix of calls, callers and owners, and how each cell is judged.
import { setTimeout as wait } from 'node:timers/promises'
import { drawnCases } from '../server/test/drawn-cases.ts'
import { type Product, startProduct } from '../server/test/product.ts'
import { startTestPostgres } from '../server/test/test-postgres.ts'
import {
  type Answer,
  answerTo,
  comparable,
  foreignOf,
  nameOf,
  namingsOf,
  type OwnerByField,
  requestOf,
} from './matrix/cells.ts'
import { type Document, type Operation, operationsOf } from './matrix/document.ts'
import { ROLES, type Role } from './matrix/roles.ts'
import { differences, emptyTables, type Rows, readRows, tablesOf } from './matrix/rows.ts'
import { unmade } from './matrix/values.ts'
import { type Thing, World } from './matrix/world.ts'
import { type Log, type Outcome, soak } from './run.ts'

/** Calls that cannot succeed here, and why. */
const NO_SUCCESS: Readonly<Record<string, string>> = {
  'POST /api/stripe/webhook': 'no payments are taken',
  'POST /api/subscription/portal': 'no payments are taken',
  'PUT /api/sharing_router/mail': 'no guest has a confirmed address',
  'GET /api/sharing_router/box': 'no link asks for files; `box.full.test.ts` has those that do',
  'DELETE /api/sharing_router/box/files/{file_id}': 'no link asks for files, either',
}
/** Calls that cannot succeed without billing, either. */
const NO_SUCCESS_WITHOUT_BILLING: Readonly<Record<string, string>> = {
  'POST /api/subscription/change-plan': 'there are no plans',
  'POST /api/subscription/cancel': 'there are no plans',
}
/** Things that another company has while somebody requests lists. */
const FOREIGN_THINGS: readonly Thing[] = [
  'video',
  'comment',
  'review collection',
  'API key',
  'notification',
  'past search',
  'invited',
]
/** Milliseconds within which a call finishes its work after the answer. */
const SETTLING = 300

/** Makes every call of the OpenAPI document, as everybody, on everybody's things. */
export const matrix = soak({
  shows:
    'No call answers across companies, none fails on our side, and one that is refused leaves every row as it was, but for counters of tries.',
  sizes: { with_billing: true as boolean, without_billing: true as boolean, every_cell: true as boolean },
  async run({ with_billing, without_billing, every_cell }, log) {
    const postgres = await startTestPostgres()
    try {
      const billings = [...(with_billing ? ['on'] : []), ...(without_billing ? ['off'] : [])]
      // In parallel, because most of the time is spent waiting for the database.
      const outcomes = await Promise.all(
        billings.map(async (billing): Promise<Outcome> => {
          const settings = { BILLING: billing, MODEL_HUB_URL: 'off', IMPORT_NETWORKS: '127.0.0.0/8' }
          const api = await startProduct({ settings, database_url: await postgres.createDatabase() })
          try {
            return await new Matrix(api, billing, log).fill(every_cell)
          } finally {
            await api.close()
          }
        }),
      )
      return {
        counts: Object.assign({}, ...outcomes.map(({ counts }) => counts)),
        failures: outcomes.flatMap(({ failures }) => failures),
      }
    } finally {
      await postgres.stop()
    }
  },
})

class Matrix {
  readonly #api: Product
  readonly #billing: string
  readonly #log: Log
  readonly #failures: string[] = []
  readonly #counts = {
    cells: 0,
    refusals: 0,
    successes: 0,
    'rows compared after refusals': 0,
    'foreign and unknown compared': 0,
  }
  readonly #succeeded = new Set<string>()
  #tables: string[] = []
  #world: World
  /** The rows, valid until something is made. */
  #rows: { readonly made: number; readonly rows: Rows } | null = null

  constructor(api: Product, billing: string, log: Log) {
    this.#api = api
    this.#billing = billing
    this.#log = log
    this.#world = new World(api)
  }

  /**
   * @param every_cell false to draw a third of the pairs of call and role, and to name only a role's own things in calls
   * that always refuse it
   */
  async fill(every_cell: boolean): Promise<Outcome> {
    await World.refuseEngine(this.#api)
    this.#tables = await tablesOf(this.#api.db)
    const operations = operationsOf((await this.#api.get('/api/docs/json')).json as Document)
    const missing = unmade(operations)
    if (missing.length > 0)
      return {
        counts: {},
        failures: [`No thing is made for these ids, see soak/matrix/values.ts: ${missing.join(', ')}.`],
      }
    const pairs = operations.flatMap((operation) => ROLES.map((role) => ({ operation, role })))
    const tried = every_cell
      ? pairs
      : drawnCases(pairs, { kindsOf: ({ operation, role }) => [operation.name, role.name] })
    for (const [at, { operation, role }] of tried.entries()) {
      await this.#tryAs(operation, role, every_cell)
      if (tried[at + 1]?.operation !== operation)
        this.#log(`billing ${this.#billing}: ${operation.name}, ${this.#counts.cells} cells by now`)
    }
    const excused = { ...NO_SUCCESS, ...(this.#billing === 'off' ? NO_SUCCESS_WITHOUT_BILLING : {}) }
    const untried = pairs.filter((pair) => !tried.includes(pair))
    // Those who were not drawn try the calls that nobody who was drawn may make.
    for (const { operation, role } of untried)
      if (!this.#succeeded.has(operation.name) && !(operation.name in excused) && !role.refused(operation))
        await this.#tryCell(operation, role, namingsOf(operation).at(-1)!)
    for (const { name } of operations)
      if (!this.#succeeded.has(name) && !(name in excused))
        this.#failures.push(`${name} succeeded for nobody: its refusals say nothing.`)
    const counts = { calls: operations.length, roles: ROLES.length, ...this.#counts }
    return {
      counts: Object.fromEntries(
        Object.entries(counts).map(([name, count]) => [`billing ${this.#billing}: ${name}`, count]),
      ),
      failures: this.#failures,
    }
  }

  async #tryAs(operation: Operation, role: Role, every_cell: boolean): Promise<void> {
    const answers = new Map<string, string>()
    const all = namingsOf(operation)
    const namings = every_cell || !role.refused(operation) ? all : all.slice(-1)
    for (const naming of namings) answers.set(JSON.stringify(naming), await this.#tryCell(operation, role, naming))
    for (const naming of namings) {
      const foreign = foreignOf(naming)
      const [unknown, other] = [answers.get(JSON.stringify(naming)), foreign && answers.get(JSON.stringify(foreign))]
      if (!other) continue
      this.#counts['foreign and unknown compared'] += 1
      if (unknown !== other)
        this.#fail(
          operation,
          role,
          naming,
          `answered ${brief(unknown ?? '')}, and where it is another company's ${brief(other)}`,
        )
    }
  }

  /** @returns the answer in a comparable form */
  async #tryCell(operation: Operation, role: Role, naming: OwnerByField): Promise<string> {
    const request = await this.#prepare(operation, role, naming)
    const secret = await this.#secretFrom(role)
    const before = await this.#rowsNow()
    const answer = await answerTo(request)
    this.#counts.cells += 1
    this.#judge(operation, role, naming, { answer, secret, named: request.named })
    if (answer.status < 400 && operation.method !== 'GET') await this.#newWorld()
    else {
      const after = await readRows(this.#api, this.#tables)
      this.#counts['rows compared after refusals'] += answer.status < 400 ? 0 : 1
      if (differences(before, after).length > 0) await this.#tryRowsAgain(operation, role, naming)
    }
    return comparable(answer, request)
  }

  /**
   * Late work of an earlier call looks like work of this one, so a difference counts only if it appears again in a new
   * world.
   */
  async #tryRowsAgain(operation: Operation, role: Role, naming: OwnerByField): Promise<void> {
    await this.#newWorld()
    const request = await this.#prepare(operation, role, naming)
    await wait(SETTLING)
    const before = await readRows(this.#api, this.#tables)
    const { status } = await answerTo(request)
    await wait(SETTLING)
    const changed = differences(before, await readRows(this.#api, this.#tables))
    if (changed.length > 0)
      this.#fail(operation, role, naming, `answered ${status}, and changed rows: ${changed.join('; ')}`)
    await this.#newWorld()
  }

  async #prepare(operation: Operation, role: Role, naming: OwnerByField) {
    const foreign = await this.#world.foreign()
    if (operation.method === 'GET' && Object.keys(naming).length === 0)
      for (const thing of FOREIGN_THINGS) await this.#world.thing(thing, foreign)
    return await requestOf(this.#world, operation, role, naming)
  }

  async #rowsNow(): Promise<Rows> {
    const { made } = this.#world
    if (this.#rows?.made !== made) this.#rows = { made, rows: await readRows(this.#api, this.#tables) }
    return this.#rows.rows
  }

  async #newWorld(): Promise<void> {
    await World.clearFolders(this.#api)
    await emptyTables(this.#api, this.#tables)
    await World.refuseEngine(this.#api)
    this.#world = new World(this.#api)
    this.#rows = null
  }

  #judge(
    operation: Operation,
    role: Role,
    naming: OwnerByField,
    {
      answer: { status, text },
      secret,
      named,
    }: { readonly answer: Answer; readonly secret: readonly string[]; readonly named: readonly string[] },
  ): void {
    const fail = (sentence: string) => this.#fail(operation, role, naming, sentence)
    if (status < 400) {
      this.#counts.successes += 1
      this.#succeeded.add(operation.name)
    } else this.#counts.refusals += 1
    if (status >= 500) fail(`answered ${brief(`${status} ${text}`)}`)
    const refused = role.refused(operation)
    if (refused && (status < 400 || (refused === 401 && status !== 401))) fail(`answered ${status}, not ${refused}`)
    for (const mark of secret)
      if (text.includes(mark) && !named.some((value) => value.includes(mark)))
        fail(`told ${mark}: ${brief(`${status} ${text}`)}`)
  }

  /** Texts that nobody in this role may read; makes the people whose they are. */
  async #secretFrom(role: Role): Promise<string[]> {
    const secret = [...this.#world.marksOf((await this.#world.foreign()).company_id)]
    if (!role.guest) return secret
    const member = await role.person(this.#world)
    // A link shows one video; addresses and other things of its company must stay hidden.
    const colleague = await this.#world.colleague(member)
    return [...secret, member.email, colleague.email, colleague.id]
  }

  #fail(operation: Operation, role: Role, naming: OwnerByField, sentence: string): void {
    const failure = `${operation.name} as ${role.name}, ${nameOf(naming)} (billing ${this.#billing}): ${sentence}.`
    this.#log(`FAILED: ${failure}`)
    this.#failures.push(failure)
  }
}

const brief = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

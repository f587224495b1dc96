/** People of a running product as rows: no mail, no form, no hash for each. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { PASSWORD, peopleOf } from '../seed/rows/people.ts'
import type { Database } from '../server/src/platform/db/database.ts'
import { type Account, accountOf } from './calls.ts'
import { companyOf, inDatabase } from './database.ts'
import type { RunningProduct } from './product.ts'

interface Wishes {
  readonly first_name?: string
  readonly last_name?: string
  readonly plan?: PlanType
}

/** Adds a signed-in person, the admin of a company of their own. */
export const addPerson = (
  product: RunningProduct,
  { first_name = 'Ada', last_name = 'Lovelace', plan = 'FREE' }: Wishes = {},
): Promise<Account> =>
  inDatabase(product, async (db) => {
    const name = { first_name, last_name }
    const person = await (await peopleIn(db, product)).person(null, plan, name)
    return accountOf({ ...person, user: { ...person, ...name } }, PASSWORD)
  })

/** Adds a signed-in member to the company of an admin, without an invitation. */
export const addMember = (
  product: RunningProduct,
  admin: Account,
  name: { readonly first_name: string; readonly last_name: string },
): Promise<Account> =>
  inDatabase(product, async (db) => {
    const company = { company_id: await companyOf(db, admin) }
    const person = await (await peopleIn(db, product)).person(company, undefined, name)
    return accountOf({ ...person, user: { ...person, ...name } }, PASSWORD)
  })

/**
 * Adds a session. Each browser needs its own, because a shared session ends when one of them refreshes it.
 * @returns the person with the new session
 */
export const addSession = (product: RunningProduct, account: Account): Promise<Account> =>
  inDatabase(product, async (db) => {
    const user = await db.selectFrom('users').selectAll().where('id', '=', account.user_id).executeTakeFirstOrThrow()
    return accountOf({ ...(await (await peopleIn(db, product)).session(user.id)), user }, account.password)
  })

async function peopleIn(db: Database, { data_dir }: RunningProduct) {
  return peopleOf(db, process.env.SECRET_KEY ?? (await readFile(path.join(data_dir, 'secret.key'), 'utf8')).trim())
}

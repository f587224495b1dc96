import { randomBytes } from 'node:crypto'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { AccessTokens } from '../../server/src/features/identity/accounts/access.ts'
import { findViewer } from '../../server/src/features/identity/accounts/queries.ts'
import { startSession } from '../../server/src/features/identity/accounts/sessions.ts'
import type { Database } from '../../server/src/platform/db/database.ts'
import { hashPassword } from '../../server/src/platform/passwords.ts'
import type { UserViewer } from '../../server/src/platform/route.ts'
import { type Person, SECRET } from './senders.ts'

/** Password of every person in tests. */
export const PASSWORD = 'correct horse battery'

let password_hash: Promise<string> | undefined

interface PersonName {
  readonly first_name: string
  readonly last_name: string
}

const ADA: PersonName = { first_name: 'Ada', last_name: 'Lovelace' }

/** An address that nobody has. @param name how it begins */
export const newAddress = (name: string): string =>
  `${name.toLowerCase()}.${randomBytes(8).toString('hex')}@example.org`

/**
 * Makes companies, and people who are signed in.
 * @param secret key of the product that reads the sessions
 */
export function peopleOf(db: Database, secret = SECRET) {
  const tokens = new AccessTokens(secret)

  async function company(plan: PlanType = 'FREE'): Promise<string> {
    const { id } = await db
      .insertInto('companies')
      .values({ name: 'Company' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('subscriptions').values({ company_id: id, plan, period_end: null }).execute()
    return id
  }

  /** Makes a verified account: the admin of a new company, or a member of the given one. */
  async function account(of?: { readonly company_id: string } | null, plan?: PlanType, name = ADA) {
    const company_id = of ? of.company_id : await company(plan)
    password_hash ??= hashPassword(PASSWORD)
    const email = newAddress(name.first_name)
    const row = { company_id, email, password_hash: await password_hash, is_admin: !of, verified_at: new Date() }
    const { id } = await db
      .insertInto('users')
      .values({ ...name, ...row })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, company_id, email }
  }

  /** Makes an account that is signed in. */
  async function person(
    of?: { readonly company_id: string } | null,
    plan?: PlanType,
    name?: PersonName,
  ): Promise<Person> {
    const made = await account(of, plan, name)
    return { ...made, ...(await session(made.id)) }
  }

  /** Starts another session of an account. */
  const session = (user_id: string) => startSession(db, tokens, user_id)

  return {
    company,
    account,
    person,
    session,
    /** Makes two members of a company on that plan, and a member of another company. */
    async people(plan?: PlanType): Promise<{ owner: Person; colleague: Person; stranger: Person }> {
      const [ours, theirs] = [{ company_id: await company(plan) }, { company_id: await company() }]
      return { owner: await person(ours), colleague: await person(ours), stranger: await person(theirs) }
    },
    /** Reads a person's viewer from their session. @throws Error when the session has ended */
    async viewer({ access }: Person): Promise<UserViewer> {
      const named = await tokens.read(access)
      const viewer = named && (await findViewer(db, named.user_id, named.session_id))
      if (!viewer) throw new Error('Nobody is signed in by this token.')
      return viewer
    },
  }
}

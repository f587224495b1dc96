import { randomBytes } from 'node:crypto'
import { Signup } from '@footnote/contract/nouns/identity/accounts.ts'
import type { Command } from 'commander'
import { endSignups } from '../../features/identity/accounts/commands.ts'
import { findUserByEmail } from '../../features/identity/accounts/queries.ts'
import { replacePassword } from '../../features/identity/accounts/sessions.ts'
import { addAccount } from '../../features/identity/accounts/sign-ups.ts'
import { hashPassword } from '../../platform/passwords.ts'
import { CommandError } from '../command-error.ts'
import { HOOKS } from '../hooks.ts'
import type { Console } from './console.ts'
import { openProduct } from './open-product.ts'

/** Adds `footnote user`. */
export function addUser(program: Command, console: Console): void {
  const user = program.command('user').description('create accounts and reset passwords')
  user
    .command('create <email>')
    .description('create an account with a company of its own, and print its password')
    .option('--first-name <name>', 'first name', 'New')
    .option('--last-name <name>', 'last name', 'User')
    .option('--company <name>', 'name of the company', 'Company')
    .action((email: string, options: Names) => create(console, email, options))
  user
    .command('reset-password <email>')
    .description('print a new password for an account, and end its sessions')
    .action((email: string) => reset(console, email))
}

interface Names {
  readonly firstName: string
  readonly lastName: string
  readonly company: string
}

/** 96 random bits that a person can type. */
const newPassword = (): string => randomBytes(12).toString('base64url')

async function create(console: Console, typed: string, { firstName, lastName, company }: Names): Promise<void> {
  const password = newPassword()
  const fields = Signup.safeParse({
    ...{ email: typed, password, first_name: firstName, last_name: lastName, company_name: company },
  })
  if (!fields.success) throw new CommandError(fields.error.issues.map(({ message }) => message).join('. '))
  const { email, first_name, last_name, company_name = company } = fields.data
  const password_hash = await hashPassword(password)
  await using product = await openProduct(console.env, console.say)
  const user = await product.db.transaction().execute(async (transaction) => {
    await endSignups(transaction, email)
    return await addAccount(
      transaction,
      { hooks: HOOKS },
      email,
      { first_name, last_name, password_hash },
      company_name,
    )
  })
  if (!user) throw new CommandError(`${email} has an account already.`)
  console.answer({ id: user.id, email, password }, [`${email} can sign in with the password ${password}`])
}

async function reset(console: Console, email: string): Promise<void> {
  const password = newPassword()
  await using product = await openProduct(console.env, console.say)
  const user = await findUserByEmail(product.db, email.trim().toLowerCase())
  if (!user) throw new CommandError(`${email} has no account.`)
  await replacePassword(product.db, user.id, await hashPassword(password))
  console.answer({ id: user.id, email: user.email, password }, [
    `${user.email} can sign in with the password ${password}; every other session has ended`,
  ])
}

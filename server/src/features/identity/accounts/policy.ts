import type { SignUpRule } from '@footnote/contract/calls/page-facts.ts'
import { ProductError } from '../../../platform/errors.ts'

/**
 * The fifty commonest passwords of at least six characters among ten million leaked ones (Mark Burnett, 2015). An
 * attacker tries these first.
 */
const COMMON: ReadonlySet<string> = new Set(
  `123456 password 12345678 qwerty 123456789 111111 1234567 dragon 123123 baseball abc123 football monkey letmein shadow
  master 696969 mustang 666666 qwertyuiop 123321 1234567890 superman 654321 1qaz2wsx 7777777 qazwsx jordan jennifer 123qwe
  121212 killer trustno1 hunter harley zxcvbnm asdfgh buster batman soccer tigger charlie sunshine iloveyou ranger hockey
  computer starwars 000000 987654321`.split(/\s+/),
)

/**
 * Refuses a common password, whatever the case of its letters. The contract does not check this, since then every page
 * would load the list.
 * @param field name of the field that holds it
 * @throws ProductError validation_failed
 */
export function refuseCommon<Field extends string>(field: Field, values: Readonly<Record<Field, string>>): void {
  if (!COMMON.has(values[field].toLowerCase())) return
  const sentence = 'This password is too common. Please choose another one'
  throw new ProductError('validation_failed', { fields: { [field]: sentence } })
}

/**
 * Whether somebody may sign up without an invitation. It looks at the address alone, so that the answer says nothing about
 * accounts.
 * @throws ProductError sign_up_closed
 */
export function refuseSignup({ mode, domains }: SignUpRule, email: string): void {
  if (mode === 'open') return
  if (mode === 'closed') throw new ProductError('sign_up_closed')
  if (mode === 'invited') throw new ProductError('sign_up_closed', { detail: INVITED_ONLY })
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  if (!domains.includes(domain))
    throw new ProductError('sign_up_closed', { detail: `Only addresses of ${domains.join(', ')} can sign up here.` })
}

const INVITED_ONLY = 'Accounts are by invitation here. Ask an admin of your company to invite you.'

/** @throws ProductError sign_up_closed when no invitation holds */
export function refuseInvitation({ mode }: SignUpRule): void {
  if (mode === 'closed') throw new ProductError('sign_up_closed')
}

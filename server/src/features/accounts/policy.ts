import { ProductError } from '../../platform/errors.ts'

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
  const sentence = 'This password is one of the commonest. Please choose another'
  throw new ProductError('validation_failed', { fields: { [field]: sentence } })
}

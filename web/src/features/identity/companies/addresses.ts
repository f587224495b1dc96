import { Email } from '@footnote/contract/calls/fields.ts'
import { INVITATIONS } from '@footnote/contract/shared/limits.ts'

const SHOWN = 3

/** Addresses in typed or pasted text, separated by spaces, lines, commas or semicolons, each once. */
export function readAddresses(text: string): string[] {
  const parts = text.split(/[\s,;]+/).map((part) => part.replace(/^<|>$/g, '').toLowerCase())
  return [...new Set(parts.filter(Boolean))]
}

/** Why these addresses cannot be invited, or null. */
export function objection(addresses: readonly string[]): string | null {
  const wrong = addresses.filter((address) => !Email.safeParse(address).success)
  if (wrong.length > 0) {
    if (addresses.length === 1) return 'Invalid email address'
    const more = wrong.length > SHOWN ? ` and ${wrong.length - SHOWN} more` : ''
    return `Invalid email address: ${wrong.slice(0, SHOWN).join(', ')}${more}`
  }
  if (addresses.length <= INVITATIONS.at_once) return null
  const count = addresses.length.toLocaleString('en-US')
  return `At most ${INVITATIONS.at_once} people can be invited at once, and these are ${count}. Nobody has been invited yet.`
}

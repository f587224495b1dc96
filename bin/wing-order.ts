/**
 * The wings of `features`, lowest first. A noun knows nouns of its own wing and of those below it. The rules of
 * `npm run boundaries` and the table in ARCHITECTURE.md are made from this list.
 */
export const WINGS: readonly { readonly name: string; readonly about: string }[] = [
  { name: 'ground', about: 'what all others use' },
  { name: 'identity', about: 'who people are' },
  { name: 'library', about: 'what people have' },
  { name: 'review', about: 'what people say' },
  { name: 'output', about: 'what people take away' },
  { name: 'personal', about: 'what one person has of all of it' },
]

/** Nouns of one wing that know each other in circles. A wing has at most one such knot, and no knot crosses wings. */
export const KNOTS: Readonly<Record<string, readonly string[]>> = {
  identity: ['accounts', 'api-keys', 'companies', 'plans'],
  library: ['collections', 'indexing', 'transcripts', 'uploads', 'versions', 'videos'],
  review: ['approvals', 'sharing'],
}

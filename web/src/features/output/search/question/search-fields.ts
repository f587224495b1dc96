import { readSequence, writeSequence } from '@footnote/contract/shared/language/query.ts'
import { SEQUENCE } from '@footnote/contract/shared/limits.ts'

/** Input of a search's fields. */
export interface SearchFields {
  readonly first: string
  /** The moment that follows the first; null without a second field. */
  readonly next: string | null
  /** Seconds between the two at most. */
  readonly within: number
}

/** Splits a query into fields. */
export const fieldsOf = (query: string): SearchFields =>
  readSequence(query) ?? { first: query, next: null, within: SEQUENCE.within }

/** Joins fields into a query; empty without input. Ignores an empty second field. */
export function queryOf({ first, next, within }: SearchFields): string {
  const [one, other] = [first.trim(), next?.trim() ?? '']
  if (!one || !other) return one || other
  return writeSequence({ first: one, next: other, within })
}

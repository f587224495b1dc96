import { SEQUENCE } from '@footnote/contract/shared/limits.ts'
import { readSequence, writeSequence } from '@footnote/contract/shared/query.ts'

/** What is typed into the fields of a search. */
export interface SearchFields {
  readonly first: string
  /** What comes after it; null without a second field. */
  readonly next: string | null
  /** Seconds between the two at most. */
  readonly within: number
}

/** The fields that a query fills. */
export const fieldsOf = (query: string): SearchFields =>
  readSequence(query) ?? { first: query, next: null, within: SEQUENCE.within }

/** The query that fields make; empty where nothing is asked for. An empty second field asks for nothing more. */
export function queryOf({ first, next, within }: SearchFields): string {
  const [one, other] = [first.trim(), next?.trim() ?? '']
  if (!one || !other) return one || other
  return writeSequence({ first: one, next: other, within })
}

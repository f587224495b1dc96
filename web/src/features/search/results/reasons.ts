import type { Match, Moment } from '@footnote/contract/nouns/search.ts'

/** What one kind of evidence says for a match. */
export type Reason = Pick<Moment, 'type' | 'text' | 'hits'>

/** A reason for each type of a match, best first: a type that gives none is not named. */
export function reasonsOf({ types, text, hits, moments }: Match): Reason[] {
  const [best] = types
  return types.flatMap((type): Reason[] => {
    if (type === best) return [{ type, text, hits }]
    const moment = moments.find((one) => one.matched && one.type === type)
    return moment ? [moment] : []
  })
}

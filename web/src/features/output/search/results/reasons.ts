import type { Match, Moment } from '@footnote/contract/nouns/output/search.ts'

/** Evidence of one kind for a match. */
export type Reason = Pick<Moment, 'type' | 'text' | 'hits'>

/** One reason for each type of a match, best first; a type without text has none. */
export function reasonsOf({ types, text, hits, moments }: Match): Reason[] {
  const [best] = types
  return types.flatMap((type): Reason[] => {
    if (type === best) return [{ type, text, hits }]
    const moment = moments.find((one) => one.matched && one.type === type)
    return moment ? [moment] : []
  })
}

import * as z from 'zod/mini'
import { endpointsOf } from '../../../calls/endpoint.ts'
import { optionalLines, optionalText } from '../../../calls/fields.ts'
import { TEXT } from '../../../shared/limits.ts'
import { MOMENTS } from '../../../shared/review-limits.ts'
import { MatchType } from '../../output/search.ts'
import { MatchToComment } from './from-matches.ts'

export const MATCH_LIST_FORMATS = ['csv', 'md'] as const
export type MatchListFormat = (typeof MATCH_LIST_FORMATS)[number]

/** A match as the results show it; its end is exclusive. */
const ListedMatch = z.object({
  ...MatchToComment.shape,
  types: z.array(MatchType).check(z.maxLength(MatchType.options.length, 'Name each type once')),
  /** What was said, read or seen. */
  content: z._default(optionalLines(TEXT.comment), ''),
})
export type ListedMatch = z.infer<typeof ListedMatch>

export const matchLists = endpointsOf('Exports', {
  make: {
    method: 'POST',
    path: '/api/match_list',
    access: 'user',
    summary: 'Matches of a search as a table or a text, with the timecode of their files',
    body: z.object({
      format: z.enum(MATCH_LIST_FORMATS),
      items: z.array(ListedMatch, { error: 'Choose the matches to list' }).check(
        z.minLength(1, 'Choose a match to list'),
        z.maxLength(MOMENTS.most, `At most ${MOMENTS.most} matches can be listed at once`),
        z.refine(
          (items) => items.reduce((sum, { content }) => sum + content.length, 0) <= MOMENTS.list,
          `The texts of all matches together can have at most ${MOMENTS.list} characters`,
        ),
      ),
      /** What was searched for; names the file. */
      query: optionalText(TEXT.query),
    }),
    file: 'text/csv, text/markdown',
  },
})

import type { Matches } from '@footnote/contract/nouns/output/search.ts'
import { ask, type Bearer } from '../../e2e/calls.ts'
import type { RunningProduct } from '../../e2e/product.ts'

/** Words that the films of a workplace say and show, and some that they do not. */
const WORDS = [
  ...['good morning', 'welcome', 'meeting', 'captain', 'open the window', 'red umbrella', 'station', 'please bring'],
  ...['quarterly report', 'harvest ledger', 'evening lecture', 'report', 'ledger', 'lecture', 'corrected by hand'],
  ...['"the window"', '"quarterly report"', 'morning -meeting', 'window >> umbrella 60s', 'nothing of the kind'],
] as const
const TYPES = ['', 'CONVERSATION', 'TEXT_IN_VIDEO', 'VISUAL', 'VISUAL,CONVERSATION'] as const

/** The most questions that there are. */
export const MOST_QUESTIONS = WORDS.length * TYPES.length

/** What a person reads in the answer to one question. */
export type Answer = readonly string[]

/** Asks questions of a collection. @param count at most `MOST_QUESTIONS` */
export async function askQuestions(
  product: RunningProduct,
  who: Bearer,
  index_id: string,
  count: number,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  for (let number = 0; number < Math.min(count, MOST_QUESTIONS); number += 1) {
    const query = WORDS[number % WORDS.length] ?? ''
    const search_type = TYPES[Math.floor(number / WORDS.length)] ?? ''
    const asked = new URLSearchParams({ index_id, query, ...(search_type && { search_type }) })
    const { matches } = await ask<Matches>(product, who, `query_index?${asked}`)
    answers.set(
      asked.toString(),
      matches.map(({ video_id, start_time, end_time, score, types, text }) =>
        JSON.stringify([video_id, start_time, end_time, score, types, text]),
      ),
    )
  }
  return answers
}

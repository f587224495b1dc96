import type { Hit } from '@footnote/contract/nouns/output/search.ts'
import type { Token } from '@footnote/contract/shared/language/tokens.ts'
import type { QueryWord } from '../concepts/meaning.ts'
import type { TextLine } from '../text-line.ts'
import { isNear } from './line-runs.ts'
import type { WordFound, WordMatcher } from './matching/word-matcher.ts'
import { NEIGHBOUR } from './text-candidates.ts'

/** Bonus for query words that are as far apart in the line as in the query, too. */
const PHRASE_BONUS = 0.06
/** Minimum fit of two words that are in order. */
const IN_ORDER = 0.9

/** A line, and the words of the query in it. */
export interface ScoredText {
  readonly line: TextLine
  readonly tokens: readonly Token[]
  /** Numbers of its words in the search's vocabulary. */
  readonly words: readonly number[]
  readonly found: (WordFound | null)[]
  /** Share of the query's weight that it covers, 0 to 1. */
  readonly raw: number
  /** The same without words that are only spelt alike. */
  readonly exact: number
}

/** How well a text covers a query, with and without words that are only spelt alike. */
export function rawScores(
  wanted: readonly QueryWord[],
  found: readonly (WordFound | null)[],
  weights: readonly number[],
): Pick<ScoredText, 'raw' | 'exact'> {
  const raw = rawScore(wanted, found, weights)
  if (!found.some((each) => each?.similar)) return { raw, exact: raw }
  return {
    raw,
    exact: rawScore(
      wanted,
      found.map((each) => (each?.similar ? null : each)),
      weights,
    ),
  }
}

/** Share of the query's weight that a text covers, 0 to 1. */
function rawScore(
  wanted: readonly QueryWord[],
  found: readonly (WordFound | null)[],
  weights: readonly number[],
): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return 0
  let covered = 0
  let in_order = 0
  for (const [index, each] of found.entries()) {
    covered += (weights[index] as number) * (each?.fit ?? 0)
    if (isInOrder(wanted, found, index)) in_order++
  }
  const phrase = found.length > 1 ? (PHRASE_BONUS * in_order) / (found.length - 1) : 0
  return Math.min(1, covered / sum + phrase)
}

/** Whether a word is as far behind the word before it as in the query. */
function isInOrder(wanted: readonly QueryWord[], found: readonly (WordFound | null)[], index: number): boolean {
  const [each, before] = [found[index], found[index - 1]]
  if (!each || !before || each.fit <= IN_ORDER || before.fit <= IN_ORDER) return false
  const [word, previous] = [wanted[index] as QueryWord, wanted[index - 1] as QueryWord]
  return each.first - before.last === word.place - previous.place
}

/**
 * Joins two consecutive lines to one where both have words of the query, and together answer it better than each alone:
 * speech is split anywhere. A phrase over the border counts in full; other words of the second line count less.
 * @param lines by video and time
 */
export function joinedLines(
  lines: readonly ScoredText[],
  wanted: readonly QueryWord[],
  weights: readonly number[],
  matchers: ReadonlyMap<string, WordMatcher>,
): ScoredText[] {
  const pairs = lines.slice(1).flatMap((second, at) => {
    const pair = pairOf(lines[at] as ScoredText, second, wanted, weights, matchers)
    return pair ? [{ at, pair }] : []
  })
  const joined = new Map<number, ScoredText>()
  const used = new Set<number>()
  for (const { at, pair } of pairs.sort((a, b) => b.pair.raw - a.pair.raw)) {
    if (used.has(at) || used.has(at + 1)) continue
    used.add(at).add(at + 1)
    joined.set(at, pair)
  }
  return lines.flatMap((line, at) => joined.get(at) ?? (used.has(at) ? [] : line))
}

function pairOf(
  first: ScoredText,
  second: ScoredText,
  wanted: readonly QueryWord[],
  weights: readonly number[],
  matchers: ReadonlyMap<string, WordMatcher>,
): ScoredText | null {
  const [one, next] = [first.line, second.line]
  if (first.raw === 0 || second.raw === 0 || one.language !== next.language || !isNear(one, next)) return null
  const [better, worse] = first.raw >= second.raw ? [first, second] : [second, first]
  if (!worse.found.some((each, index) => (each?.fit ?? 0) > (better.found[index]?.fit ?? 0))) return null
  const text = `${one.text} ${next.text}`
  const line = { ...one, end_time: Math.max(one.end_time, next.end_time), text }
  const shift = one.text.length + 1
  const tokens = [...first.tokens, ...second.tokens.map((token) => ({ ...token, ...moved(token, shift) }))]
  const words = [...first.words, ...second.words]
  const found = (matchers.get(line.language) as WordMatcher).find(words)
  const border = first.tokens.length
  const runs_over = found.some((each, index) => {
    const before = found[index - 1]
    return each && before && before.last < border && each.first >= border && isInOrder(wanted, found, index)
  })
  const scores = rawScores(wanted, runs_over ? found : lessOf(found, better), weights)
  return scores.raw > Math.max(first.raw, second.raw) ? { line, tokens, words, found, ...scores } : null
}

const moved = ({ from, to }: Hit, by: number): Hit => ({ from: from + by, to: to + by })

/** The words of two lines: those of the better line, and for less those that only the other one has. */
const lessOf = (found: readonly (WordFound | null)[], better: ScoredText): (WordFound | null)[] =>
  found.map((each, index) => {
    const there = better.found[index]?.fit ?? 0
    return each && { ...each, fit: Math.max(there, NEIGHBOUR * each.fit) }
  })

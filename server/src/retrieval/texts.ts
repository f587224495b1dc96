import type { Hit } from '@footnote/contract/nouns/search.ts'
import { SEARCH } from '@footnote/contract/shared/limits.ts'
import { type Token, tokensOf } from '../engines/text/tokens.ts'
import type { Database } from '../platform/db/database.ts'
import type { QueryWord } from './concepts/meaning.ts'
import { type Demands, NO_DEMANDS } from './demands.ts'
import { scored as scoredBy } from './ranking/calibration.ts'
import { isEvidence, MOST_HITS, type ModalityHit } from './ranking/hit.ts'
import type { TextLine, TextSource } from './text-line.ts'
import { exactWords, type Phrase, placesOf } from './words/exact-words.ts'
import { byTime, isNear, lineRuns, spanOf } from './words/line-runs.ts'
import { readLineSets } from './words/line-sets.ts'
import { Vocabulary } from './words/matching/vocabulary.ts'
import { type WordFound, WordMatcher } from './words/matching/word-matcher.ts'
import { phraseLines } from './words/phrase-lines.ts'
import { meet, type WordMet } from './words/spelling.ts'
import { readStems, readTextWords } from './words/stems.ts'
import { NEIGHBOUR, textCandidates } from './words/text-candidates.ts'

/** Bonus for query words that are as far apart in the line as in the query, too. */
const PHRASE_BONUS = 0.06
const LEAST_RAW = 0.2
/** Up to this many lines, all are compared word by word. */
const COMPARE_ALL = 3_000
/** Minimum fit of a word that counts as present in a text; words within short compounds fit less. */
const LEAST_THERE = 0.85

/** The most for a text with words that are only spelt alike. */
const BELOW_MEDIUM = SEARCH.medium - 0.001
/** Minimum fit of two words that are in order. */
const IN_ORDER = 0.9

/** The hits, and how each word of the query occurs. */
export interface FoundTexts {
  /** Best first; each has words of the query itself. */
  readonly hits: ModalityHit[]
  readonly met: readonly WordMet[]
  /** The hits if some words of the query also match words with similar spelling. */
  misread(words: ReadonlySet<string>): ModalityHit[]
}

export const NO_TEXTS: FoundTexts = { hits: [], met: [], misread: () => [] }

interface Scored {
  readonly line: TextLine
  readonly tokens: readonly Token[]
  /** Numbers of its words in the search's vocabulary. */
  readonly words: readonly number[]
  readonly found: (WordFound | null)[]
  readonly raw: number
}

/**
 * Searches speech (`cues`) or screen text (`text_spans`).
 * @param wanted words of the query
 * @param compare_all number of lines up to which all are compared
 */
export async function searchTexts(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  wanted: readonly QueryWord[],
  demands: Demands = NO_DEMANDS,
  compare_all = COMPARE_ALL,
): Promise<FoundTexts> {
  if (wanted.length === 0 || video_ids.length === 0) return NO_TEXTS
  const sets = await readLineSets(db, source, video_ids)
  const [candidates, holdingAmong] = await Promise.all([
    textCandidates(db, source, sets, wanted, compare_all),
    demands.phrases.length > 0 ? phraseLines(db, source, video_ids, demands.phrases) : null,
  ])
  const { weights } = candidates
  const holding = holdingAmong?.(candidates.lines)
  const lines = [...(holding?.all ?? candidates.lines)].sort(byTime)
  const left_out = await demands.leftOut(lines)
  const vocabulary = new Vocabulary()
  const texts = lines.map((line) => {
    const tokens = tokensOf(line.text)
    return { line, tokens, words: vocabulary.read(tokens) }
  })
  const compared = new Map<string, (misread?: ReadonlySet<string>) => WordMatcher>()
  for (const language of new Set(lines.map((line) => line.language))) {
    const [stem, words] = await Promise.all([
      readStems(
        db,
        wanted.map(({ word }) => word),
        language,
      ),
      readTextWords(db, vocabulary.words, language),
    ])
    compared.set(language, (misread) => new WordMatcher(wanted, words, stem, misread))
  }
  const search = (misread?: ReadonlySet<string>) => {
    const matchers = new Map(Array.from(compared, ([language, matcher]) => [language, matcher(misread)]))
    const scored = texts.map((text): Scored => {
      const found = (matchers.get(text.line.language) as WordMatcher).find(text.words)
      const least = holding?.has(text.line) ? demands.phrase_share : 0
      return { ...text, found, raw: Math.max(least, rawScore(wanted, found, weights)) }
    })
    // A phrase over two lines is a line already.
    const joins = source.table === 'cues' && demands.phrases.length === 0
    const hits = stretchesOf(scored, left_out)
      .map((stretch) => (joins ? joinedLines(stretch, wanted, weights, matchers) : stretch))
      .map((stretch) => stretch.filter(({ line, raw }) => raw >= LEAST_RAW && (!holding || holding.has(line))))
      .flatMap((stretch) => lineRuns(stretch, source))
      .map((run) => ({ run, best: run.reduce((a, b) => (b.raw > a.raw ? b : a)) }))
      .sort((a, b) => b.best.raw - a.best.raw)
      .slice(0, MOST_HITS)
      .map(({ run, best }) => toHit(source, run, best, demands.phrases, matchers))
    return { hits, scored }
  }
  const { hits, scored } = search()
  return {
    hits,
    met: demands.as_typed ? [] : metIn(scored, wanted),
    misread: (words) => search(words).hits,
  }
}

/** Splits lines at excluded ones, since no run continues past them. */
function stretchesOf(scored: readonly Scored[], left_out: ReadonlySet<TextLine>): Scored[][] {
  const stretches: Scored[][] = [[]]
  for (const each of scored) {
    if (left_out.has(each.line)) stretches.push([])
    else stretches.at(-1)?.push(each)
  }
  return stretches
}

/**
 * Joins two consecutive lines to one where both have words of the query, and together answer it better than each alone:
 * speech is split anywhere. A phrase over the border counts in full; other words of the second line count less.
 * @param lines by video and time
 */
function joinedLines(
  lines: readonly Scored[],
  wanted: readonly QueryWord[],
  weights: readonly number[],
  matchers: ReadonlyMap<string, WordMatcher>,
): Scored[] {
  const pairs = lines.slice(1).flatMap((second, at) => {
    const pair = pairOf(lines[at] as Scored, second, wanted, weights, matchers)
    return pair ? [{ at, pair }] : []
  })
  const joined = new Map<number, Scored>()
  const used = new Set<number>()
  for (const { at, pair } of pairs.sort((a, b) => b.pair.raw - a.pair.raw)) {
    if (used.has(at) || used.has(at + 1)) continue
    used.add(at).add(at + 1)
    joined.set(at, pair)
  }
  return lines.flatMap((line, at) => joined.get(at) ?? (used.has(at) ? [] : line))
}

function pairOf(
  first: Scored,
  second: Scored,
  wanted: readonly QueryWord[],
  weights: readonly number[],
  matchers: ReadonlyMap<string, WordMatcher>,
): Scored | null {
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
  const raw = runs_over ? rawScore(wanted, found, weights) : rawScore(wanted, lessOf(found, better), weights)
  return raw > Math.max(first.raw, second.raw) ? { line, tokens, words, found, raw } : null
}

const moved = ({ from, to }: Hit, by: number): Hit => ({ from: from + by, to: to + by })

/** The words of two lines: those of the better line, and for less those that only the other one has. */
const lessOf = (found: readonly (WordFound | null)[], better: Scored): (WordFound | null)[] =>
  found.map((each, index) => {
    const there = better.found[index]?.fit ?? 0
    return each && { ...each, fit: Math.max(there, NEIGHBOUR * each.fit) }
  })

function metIn(scored: readonly Scored[], words: readonly QueryWord[]): WordMet[] {
  let counted: Map<string, number> | undefined
  return words.map((word, index) =>
    meet(
      word,
      scored.some(({ found }) => (found[index]?.fit ?? 0) >= LEAST_THERE),
      () => {
        counted ??= countLines(scored)
        return counted
      },
    ),
  )
}

/** The number of lines with each word. */
function countLines(scored: readonly Scored[]): Map<string, number> {
  const lines_of = new Map<string, number>()
  for (const { tokens } of scored)
    for (const plain of new Set(tokens.map((token) => token.plain))) lines_of.set(plain, (lines_of.get(plain) ?? 0) + 1)
  return lines_of
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

function toHit(
  source: TextSource,
  run: readonly Scored[],
  best: Scored,
  phrases: readonly Phrase[],
  matchers: ReadonlyMap<string, WordMatcher>,
): ModalityHit {
  const matcher = matchers.get(best.line.language) as WordMatcher
  const marks = [
    ...phrases.flatMap((phrase) => marksOf(best.line.text, phrase)),
    ...matcher.findAll(best.words).map(({ first, last, similar }) => ({
      from: (best.tokens[first] as Token).from,
      to: (best.tokens[last] as Token).to,
      ...(similar ? { similar } : {}),
    })),
  ].sort((a, b) => a.from - b.from || b.to - a.to)
  const hits: Hit[] = []
  for (const mark of marks) if (mark.from >= (hits.at(-1)?.to ?? 0)) hits.push(mark)
  const hit = {
    type: source.stage,
    video_id: best.line.video_id,
    ...spanOf(run),
    ...scoredBy(source.stage, best.raw),
    text: best.line.text,
    hits,
  }
  return isEvidence(hit) ? hit : { ...hit, score: Math.min(hit.score, BELOW_MEDIUM), sure: 0 }
}

/** First and last character of a phrase in a text. */
function marksOf(text: string, phrase: Phrase): Hit[] {
  const words = exactWords(text)
  return placesOf(words, phrase).map(({ first, last }) => ({
    from: (words[first] as Token).from,
    to: (words[last] as Token).to,
  }))
}

import type { Hit } from '@footnote/contract/nouns/search.ts'
import { largest } from '@footnote/contract/shared/extremes.ts'
import type { Database } from '../platform/db/database.ts'
import type { QueryMeaning } from './concepts/meaning.ts'
import { type Demands, NO_DEMANDS } from './demands.ts'
import { scored as scoredBy } from './ranking/calibration.ts'
import { MOST_HITS, type ModalityHit } from './ranking/hit.ts'
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
import { type Token, tokensOf } from './words/tokens.ts'

/** Bonus for query words that are adjacent in the line, too. */
const PHRASE_BONUS = 0.06
const LEAST_RAW = 0.2
/** Up to this many lines, all are compared word by word, which also finds words that only sound alike. */
const COMPARE_ALL = 3_000
/** Minimum fit of a word for marking it. */
const LEAST_MARK = 0.3
/**
 * Minimum fit of a word that occurs in some form, or as part of another; words with similar spelling or sound fit less.
 */
const LEAST_THERE = 0.85

/** The hits, and how each word of the query occurs. */
export interface FoundTexts {
  /** Best first. */
  readonly hits: ModalityHit[]
  readonly met: readonly WordMet[]
}

interface Scored {
  readonly line: TextLine
  readonly tokens: readonly Token[]
  /** Numbers of its words in the search's vocabulary. */
  readonly words: readonly number[]
  readonly found: (WordFound | null)[]
  raw: number
}

/**
 * Searches speech (`cues`) or screen text (`text_spans`).
 * @param compare_all number of lines up to which all are compared
 */
export async function searchTexts(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  meaning: QueryMeaning | Promise<QueryMeaning>,
  demands: Demands = NO_DEMANDS,
  compare_all = COMPARE_ALL,
): Promise<FoundTexts> {
  // Read while the dictionary analyses the query.
  const [{ words: wanted }, sets] = await Promise.all([meaning, readLineSets(db, source, video_ids)])
  if (wanted.length === 0 || video_ids.length === 0) return { hits: [], met: [] }
  const [candidates, holdingAmong] = await Promise.all([
    textCandidates(db, source, sets, wanted, compare_all),
    demands.phrases.length > 0 ? phraseLines(db, source, video_ids, demands.phrases) : null,
  ])
  const { weights } = candidates
  const holding = holdingAmong?.(candidates.lines)
  const lines = holding?.all ?? candidates.lines
  const vocabulary = new Vocabulary()
  const texts = lines.map(({ text }) => {
    const tokens = tokensOf(text)
    return { tokens, words: vocabulary.read(tokens) }
  })
  const asked = wanted.flatMap(({ word, related }) => [word, ...related.flatMap(({ name }) => name.split(/[ -]/))])
  const forgives = { spelling: !demands.as_typed, sound: !demands.as_typed && source.table === 'cues' }
  const matchers = new Map<string, WordMatcher>()
  for (const language of new Set(lines.map((line) => line.language))) {
    const [stem, words] = await Promise.all([
      readStems(db, asked, language),
      readTextWords(db, vocabulary.words, language),
    ])
    matchers.set(language, new WordMatcher(wanted, words, stem, forgives))
  }
  const scored = lines.map((line, index): Scored => {
    const { tokens, words } = texts[index] as (typeof texts)[number]
    return { line, tokens, words, found: (matchers.get(line.language) as WordMatcher).find(words), raw: 0 }
  })
  scored.sort((a, b) => byTime(a.line, b.line))
  for (const [index, line] of scored.entries()) {
    const least = holding?.has(line.line) ? demands.phrase_share : 0
    line.raw = Math.max(least, rawScore(line, scored[index - 1], scored[index + 1], weights))
  }
  const left_out = await demands.leftOut(scored.map(({ line }) => line))
  const hits = stretchesOf(scored, left_out)
    .map((stretch) => stretch.filter(({ line, raw }) => raw >= LEAST_RAW && (!holding || holding.has(line))))
    .flatMap((stretch) => lineRuns(stretch, source))
    .map((run) => ({ run, best: run.reduce((a, b) => (b.raw > a.raw ? b : a)) }))
    .sort((a, b) => b.best.raw - a.best.raw)
    .slice(0, MOST_HITS)
    .map(({ run, best }) => toHit(source, run, best, demands.phrases, matchers))
  return { hits, met: demands.as_typed ? [] : metIn(scored, wanted) }
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

function metIn(scored: readonly Scored[], words: QueryMeaning['words']): WordMet[] {
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

/**
 * Share of the query's weight that a line covers. Its neighbours' words count less, and not beside a line that has
 * nothing to mark.
 */
function rawScore(
  line: Scored,
  before: Scored | undefined,
  after: Scored | undefined,
  weights: readonly number[],
): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  const best = Math.max(0, largest(line.found.map((found) => found?.fit ?? 0)))
  if (sum === 0 || best === 0) return 0
  const others = best < LEAST_MARK ? [] : [before, after]
  const neighbours = others.filter((other) => other !== undefined && isNear(line.line, other.line)) as Scored[]
  let covered = 0
  let in_order = 0
  for (const [index, found] of line.found.entries()) {
    const beside = Math.max(0, largest(neighbours.map((other) => other.found[index]?.fit ?? 0)))
    covered += (weights[index] as number) * Math.max(found?.fit ?? 0, NEIGHBOUR * beside)
    const previous = line.found[index - 1]
    if (found && previous && found.fit > 0.9 && previous.fit > 0.9 && found.first - previous.last === 1) in_order++
  }
  const phrase = line.found.length > 1 ? (PHRASE_BONUS * in_order) / (line.found.length - 1) : 0
  return Math.min(1, covered / sum + phrase)
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
    ...matcher
      .findAll(best.words, LEAST_MARK)
      .map(({ first, last }) => ({ from: (best.tokens[first] as Token).from, to: (best.tokens[last] as Token).to })),
  ].sort((a, b) => a.from - b.from || b.to - a.to)
  const hits: Hit[] = []
  for (const mark of marks) if (mark.from >= (hits.at(-1)?.to ?? 0)) hits.push(mark)
  return {
    type: source.stage,
    video_id: best.line.video_id,
    ...spanOf(run),
    ...scoredBy(source.stage, best.raw),
    text: best.line.text,
    hits,
  }
}

/** First and last character of a phrase in a text. */
function marksOf(text: string, phrase: Phrase): Hit[] {
  const words = exactWords(text)
  return placesOf(words, phrase).map(({ first, last }) => ({
    from: (words[first] as Token).from,
    to: (words[last] as Token).to,
  }))
}

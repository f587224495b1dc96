import type { Database } from '../db/database.ts'
import { scored as scoredBy } from './calibration.ts'
import { MOST_HITS, type ModalityHit } from './hit.ts'
import { byTime, isNear, lineRuns, spanOf } from './line-runs.ts'
import type { QueryMeaning } from './meaning.ts'
import { readStems } from './stems.ts'
import { type TextLine, type TextSource, textCandidates } from './text-candidates.ts'
import { type WordFound, WordMatcher } from './word-matcher.ts'
import { type Token, tokensOf } from './words.ts'

/** A word in a neighbouring line counts for so much. */
const NEIGHBOUR = 0.7
/** Share of a word's weight that its rarity among the searched lines decides. */
const COLLECTION_SHARE = 0.5
/** Words of the query that stand side by side as they do there speak for the line. */
const PHRASE_BONUS = 0.06
const LEAST_RAW = 0.2
/** A hit worth marking in the text. */
const LEAST_MARK = 0.3

interface Scored {
  readonly line: TextLine
  readonly tokens: Token[]
  readonly found: (WordFound | null)[]
  raw: number
}

/** Finds what was said (`cues`) or written on the screen (`text_spans`). */
export async function searchTexts(
  db: Database,
  source: TextSource,
  video_ids: readonly string[],
  meaning: QueryMeaning,
): Promise<ModalityHit[]> {
  if (meaning.words.length === 0 || video_ids.length === 0) return []
  const { lines, total, frequencies } = await textCandidates(db, source, video_ids, meaning.words)
  const texts = lines.map(({ text }) => tokensOf(text))
  const vocabulary = new Set(
    meaning.words.flatMap(({ word, related }) => [word, ...related.flatMap(({ name }) => name.split(/[ -]/))]),
  )
  for (const tokens of texts) for (const { plain } of tokens) vocabulary.add(plain)
  const matchers = new Map<string, WordMatcher>()
  for (const language of new Set(lines.map((line) => line.language))) {
    const stem = await readStems(db, vocabulary, language)
    matchers.set(language, new WordMatcher(meaning.words, stem, source.table === 'cues'))
  }
  const weights = meaning.words.map(({ weight }, index) => {
    const rarity = Math.log((total + 1) / ((frequencies[index] ?? 0) + 0.5)) / Math.log(2 * total + 2)
    return weight * (1 - COLLECTION_SHARE + COLLECTION_SHARE * rarity)
  })
  const scored = lines.map((line, index): Scored => {
    const tokens = texts[index] as Token[]
    return { line, tokens, found: (matchers.get(line.language) as WordMatcher).find(tokens), raw: 0 }
  })
  scored.sort((a, b) => byTime(a.line, b.line))
  for (const [index, line] of scored.entries()) line.raw = rawScore(line, scored[index - 1], scored[index + 1], weights)
  return lineRuns(
    scored.filter(({ raw }) => raw >= LEAST_RAW),
    source,
  )
    .map((run) => toHit(source, run))
    .sort((a, b) => b.raw - a.raw)
    .slice(0, MOST_HITS)
}

/** Share of the query's weight that a line covers; what its neighbours add counts less, and nothing without a word of its own. */
function rawScore(
  line: Scored,
  before: Scored | undefined,
  after: Scored | undefined,
  weights: readonly number[],
): number {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0 || line.found.every((found) => found === null)) return 0
  const neighbours = [before, after].filter((other) => other !== undefined && isNear(line.line, other.line)) as Scored[]
  let covered = 0
  let in_order = 0
  for (const [index, found] of line.found.entries()) {
    const beside = Math.max(0, ...neighbours.map((other) => other.found[index]?.fit ?? 0))
    covered += (weights[index] as number) * Math.max(found?.fit ?? 0, NEIGHBOUR * beside)
    const previous = line.found[index - 1]
    if (found && previous && found.fit > 0.9 && previous.fit > 0.9 && found.first - previous.last === 1) in_order++
  }
  const phrase = line.found.length > 1 ? (PHRASE_BONUS * in_order) / (line.found.length - 1) : 0
  return Math.min(1, covered / sum + phrase)
}

function toHit(source: TextSource, run: readonly Scored[]): ModalityHit {
  const best = run.reduce((a, b) => (b.raw > a.raw ? b : a))
  const hits = best.found
    .flatMap((found) => (found && found.fit >= LEAST_MARK ? [found] : []))
    .map(({ first, last }) => ({ from: (best.tokens[first] as Token).from, to: (best.tokens[last] as Token).to }))
    .sort((a, b) => a.from - b.from)
  return {
    type: source.stage,
    video_id: best.line.video_id,
    ...spanOf(run),
    ...scoredBy(source.stage, best.raw),
    text: best.line.text,
    hits: hits.filter((hit, index) => index === 0 || hit.from >= (hits[index - 1]?.to ?? 0)),
  }
}

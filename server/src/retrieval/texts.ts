import type { Hit } from '@footnote/contract/nouns/output/search.ts'
import { partsOf, type Token } from '@footnote/contract/shared/language/tokens.ts'
import type { Database } from '../platform/db/database.ts'
import type { QueryWord } from './concepts/meaning.ts'
import { NO_FILTERS, type QueryFilters } from './query-filters.ts'
import { bounded, onlyAlike, scored as scoredBy } from './ranking/calibration.ts'
import { isEvidence, MOST_HITS, type ModalityHit } from './ranking/hit.ts'
import type { TextLine, TextSource } from './text-line.ts'
import { exactWords, type Phrase, placesOf } from './words/exact-words.ts'
import { byTime, lineRuns, spanOf } from './words/line-runs.ts'
import { joinedLines, rawScores, type ScoredText } from './words/line-scores.ts'
import { readLineSets } from './words/line-sets.ts'
import { Vocabulary } from './words/matching/vocabulary.ts'
import { WordMatcher } from './words/matching/word-matcher.ts'
import { phraseLines } from './words/phrase-lines.ts'
import { occurrenceOf, type WordOccurrence } from './words/spelling.ts'
import { readStems, readTextWords } from './words/stems.ts'
import { textCandidates } from './words/text-candidates.ts'

const LEAST_RAW = 0.2
/** Up to this many lines, all are compared word by word. */
const COMPARE_ALL = 3_000
/** Minimum fit of a word that counts as present in a text; words within short compounds fit less. */
const LEAST_THERE = 0.85

/** The hits, and how each word of the query occurs. */
export interface FoundTexts {
  /** Best first; each has words of the query itself. */
  readonly hits: ModalityHit[]
  readonly occurrences: readonly WordOccurrence[]
  /** The hits if some words of the query also match words with similar spelling; never in a search as typed. */
  misread(words: ReadonlySet<string>): ModalityHit[]
}

export const NO_TEXTS: FoundTexts = { hits: [], occurrences: [], misread: () => [] }

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
  filters: QueryFilters = NO_FILTERS,
  compare_all = COMPARE_ALL,
): Promise<FoundTexts> {
  if (wanted.length === 0 || video_ids.length === 0) return NO_TEXTS
  const sets = await readLineSets(db, source, video_ids)
  const [candidates, holdingAmong] = await Promise.all([
    textCandidates(db, source, sets, wanted, compare_all),
    filters.phrases.length > 0 ? phraseLines(db, source, video_ids, filters.phrases) : null,
  ])
  const { weights } = candidates
  const holding = holdingAmong?.(candidates.lines)
  const lines = [...(holding?.all ?? candidates.lines)].sort(byTime)
  const left_out = await filters.excluded(lines)
  const vocabulary = new Vocabulary()
  const texts = lines.map((line) => {
    const tokens = partsOf(line.text)
    return { line, tokens, words: vocabulary.read(tokens) }
  })
  const compared = new Map<string, (misread?: ReadonlySet<string>) => WordMatcher>()
  for (const language of new Set(lines.map((line) => line.language))) {
    const [stem, words] = await Promise.all([
      readStems(
        db,
        wanted.flatMap(({ word, forms }) => [word, ...forms.map(({ letters }) => letters)]),
        language,
      ),
      readTextWords(db, vocabulary.words, language),
    ])
    const said = source.table === 'cues' && language === 'en'
    compared.set(language, (misread) => new WordMatcher(wanted, words, stem, misread, said))
  }
  const search = (misread?: ReadonlySet<string>) => {
    const matchers = new Map(Array.from(compared, ([language, matcher]) => [language, matcher(misread)]))
    const scored = texts.map((text): ScoredText => {
      const found = (matchers.get(text.line.language) as WordMatcher).find(text.words)
      const least = holding?.has(text.line) ? filters.phrase_share : 0
      const { raw, exact } = rawScores(wanted, found, weights)
      return { ...text, found, raw: Math.max(least, raw), exact: Math.max(least, exact) }
    })
    // A phrase over two lines is a line already.
    const joins = source.table === 'cues' && filters.phrases.length === 0
    const hits = stretchesOf(scored, left_out)
      .map((stretch) => (joins ? joinedLines(stretch, wanted, weights, matchers) : stretch))
      .map((stretch) => stretch.filter(({ line, raw }) => raw >= LEAST_RAW && (!holding || holding.has(line))))
      .flatMap((stretch) => lineRuns(stretch, source))
      .map((run) => ({ run, best: run.reduce((a, b) => (b.raw > a.raw ? b : a)) }))
      .sort((a, b) => b.best.raw - a.best.raw)
      .slice(0, MOST_HITS)
      .map(({ run, best }) => toHit(source, run, best, filters.phrases, matchers))
    return { hits, scored }
  }
  const { hits, scored } = search()
  return {
    hits,
    occurrences: occurrencesIn(scored, wanted, filters.as_typed),
    misread: (words) => (filters.as_typed ? hits : search(words).hits),
  }
}

/** Splits lines at excluded ones, since no run continues past them. */
function stretchesOf(scored: readonly ScoredText[], left_out: ReadonlySet<TextLine>): ScoredText[][] {
  const stretches: ScoredText[][] = [[]]
  for (const each of scored) {
    if (left_out.has(each.line)) stretches.push([])
    else stretches.at(-1)?.push(each)
  }
  return stretches
}

const NO_WORDS: ReadonlyMap<string, number> = new Map()

/** @param as_typed whether to look for no similar words */
function occurrencesIn(
  scored: readonly ScoredText[],
  words: readonly QueryWord[],
  as_typed: boolean,
): WordOccurrence[] {
  let counted: Map<string, number> | undefined
  return words.map((word, index) =>
    occurrenceOf(
      word,
      scored.some(({ found }) => (found[index]?.fit ?? 0) >= LEAST_THERE),
      () => {
        if (as_typed) return NO_WORDS
        counted ??= countLines(scored)
        return counted
      },
    ),
  )
}

/** The number of lines with each word. */
function countLines(scored: readonly ScoredText[]): Map<string, number> {
  const lines_of = new Map<string, number>()
  for (const { tokens } of scored)
    for (const plain of new Set(tokens.map((token) => token.plain))) lines_of.set(plain, (lines_of.get(plain) ?? 0) + 1)
  return lines_of
}

function toHit(
  source: TextSource,
  run: readonly ScoredText[],
  best: ScoredText,
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
  const evidence = scoredBy(source.stage, best.raw)
  // Curves are fitted without words that are only spelt alike.
  const { sure } = scoredBy(source.stage, best.exact)
  return {
    type: source.stage,
    video_id: best.line.video_id,
    ...spanOf(run),
    raw: best.raw,
    ...(isEvidence({ hits }) ? bounded({ ...evidence, sure }) : onlyAlike(evidence)),
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

import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { partsOf, type Token } from '@footnote/contract/shared/language/tokens.ts'
import { COMMENTS } from '@footnote/contract/shared/review-limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/database.ts'
import { confidentLines } from '../../../retrieval/confident-lines.ts'
import { wordKind } from '../../../retrieval/words/word-kinds.ts'

/** The sources of suggestions. */
export interface SuggestionSource {
  readonly collection_id: string
  /** Company whose comments count, see `Discussion`. */
  readonly company_id: string
}

/** Words before the typed one that identify a phrase. */
const CONTEXT = 3
/** Maximum words in a suggestion, the typed one included. */
const LONGEST = 5
/** Maximum texts to read, of each kind. */
const TEXTS = 200
/** A continuation of the typed phrase counts as this many mentions of a word with the same beginning. */
const CONTEXT_WEIGHT = 1_000

/** A text with the phrase; text on the screen has the confidence of its recognition. */
interface PhraseRow {
  readonly text: string
  readonly confidence: number | null
  readonly line_confidences: readonly number[] | null
}

interface Candidate {
  readonly text: string
  readonly words: number
  /** Words before it that match the typed ones. */
  context: number
  mentions: number
}

/**
 * Completes the last word of a text that is being typed, with words and phrases from the collection's transcripts, from
 * confidently recognised screen texts and from earlier comments. Continuations of the whole phrase come first, then
 * words by frequency.
 * @param typed trimmed text
 * @returns at most 8; each is the typed text with its last word completed, and none equals it
 */
export async function suggestionsFor(db: Database, source: SuggestionSource, typed: string): Promise<string[]> {
  if (typed.length < COMMENTS.suggest_from) return []
  const tokens = partsOf(typed)
  const last = tokens.at(-1)
  if (!last || last.to < typed.length) return []
  const before = tokens.slice(-1 - CONTEXT, -1).map(({ plain }) => plain)
  const texts = await textsWith(db, source, before, last.plain)
  const candidates = new Map<string, Candidate>()
  for (const text of texts) gather(candidates, text, before, last.plain)
  const head = typed.slice(0, last.from)
  return ranked([...candidates.values()])
    .map(({ text }) => head + likeTyped(text, typed.slice(last.from)))
    .filter((text) => plainText(text) !== plainText(typed))
    .slice(0, COMMENTS.suggestions)
}

/** Texts with the phrase, then texts with a word of the same beginning. The trigram indexes find both. */
async function textsWith(
  db: Database,
  { collection_id, company_id }: SuggestionSource,
  before: readonly string[],
  prefix: string,
): Promise<string[]> {
  const patterns = [[...before, prefix].map(escaped).join('[^[:alnum:]]+')]
  if (before.length > 0 && prefix.length >= COMMENTS.suggest_from) patterns.push(escaped(prefix))
  const found = await Promise.all(
    patterns.map((pattern) => {
      const match = `\\m${pattern}`
      return sql<PhraseRow>`
        (select c.text, null::real as confidence, null::real[] as line_confidences from cues c join videos v on v.id = c.video_id
          where v.collection_id = ${collection_id} and v.status <> 'DELETING' and plain_text(c.text) ~ ${match}
            -- Nobody finds the lines of an engine while those of people are shown.
            and not exists (select from shown_lines s where s.video_id = c.video_id and s.stage = 'speech' and s.engine <> c.engine)
          limit ${TEXTS})
        union all
        (select t.text, t.confidence, t.line_confidences from text_spans t join videos v on v.id = t.video_id
          where v.collection_id = ${collection_id} and v.status <> 'DELETING' and plain_text(t.text) ~ ${match}
          limit ${TEXTS})
        union all
        (select m.content, null, null from comments m join videos v on v.id = m.video_id
          where v.collection_id = ${collection_id} and v.status <> 'DELETING' and m.deleted_at is null and m.company_id = ${company_id}
            and plain_text(m.content) ~ ${match}
          order by m.created_at desc limit ${TEXTS})`.execute(db)
    }),
  )
  return [...new Set(found.flatMap(({ rows }) => rows.flatMap(wordsThatHold)))]
}

/** The whole text, or the confident lines of a screen text: other lines may contain no real words. */
function wordsThatHold({ text, confidence, line_confidences }: PhraseRow): string[] {
  if (confidence === null) return [text]
  const shown = confidentLines({ text, hits: [] }, { confidence, line_confidences })
  return shown ? [shown.text] : []
}

/** Escapes a word of letters, digits, apostrophes and hyphens for PostgreSQL's regular expressions. */
const escaped = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

/** Adds every word that begins with `prefix`, alone and with the words after it. */
function gather(candidates: Map<string, Candidate>, text: string, before: readonly string[], prefix: string): void {
  const tokens = partsOf(text)
  for (const [place, token] of tokens.entries()) {
    if (!token.plain.startsWith(prefix)) continue
    const context = agreeing(tokens, place, before)
    // A prefix this short matches too many words without its context.
    if (context === 0 && prefix.length < COMMENTS.suggest_from) continue
    let words = 0
    for (let at = place; at < tokens.length; at += 1) {
      const end = tokens[at] as Token
      if (at === place || !end.joined) words += 1
      if (words > LONGEST || (at > place && !goesOn(text, tokens, at))) break
      // A suggestion ends with a whole word: 'follow-up', not 'follow'.
      if (tokens[at + 1]?.joined) continue
      if (words > 1 && wordKind(end.plain) !== 'content') continue
      add(candidates, text.slice(token.from, end.to), words, context)
    }
  }
}

function add(candidates: Map<string, Candidate>, text: string, words: number, context: number): void {
  const key = plainText(text).replace(/\s+/g, ' ')
  const known = candidates.get(key)
  if (!known) candidates.set(key, { text: text.replace(/\s+/g, ' '), words, context, mentions: 1 })
  else {
    known.mentions += 1
    known.context = Math.max(known.context, context)
  }
}

/** How many words before a place equal the typed ones. */
function agreeing(tokens: readonly Token[], place: number, before: readonly string[]): number {
  let count = 0
  while (count < before.length && tokens[place - 1 - count]?.plain === before.at(-1 - count)) count += 1
  return count
}

/** Whether a phrase may continue with this word: the end of a sentence and a comma stop it. */
const goesOn = (text: string, tokens: readonly Token[], place: number): boolean =>
  /^[\s'’"-]*$/.test(text.slice(tokens[place - 1]?.to, tokens[place]?.from))

/** Sorts by likelihood. Of phrases that always occur in full, keeps only the full one and its first word. */
function ranked(candidates: readonly Candidate[]): Candidate[] {
  const weight = ({ context, mentions }: Candidate) => context * CONTEXT_WEIGHT + mentions
  const extended = (one: Candidate) =>
    one.words > 1 &&
    candidates.some(
      (other) =>
        other.words > one.words &&
        other.mentions === one.mentions &&
        plainText(other.text).startsWith(`${plainText(one.text)} `),
    )
  return candidates
    .filter((candidate) => !extended(candidate))
    .sort((one, other) => weight(other) - weight(one) || one.words - other.words || one.text.localeCompare(other.text))
}

/** Adapts a completion to the typed text: a capital letter at its beginning stays. */
function likeTyped(text: string, typed: string): string {
  const first = typed.slice(0, 1)
  return first !== first.toLowerCase() ? text.slice(0, 1).toUpperCase() + text.slice(1) : text
}

import { COMMENTS } from '@footnote/contract/shared/limits.ts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { readable } from '../../retrieval/readable.ts'
import { plainText, type Token, tokensOf, wordKind } from '../../retrieval/words/words.ts'

/** Whose words are gone through. */
export interface SuggestionSource {
  readonly collection_id: string
  /** Whose comments count, see `Discussion`. */
  readonly company_id: string
}

/** Words before the one being typed that a phrase is recognised by. */
const CONTEXT = 3
/** Words that a suggestion goes on for, the one being typed included. */
const LONGEST = 5
/** Texts that are looked at, of each kind. */
const TEXTS = 200
/** A continuation of the phrase that is being typed counts like so many mentions of a word that only begins alike. */
const CONTEXT_WEIGHT = 1_000

/** A text with the phrase; how surely it was read where that is on the screen. */
interface Found {
  readonly text: string
  readonly confidence: number | null
  readonly line_confidences: readonly number[] | null
}

interface Candidate {
  readonly text: string
  readonly words: number
  /** Words before it that agree with what was typed. */
  context: number
  mentions: number
}

/**
 * What may be meant by a text that is being typed: words and phrases of the collection's transcripts, surely read on-screen texts
 * and earlier comments that go on from its last word, the likeliest first. First come continuations of the whole phrase,
 * then words by how often they occur.
 * @param typed trimmed text
 * @returns at most 8; each is what was typed with its last word completed, and none is what was typed
 */
export async function suggestionsFor(db: Database, source: SuggestionSource, typed: string): Promise<string[]> {
  if (typed.length < COMMENTS.suggest_from) return []
  const tokens = tokensOf(typed)
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

/** Texts with the phrase, then texts with a word that begins alike; both are found by the trigram indexes. */
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
      return sql<Found>`
        (select c.text, null::real as confidence, null::real[] as line_confidences from cues c join videos v on v.id = c.video_id
          where v.collection_id = ${collection_id} and v.status <> 'DELETING' and plain_text(c.text) ~ ${match}
          limit ${TEXTS})
        union all
        (select t.text, t.confidence, t.line_confidences from text_spans t join videos v on v.id = t.video_id
          where v.collection_id = ${collection_id} and v.status <> 'DELETING' and plain_text(t.text) ~ ${match}
          limit ${TEXTS})
        union all
        (select m.content, null, null from comments m join videos v on v.id = m.video_id
          where v.collection_id = ${collection_id} and v.status <> 'DELETING' and m.company_id = ${company_id}
            and plain_text(m.content) ~ ${match}
          order by m.created_at desc limit ${TEXTS})`.execute(db)
    }),
  )
  return [...new Set(found.flatMap(({ rows }) => rows.flatMap(wordsThatHold)))]
}

/** What was found, or of a text on the screen the lines that were read surely: the rest may be no words at all. */
function wordsThatHold({ text, confidence, line_confidences }: Found): string[] {
  if (confidence === null) return [text]
  const shown = readable({ text, hits: [] }, { confidence, line_confidences })
  return shown ? [shown.text] : []
}

/** A word of letters, digits, apostrophes and hyphens as a regular expression of PostgreSQL. */
const escaped = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '\\$&')

/** Adds every word of a text that begins like `prefix`, alone and with the words after it. */
function gather(candidates: Map<string, Candidate>, text: string, before: readonly string[], prefix: string): void {
  const tokens = tokensOf(text)
  for (const [place, token] of tokens.entries()) {
    if (!token.plain.startsWith(prefix)) continue
    const context = agreeing(tokens, place, before)
    // A word this short alone says nothing.
    if (context === 0 && prefix.length < COMMENTS.suggest_from) continue
    for (let words = 1; words <= LONGEST; words += 1) {
      const end = tokens[place + words - 1]
      if (!end || !goesOn(text, tokens, place + words - 1, words)) break
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

/** How many words before a place are those that were typed. */
function agreeing(tokens: readonly Token[], place: number, before: readonly string[]): number {
  let count = 0
  while (count < before.length && tokens[place - 1 - count]?.plain === before.at(-1 - count)) count += 1
  return count
}

/** Whether a phrase may go on to this word: a sentence's end and a comma end it. */
const goesOn = (text: string, tokens: readonly Token[], place: number, words: number): boolean =>
  words === 1 || /^[\s'’"-]*$/.test(text.slice(tokens[place - 1]?.to, tokens[place]?.from))

/** Likeliest first; of phrases that are always said in full, only the full one and its first word remain. */
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

/** A completion as it continues what was typed: a capital letter at its beginning stays one. */
function likeTyped(text: string, typed: string): string {
  const first = typed.slice(0, 1)
  return first !== first.toLowerCase() ? text.slice(0, 1).toUpperCase() + text.slice(1) : text
}

import { COLOURS, VOCABULARY } from '../engines/visual/concepts/vocabulary.ts'
import type { QueryMeaning, QueryUnit, QueryWord, Weighted } from './concepts/meaning.ts'
import { plainText, type Token, tokensOf, type WordKind, wordKind } from './words/tokens.ts'

/** A dictionary's entry for a word or phrase. */
export interface WordEntry {
  /** Shares of its uses as noun, verb and adjective or adverb; 0 to 1 each. */
  readonly noun: number
  readonly verb: number
  readonly adjective: number
  /** Share of plain English texts that contain it, 0 to 1. */
  readonly frequency: number
  readonly kindred: readonly Weighted[]
  readonly concepts: readonly Weighted[]
}

/** Looks up words; returns null for unknown ones. */
export interface Dictionary {
  lookup(text: string): WordEntry | null
}

const COLOUR_NAMES = new Map(
  COLOURS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])].map((word) => [word, name])),
)
const CONCEPT_NAMES = new Map(
  VOCABULARY.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])].map((word) => [plainText(word), name])),
)
/** A word this close to a colour is a colour term ("crimson"). */
const COLOUR_TERM = 0.75
const LONGEST_PHRASE = 4
/** Maximum number of words of a query that count. */
const MOST_TOKENS = 40
/** Importance of each part of speech for a visible thing. */
const NOUN = 1
const VERB = 0.5
const ADJECTIVE = 0.45
const COLOUR_ALONE = 0.8
/** A word before a noun is an adjective if at least this share of its uses are. */
const LIKELY_ADJECTIVE = 0.15
/** Factor for the first thing, which is the query's subject; things after a preposition describe the scene. */
const FIRST = 1.25
const AFTER_PREPOSITION = 0.75
/** A word rarer than one in this many has the maximum significance. */
const RAREST = 30_000
const LEAST_TELLING = 0.3
const NUMBER_TELLING = 0.5

interface Piece {
  text: string
  kind: WordKind
  entry: WordEntry | null
  /** Basic colour term of the word. */
  colour: string | null
}

/**
 * Finds the meaning of a query.
 * @param dictionary null without one: then only the concepts' own names are understood
 */
export function analyseQuery(query: string, dictionary: Dictionary | null): QueryMeaning {
  const tokens = tokensOf(query).slice(0, MOST_TOKENS)
  return { words: queryWords(tokens, dictionary), units: queryUnits(pieces(tokens, dictionary)) }
}

function queryWords(tokens: readonly Token[], dictionary: Dictionary | null): QueryWord[] {
  const kinds = tokens.map(({ plain }) => wordKind(plain))
  const telling = (kind: WordKind) => kind === 'content' || kind === 'number'
  // A query of asking words only ("slide", "text") searches for them; so does one of function words only ("to be or not
  // to be").
  const wanted = kinds.some((kind) => kind === 'content')
    ? telling
    : kinds.includes('asking')
      ? (kind: WordKind) => telling(kind) || kind === 'asking'
      : () => true
  const words = new Map<string, QueryWord>()
  for (const [index, { plain }] of tokens.entries()) {
    const kind = kinds[index] as WordKind
    if (!wanted(kind) || words.has(plain)) continue
    const word = plain.replace(/'s$/, '')
    const entry = dictionary?.lookup(word) ?? null
    const rarity = entry ? Math.log(1 / (entry.frequency + 1 / RAREST)) / Math.log(RAREST) : 1
    const weight = Math.max(LEAST_TELLING, rarity) * (kind === 'content' ? 1 : NUMBER_TELLING)
    words.set(plain, {
      word,
      weight,
      known: dictionary && (entry !== null || kind !== 'content'),
      related: entry?.kindred ?? [],
    })
  }
  return [...words.values()]
}

/** Splits a query into words and the longest phrases of the dictionary or vocabulary. */
function pieces(tokens: readonly Token[], dictionary: Dictionary | null): Piece[] {
  const found: Piece[] = []
  for (let at = 0; at < tokens.length; ) {
    let length = Math.min(LONGEST_PHRASE, tokens.length - at)
    for (; length > 1; length--) if (isPhrase(tokens.slice(at, at + length), dictionary)) break
    const part = tokens.slice(at, at + length).map(({ plain }) => plain)
    const text = part.join(' ')
    const kind = length > 1 || CONCEPT_NAMES.has(text) ? 'content' : wordKind(text)
    const entry = kind === 'content' ? (dictionary?.lookup(text.replace(/'s$/, '')) ?? nameEntry(text)) : null
    found.push({ text, kind, entry, colour: kind === 'content' ? colourOf(text, entry) : null })
    at += length
  }
  return found
}

function isPhrase(tokens: readonly Token[], dictionary: Dictionary | null): boolean {
  const words = tokens.map(({ plain }) => plain)
  if (CONCEPT_NAMES.has(words.join(' '))) return true
  if (words.some((word) => wordKind(word) !== 'content')) return false
  return (dictionary?.lookup(words.join(' '))?.noun ?? 0) > 0
}

/** The entry of a word from the vocabulary alone, without a dictionary. */
function nameEntry(text: string): WordEntry | null {
  const name = CONCEPT_NAMES.get(text) ?? CONCEPT_NAMES.get(text.replace(/s$/, ''))
  if (!name) return null
  return { noun: 1, verb: 0, adjective: 0, frequency: 0, kindred: [], concepts: [{ name, weight: 1 }] }
}

function colourOf(text: string, entry: WordEntry | null): string | null {
  const named = COLOUR_NAMES.get(text)
  if (named) return named
  const [first] = entry?.concepts ?? []
  return first && COLOUR_NAMES.get(first.name) === first.name && first.weight >= COLOUR_TERM ? first.name : null
}

function queryUnits(all: readonly Piece[]): QueryUnit[] {
  const units: (QueryUnit & { colours: string[] })[] = []
  let colours: string[] = []
  let negated = false
  let after_preposition = false
  for (const [at, piece] of all.entries()) {
    if (piece.kind === 'negation') negated = true
    if (piece.kind === 'preposition') after_preposition = true
    if (piece.kind !== 'content') continue
    if (piece.colour && bindsToNext(all, at)) {
      colours.push(piece.colour)
      continue
    }
    if (piece.colour && after_preposition && units.length > 0 && !bindsToNext(all, at)) {
      units.at(-1)?.colours.push(piece.colour)
      continue
    }
    if (isShade(piece) && all[at + 1]?.colour) continue
    if (negated) {
      negated = false
      colours = []
      continue
    }
    const entry = piece.entry
    const place = units.length === 0 ? FIRST : after_preposition ? AFTER_PREPOSITION : 1
    const importance = piece.colour ? COLOUR_ALONE : entry ? importanceOf(piece.text, entry, all[at + 1]) : NOUN
    units.push({ text: piece.text, weight: importance * place, colours, concepts: entry?.concepts ?? [] })
    colours = []
  }
  return units
}

function importanceOf(text: string, { noun, verb, adjective }: WordEntry, next: Piece | undefined): number {
  if (verb > 0 && text.endsWith('ing')) return VERB
  if (adjective >= LIKELY_ADJECTIVE && next?.kind === 'content' && !next.colour) return ADJECTIVE
  return NOUN * noun + VERB * verb + ADJECTIVE * adjective
}

/** Whether a colour term precedes its noun, possibly with other words in between. */
function bindsToNext(all: readonly Piece[], at: number): boolean {
  const next = all[at + 1]
  if (!next) return false
  if (next.colour && next.text !== 'orange') return bindsToNext(all, at + 1)
  if (next.text === 'and') return all[at + 2]?.colour !== null && bindsToNext(all, at + 1)
  return next.kind === 'content'
}

/** "Dark" and "light" before a colour modify it. */
function isShade({ text }: Piece): boolean {
  return text === 'dark' || text === 'light' || text === 'bright' || text === 'pale'
}

import { plainText } from '@footnote/contract/shared/language/letters.ts'
import { type Token, tokensOf } from '@footnote/contract/shared/language/tokens.ts'
import { isEnglishWord } from '../engines/text/english-words.ts'
import { COLOURS, VOCABULARY } from '../engines/visual/concepts/vocabulary.ts'
import type { QueryMeaning, QueryUnit, QueryWord, WeightedConcept } from './concepts/meaning.ts'
import { fitAlone, formsOf } from './words/forms/word-forms.ts'
import { type WordKind, wordKind } from './words/word-kinds.ts'

const COLOUR_NAMES = new Map(
  COLOURS.flatMap(({ name, aliases }) => [name, ...(aliases ?? [])].map((word) => [word, name])),
)
/** How well a concept shows a wider category, since it belongs to it, and one of its kinds, since it may be another. */
const BROADER = 0.9
const NARROWER = 0.7
/** The concepts that show a word. */
const CONCEPTS = conceptsByWord()
const LONGEST_PHRASE = 4
/** Maximum number of words of a query that count. */
const MOST_TOKENS = 40
/** Importance for a visible thing. */
const THING = 1
const ACTIVITY = 0.5
const COLOUR_ALONE = 0.8
/** Factor for the first thing, which is the query's subject; things after a preposition describe the scene. */
const FIRST = 1.25
const AFTER_PREPOSITION = 0.75
/** Weight of a number beside that of a word. */
const NUMBER_TELLING = 0.5

interface Piece {
  text: string
  kind: WordKind
  concepts: readonly WeightedConcept[]
  /** Basic colour term of the word. */
  colour: string | null
}

/** Finds the words of a query that texts may have, and the things that pictures may show. */
export function analyseQuery(query: string): QueryMeaning {
  const tokens = tokensOf(query).slice(0, MOST_TOKENS)
  return { words: queryWords(tokens), units: queryUnits(pieces(tokens)) }
}

function queryWords(tokens: readonly Token[]): QueryWord[] {
  const kinds = tokens.map(({ plain }) => wordKind(plain))
  const telling = (kind: WordKind) => kind === 'content' || kind === 'number'
  // A query of asking words only ("slide", "text") searches for them; so does one of function words only ("to be or not
  // to be").
  const wanted = kinds.some((kind) => kind === 'content')
    ? telling
    : kinds.includes('asking')
      ? (kind: WordKind) => telling(kind) || kind === 'asking'
      : () => true
  const bare = tokens.map((token) => ({ ...token, plain: token.plain.replace(/'s$/, '') }))
  const words = new Map<string, QueryWord>()
  for (const [place, { plain }] of tokens.entries()) {
    const kind = kinds[place] as WordKind
    if (!wanted(kind) || words.has(plain)) continue
    const { plain: word } = bare[place] as Token
    const weight = kind === 'content' ? 1 : NUMBER_TELLING
    const known = kind !== 'content' || isEnglishWord(word)
    const [forms, alone] = [formsOf(bare, place), fitAlone(bare, place)]
    words.set(plain, { word, place, weight, known, forms, alone })
  }
  return [...words.values()]
}

/** Splits a query into words and the longest phrases of the vocabulary. */
function pieces(tokens: readonly Token[]): Piece[] {
  const found: Piece[] = []
  for (let at = 0; at < tokens.length; ) {
    const textOf = (length: number) =>
      tokens
        .slice(at, at + length)
        .map(({ plain }) => plain)
        .join(' ')
    let length = Math.min(LONGEST_PHRASE, tokens.length - at)
    while (length > 1 && !CONCEPTS.has(textOf(length))) length -= 1
    const text = textOf(length)
    const concepts = conceptsOf(text)
    const kind = concepts.length > 0 ? 'content' : wordKind(text)
    found.push({ text, kind, concepts, colour: COLOUR_NAMES.get(text) ?? null })
    at += length
  }
  return found
}

function conceptsByWord(): ReadonlyMap<string, readonly WeightedConcept[]> {
  const found = new Map<string, WeightedConcept[]>()
  for (const { name, aliases = [], narrower = [], broader = [] } of VOCABULARY) {
    const add = (word: string, weight: number) => {
      const plain = plainText(word)
      const before = found.get(plain) ?? []
      if (before.every((other) => other.name !== name)) found.set(plain, [...before, { name, weight }])
    }
    for (const word of [name, ...aliases]) add(word, 1)
    for (const word of narrower) add(word, NARROWER)
    for (const word of broader) add(word, BROADER)
  }
  return found
}

/** The concepts that show a word or phrase, or its singular. */
function conceptsOf(text: string): readonly WeightedConcept[] {
  const word = text.replace(/'s$/, '')
  const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')]
  return forms.map((form) => CONCEPTS.get(form)).find((concepts) => concepts !== undefined) ?? []
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
    const place = units.length === 0 ? FIRST : after_preposition ? AFTER_PREPOSITION : 1
    const importance = piece.colour ? COLOUR_ALONE : piece.text.endsWith('ing') ? ACTIVITY : THING
    units.push({ text: piece.text, weight: importance * place, colours, concepts: piece.concepts })
    colours = []
  }
  return units
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

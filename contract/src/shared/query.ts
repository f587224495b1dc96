/** What the marks of a typed query mean, for both sides of the wire. Pure. */

import { SEQUENCE } from './limits.ts'

/** A stretch of a query that is asked for. */
interface QueryPart {
  readonly text: string
  /** It was in quotation marks: found as written and in order. */
  readonly as_written: boolean
}

/** A typed query without its marks. */
export interface ParsedQuery {
  /** What is asked for, in order; empty where there is nothing but what is left out. */
  readonly parts: readonly QueryPart[]
  /** Words and phrases that leave a moment out. */
  readonly left_out: readonly string[]
}

/** The quotation marks of keyboards and of languages. */
const QUOTES = '"“”„«»＂'
/** A mark after a letter or digit opens no quotation: it means inches, or closes one. Scripts without spaces have no other place for it. */
const OPENING = String.raw`(?:(?<![\p{L}\p{N}])|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}]))[${QUOTES}](?=\S)`
/** What was not closed reaches to the end. */
const QUOTED = `${OPENING}([^${QUOTES}]+)(?:[${QUOTES}]|$)`
/** A hyphen or minus sign before a word, after a blank or at the beginning. */
const MINUS = String.raw`(?<=^|\s)[-−]`
const MARKED = new RegExp(String.raw`${MINUS}${QUOTED}|${MINUS}([\p{L}\p{N}]\S*)|${QUOTED}`, 'gu')
/** Signs round a word are not of it. */
const AROUND = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu

/** Reads a query: "words in quotes", -word and -"a phrase"; all else is asked for as it is. Marks round nothing are passed over. */
export function parseQuery(query: string): ParsedQuery {
  const parts: QueryPart[] = []
  const left_out: string[] = []
  const add = (text: string, as_written: boolean) => {
    const trimmed = as_written ? text.replace(AROUND, '') : text.trim()
    if (trimmed) parts.push({ text: trimmed, as_written })
  }
  let place = 0
  for (const { 0: all, 1: phrase_out, 2: word_out, 3: phrase = '', index } of query.matchAll(MARKED)) {
    add(query.slice(place, index), false)
    place = index + all.length
    const out = phrase_out ?? word_out
    if (out === undefined) add(phrase, true)
    else if (out.replace(AROUND, '')) left_out.push(out.replace(AROUND, ''))
  }
  add(query.slice(place), false)
  return { parts, left_out }
}

/** All that is asked for, without marks. */
export const wordsOf = ({ parts }: ParsedQuery): string => parts.map(({ text }) => text).join(' ')

/** What is found as written and in order. */
export const phrasesOf = ({ parts }: ParsedQuery): string[] =>
  parts.filter(({ as_written }) => as_written).map(({ text }) => text)

/** One moment, and what comes after it. */
export interface QuerySequence {
  /** As typed, each with its own marks. */
  readonly first: string
  readonly next: string
  /** Seconds that may pass between them at most. */
  readonly within: number
}

const SECONDS = /\s(\d{1,3})\s*s$/i

/**
 * Reads `A >> B 12s`: A, and B that begins within 12 seconds of its end.
 * @returns null where one moment is asked for; seconds out of bounds become the bound, and absent ones the usual
 */
export function readSequence(query: string): QuerySequence | null {
  const quoted = Array.from(query.matchAll(MARKED), ({ 0: all, index }) => [index, index + all.length] as const)
  const sign = Array.from(query.matchAll(/>>/g), ({ index }) => index).find(
    (place) => !quoted.some(([from, to]) => from <= place && place < to),
  )
  if (sign === undefined) return null
  const first = query.slice(0, sign).trim()
  const rest = query.slice(sign + 2).trim()
  const seconds = SECONDS.exec(rest)
  const next = seconds ? rest.slice(0, seconds.index).trim() : rest
  if (!first || !next) return null
  const within = seconds ? Number(seconds[1]) : SEQUENCE.within
  return { first, next, within: Math.min(Math.max(within, SEQUENCE.least), SEQUENCE.most) }
}

/** A sequence as it is typed. */
export const writeSequence = ({ first, next, within }: QuerySequence): string => `${first} >> ${next} ${within}s`

/** The marks of a typed query and their meaning, for both sides of the wire. Pure. */

import { SEQUENCE } from '../limits.ts'

/** A part of a query to search for. */
interface QueryPart {
  readonly text: string
  /** It was in quotation marks: matches must have the same words in the same order. */
  readonly as_written: boolean
}

/** A typed query without its marks. */
export interface ParsedQuery {
  /** What to search for, in order; empty when the query only excludes. */
  readonly parts: readonly QueryPart[]
  /** Words and phrases that exclude a moment. */
  readonly left_out: readonly string[]
}

/** Quotation marks of keyboards and languages. */
const QUOTES = '"“”„«»＂'
/**
 * A mark after a letter or digit opens no quotation: it means inches, or closes one. Scripts without spaces are an
 * exception, because every mark follows a letter there.
 */
const OPENING = String.raw`(?:(?<![\p{L}\p{N}])|(?<=[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Thai}]))[${QUOTES}](?=\S)`
/** A quotation without an end reaches to the end of the query. */
const QUOTED = `${OPENING}([^${QUOTES}]+)(?:[${QUOTES}]|$)`
/** A hyphen or minus sign before a word, after a blank or at the beginning. */
const MINUS = String.raw`(?<=^|\s)[-−]`
const MARKED = new RegExp(String.raw`(${MINUS})?${QUOTED}|${MINUS}([\p{L}\p{N}]\S*)`, 'gu')
/** From the first letter or digit to the last: punctuation around words is not part of them. */
const INSIDE = /[\p{L}\p{M}\p{N}](?:.*[\p{L}\p{M}\p{N}])?/su
const insideOf = (text: string): string => INSIDE.exec(text)?.[0] ?? ''

/**
 * Reads a query: "words in quotes", -word and -"a phrase"; the rest is searched for as typed. Ignores marks around
 * nothing.
 */
export function parseQuery(query: string): ParsedQuery {
  const parts: QueryPart[] = []
  const left_out: string[] = []
  const add = (text: string, as_written: boolean) => {
    const trimmed = as_written ? insideOf(text) : text.trim()
    if (trimmed) parts.push({ text: trimmed, as_written })
  }
  let place = 0
  for (const { 0: all, 1: minus, 2: phrase = '', 3: word, index } of query.matchAll(MARKED)) {
    add(query.slice(place, index), false)
    place = index + all.length
    const out = minus ? phrase : word
    if (out === undefined) add(phrase, true)
    else if (insideOf(out)) left_out.push(insideOf(out))
  }
  add(query.slice(place), false)
  return { parts, left_out }
}

/** All words to search for, without marks. */
export const wordsOf = ({ parts }: ParsedQuery): string => parts.map(({ text }) => text).join(' ')

/** The parts that must match as written. */
export const phrasesOf = ({ parts }: ParsedQuery): string[] =>
  parts.filter(({ as_written }) => as_written).map(({ text }) => text)

/** One moment, and another after it. */
export interface QuerySequence {
  /** As typed, each with its own marks. */
  readonly first: string
  readonly next: string
  /** Seconds that may pass between them at most. */
  readonly within: number
}

const SECONDS = /\s(\d{1,3})\s*s$/i

/**
 * Reads `A >> B 12s`: A, and B beginning within 12 seconds of A's end.
 * @returns null for a query for one moment. Seconds out of bounds become the bound, absent ones the default.
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

/** Writes a sequence as a person would type it. */
export const writeSequence = ({ first, next, within }: QuerySequence): string => `${first} >> ${next} ${within}s`

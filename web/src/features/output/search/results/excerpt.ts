import type { Hit } from '@footnote/contract/nouns/output/search.ts'

/** Characters of a text that a card shows: about three lines. */
const LENGTH = 180
/** At most so many of them are before the first hit. */
const BEFORE = 48

/** The part of a text that a card shows, and the places of its hits in that part. */
interface Excerpt {
  readonly text: string
  readonly hits: readonly Hit[]
}

/**
 * Cuts a long text around its first hit, between words. A text without hits is cut at its end.
 * @param length characters at most, without the marks of omission
 */
export function excerptOf(text: string, hits: readonly Hit[], length = LENGTH): Excerpt {
  if (text.length <= length) return { text, hits }
  const first = hits.length > 0 ? Math.min(...hits.map(({ from }) => from)) : 0
  const earliest = Math.max(0, Math.min(first - BEFORE, text.length - length))
  const start = earliest === 0 ? 0 : whole(text, Math.min(first, afterBlank(text, earliest)))
  const latest = start + length
  const end = latest >= text.length ? text.length : whole(text, beforeBlank(text, latest, start))
  const lead = start > 0 ? '…' : ''
  const moved = hits
    .filter(({ from, to }) => from < end && to > start)
    .map((hit) => ({ ...hit, from: Math.max(hit.from, start), to: Math.min(hit.to, end) }))
    .map((hit) => ({ ...hit, from: hit.from - start + lead.length, to: hit.to - start + lead.length }))
  return { text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`, hits: moved }
}

/** One visible character may be several units, such as a flag or a letter with its accents. */
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Start of the character at a place. */
const whole = (text: string, place: number): number => characters.segment(text).containing(place)?.index ?? place

/** Start of the first word after a place. */
function afterBlank(text: string, place: number): number {
  const blank = text.slice(place).search(/\s\S/)
  return blank < 0 ? place : place + blank + 1
}

/** End of the last whole word before a place. */
function beforeBlank(text: string, place: number, start: number): number {
  const all = text.slice(start, place + 1)
  const words = /^.*\s/s.exec(all)?.[0].trimEnd() ?? all
  return Math.min(place, start + words.length)
}

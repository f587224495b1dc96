import type { Hit } from '@footnote/contract/nouns/search.ts'

/** Characters that a card shows of a text: about three lines of it. */
const LENGTH = 180
/** Of them, at most so many stand before the first word that answers. */
const BEFORE = 48

/** What of a text stands on a card, and where in that its hits are. */
interface Excerpt {
  readonly text: string
  readonly hits: readonly Hit[]
}

/** Cuts a long text round the first word that answers, between words. A text without hits is cut at its end. */
export function excerptOf(text: string, hits: readonly Hit[]): Excerpt {
  if (text.length <= LENGTH) return { text, hits }
  const first = hits.length > 0 ? Math.min(...hits.map(({ from }) => from)) : 0
  const earliest = Math.max(0, Math.min(first - BEFORE, text.length - LENGTH))
  const start = earliest === 0 ? 0 : whole(text, Math.min(first, afterBlank(text, earliest)))
  const latest = start + LENGTH
  const end = latest >= text.length ? text.length : whole(text, beforeBlank(text, latest, start))
  const lead = start > 0 ? '…' : ''
  const moved = hits
    .filter(({ from, to }) => from < end && to > start)
    .map(({ from, to }) => ({ from: Math.max(from, start), to: Math.min(to, end) }))
    .map(({ from, to }) => ({ from: from - start + lead.length, to: to - start + lead.length }))
  return { text: `${lead}${text.slice(start, end)}${end < text.length ? '…' : ''}`, hits: moved }
}

/** What is read as one character may be several units, such as a flag or a letter with its accents. */
const characters = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The beginning of the character that a place is in. */
const whole = (text: string, place: number): number => characters.segment(text).containing(place)?.index ?? place

/** Where the first word begins from a place on. */
function afterBlank(text: string, place: number): number {
  const blank = text.slice(place).search(/\s\S/)
  return blank < 0 ? place : place + blank + 1
}

/** Where the last whole word before a place ends. */
function beforeBlank(text: string, place: number, start: number): number {
  const words = text.slice(start, place + 1).replace(/\s+\S*$/, '')
  return Math.min(place, start + words.length)
}

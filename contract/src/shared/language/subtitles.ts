import { PARAGRAPH } from '../review-limits.ts'
import { formatMilliseconds } from '../timecode.ts'
import { isRightToLeft } from './direction.ts'
import { endsSentence, joinWords, type SpeakerNames, speakerName, type Words } from './spoken-words.ts'

/** A subtitle: one or two lines, seconds. */
export interface Cue {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
  /** Counted from 1; undefined when unknown. */
  readonly speaker: number | undefined
}

/**
 * Most characters in a line, characters that adults read in a second, and the longest subtitle in seconds (Netflix Timed
 * Text Style Guide, general requirements and English).
 */
const LINE = 42
const SPEED = 20
const LONGEST = 7
/** Seconds that every subtitle lasts where there is room: the same guide's five sixths, rounded up. */
const SHORTEST = 1
/** Seconds between a subtitle that stays after its words and the next: the guide's two frames, at 24 a second. */
const GAP = 2 / 24
/** Seconds in which people read a text. @param letters its characters */
export const readingTime = (letters: number): number => Math.max(SHORTEST, letters / SPEED)
/** Seconds; WebVTT does not allow a cue without length. */
const INSTANT = 0.001

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader counts them. Segmenting is slow, so plain ASCII skips it. */
const charactersOf = (word: string): readonly string[] =>
  /^[ -~]*$/.test(word) ? [...word] : [...characters.segment(word)].map(({ segment }) => segment)

/** Text that stays on one line. */
interface Part {
  readonly text: string
  /** Characters. */
  readonly length: number
}

interface Piece extends Part {
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly speaker: number | undefined
  /** Whether somebody typed it where nothing was heard, and so chose its times. */
  readonly typed: boolean
}

/** The words of a cue, and the name that precedes them; null without one. */
interface Group {
  readonly name: Part | null
  readonly pieces: readonly [Piece, ...Piece[]]
}

/** Words that fit on a line. A longer one is cut, and its time is divided. Words that may be wrong are left out. */
function* fitting(words: Words): Generator<Piece> {
  for (const { word, start, end, speaker, unsure, original } of words) {
    if (unsure) continue
    const letters = charactersOf(word.replace(/\s+/g, ' ').trim())
    const each = (end - start) / Math.max(1, letters.length)
    for (let from = 0; from < letters.length; from += LINE) {
      const piece = letters.slice(from, from + LINE)
      const to = from + piece.length
      const times = { start: start + from * each, end: to === letters.length ? end : start + to * each }
      yield { text: piece.join(''), length: piece.length, ...times, speaker, typed: original === '' }
    }
  }
}

/** A name before the words of a speaker. One that is longer than a line ends in an ellipsis. */
function namePart(name: string): Part {
  const letters = charactersOf(name)
  const text =
    letters.length < LINE
      ? name
      : `${letters
          .slice(0, LINE - 2)
          .join('')
          .trimEnd()}…`
  return { text: `${text}:`, length: charactersOf(text).length + 1 }
}

/** Characters of a line with these parts. */
const lineLength = (parts: readonly Part[]): number =>
  parts.reduce((sum, { length }) => sum + length, Math.max(0, parts.length - 1))

const joinParts = (parts: readonly Part[]): string => joinWords(parts.map(({ text }) => text))

/** One line, or the two most even ones, for these parts; null when they do not fit. */
function wrap(parts: readonly Part[]): string[] | null {
  const whole = lineLength(parts)
  if (whole <= LINE) return [joinParts(parts)]
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  let first = -1
  for (const [place, { length }] of parts.entries()) {
    first += length + 1
    const second = whole - first - 1
    if (first > LINE || second > LINE || second < 0 || Math.abs(first - second) >= least) continue
    best = place + 1
    least = Math.abs(first - second)
  }
  return best === null ? null : [joinParts(parts.slice(0, best)), joinParts(parts.slice(best))]
}

/**
 * The lines of a cue; null when they do not fit. Programs take the direction of a line from its first letter, so words
 * that are read in the other direction than the name have a line of their own.
 */
function linesOf({ name, pieces }: Group): string[] | null {
  if (!name) return wrap(pieces)
  const words = joinParts(pieces)
  if (isRightToLeft(name.text) === isRightToLeft(words)) return wrap([name, ...pieces])
  return lineLength(pieces) <= LINE ? [name.text, words] : null
}

const startOf = ({ pieces: [first] }: Group): number => first.start
const lastOf = ({ pieces }: Group): Piece => pieces.at(-1) ?? pieces[0]

/** Whether a piece goes on from words: the same speaker, without a pause. */
const goesOn = (last: Piece, next: Piece): boolean =>
  next.speaker === last.speaker && next.start - last.end <= PARAGRAPH.pause

/** Whether a piece must begin a new cue. */
function isApart(group: Group, next: Piece): boolean {
  const last = lastOf(group)
  if (!goesOn(last, next) || linesOf({ ...group, pieces: [...group.pieces, next] }) === null) return true
  // The cue would flash by.
  if (next.start - startOf(group) < SHORTEST) return false
  return (
    (!next.typed && next.end - startOf(group) > LONGEST) || (endsSentence(last.text) && lineLength(group.pieces) > LINE)
  )
}

/**
 * Divides the words of two cues so that the second does not flash by: all in one cue if they fit, or the last words of
 * the first in the second. Both stay as they are when neither is possible.
 * @param next start of the cue after them, in seconds
 */
function divideAgain(before: Group, group: Group, next: number): Group[] {
  const all: Group = { ...before, pieces: [...before.pieces, ...group.pieces] }
  if (linesOf(all) !== null && lastOf(group).end - startOf(before) <= LONGEST) return [all]
  const [first, ...rest] = before.pieces
  for (let from = rest.length; from > 0; from -= 1) {
    const [moved, ...others] = rest.slice(from - 1)
    if (!moved || moved.start - first.start < SHORTEST) break
    const second: Group = { ...group, pieces: [moved, ...others, ...group.pieces] }
    if (linesOf(second) === null) break
    if (next - moved.start >= SHORTEST) return [{ ...before, pieces: [first, ...rest.slice(0, from - 1)] }, second]
  }
  return [before, group]
}

/** The words of each cue. @param nameOf the name to write before the first words of a turn */
function toGroups(words: Words, nameOf: ((speaker: number) => string) | undefined): Group[] {
  const groups: Group[] = []
  for (const piece of fitting(words)) {
    const group = groups.at(-1)
    if (group && !isApart(group, piece)) {
      groups[groups.length - 1] = { ...group, pieces: [...group.pieces, piece] }
      continue
    }
    const { speaker } = piece
    const named = nameOf && speaker !== undefined && speaker !== group?.pieces[0].speaker
    groups.push({ name: named ? namePart(nameOf(speaker)) : null, pieces: [piece] })
  }
  const divided: Group[] = []
  for (const [place, group] of groups.entries()) {
    const before = divided.at(-1)
    const after = groups[place + 1]
    const next = after ? startOf(after) : Number.POSITIVE_INFINITY
    const flashes = next - startOf(group) < SHORTEST
    if (before && flashes && goesOn(lastOf(before), group.pieces[0])) {
      divided.pop()
      for (const one of divideAgain(before, group, next)) divided.push(one)
    } else divided.push(group)
  }
  return divided
}

/**
 * Splits words into subtitles of at most two lines of 42 characters and 7 seconds. A subtitle ends at a change of
 * speaker, at a pause, and at the end of a sentence if one line is full. It stays for a second, and until its letters
 * are read, if the next one does not begin before. Words that somebody typed where nothing was heard stay as long as that
 * person chose. None overlaps the next, and none has words that may be wrong.
 * @param nameOf the name of a speaker, to write it before the first words of a turn; absent writes no names
 */
export function toCues(words: Words, nameOf?: (speaker: number) => string): Cue[] {
  const groups = toGroups(words, nameOf)
  const starts: number[] = []
  for (const group of groups) {
    const start = Math.round(startOf(group) * 1000) / 1000
    starts.push(Math.max(start, (starts.at(-1) ?? Number.NEGATIVE_INFINITY) + INSTANT))
  }
  return groups.map((group, place) => {
    const start = starts[place] ?? 0
    const next = starts[place + 1] ?? Number.POSITIVE_INFINITY
    const letters = lineLength(group.name ? [group.name, ...group.pieces] : group.pieces)
    const read = Math.min(start + readingTime(letters), Math.max(start + SHORTEST, next - GAP))
    const last = lastOf(group)
    const most = last.typed ? Infinity : start + LONGEST
    const end = Math.min(next, most, Math.max(last.end, read))
    return { start, end, lines: linesOf(group) ?? [], speaker: group.pieces[0].speaker }
  })
}

const escapeVtt = (line: string): string =>
  line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The tag that names the speaker. */
const voice = (speaker: number | undefined, names: SpeakerNames): string =>
  speaker === undefined ? '' : `<v ${escapeVtt(speakerName(speaker, names))}>`

/**
 * Writes a WebVTT file (W3C WebVTT: The Web Video Text Tracks Format). The server's subtitles and the transcript that
 * the web app saves both come from here, so they are identical.
 */
export const toWebVtt = (words: Words, names: SpeakerNames): string =>
  [
    'WEBVTT\n',
    ...toCues(words).map(
      ({ start, end, lines, speaker }) =>
        `${formatMilliseconds(start)} --> ${formatMilliseconds(end)}\n${voice(speaker, names)}${lines.map(escapeVtt).join('\n')}\n`,
    ),
  ].join('\n')

import { endsSentence, joinWords, type SpeakerNames, speakerName, type Words } from './language/spoken-words.ts'
import { PARAGRAPH } from './review-limits.ts'
import { formatMilliseconds } from './timecode.ts'

/** A subtitle: one or two lines, seconds. */
export interface Cue {
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
  /** Counted from 1; undefined when unknown. */
  readonly speaker: number | undefined
}

/** Most characters in a line and longest cue in seconds (BBC and Netflix timed text guidelines). */
const LINE = 42
const LONGEST = 7
/** Seconds; WebVTT does not allow a cue without length. */
const SHORTEST = 0.001

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Characters as a reader counts them. Segmenting is slow, so plain ASCII skips it. */
const charactersOf = (word: string): readonly string[] =>
  /^[ -~]*$/.test(word) ? [...word] : [...characters.segment(word)].map(({ segment }) => segment)

interface Piece {
  readonly text: string
  /** Characters. */
  readonly length: number
  /** Seconds. */
  readonly start: number
  readonly end: number
  readonly speaker: number | undefined
}

/** Words that fit on a line. A longer one is cut, and its time is divided. Words that may be wrong are left out. */
function* fitting(words: Words): Generator<Piece> {
  for (const { word, start, end, speaker, unsure } of words) {
    if (unsure) continue
    const letters = charactersOf(word.replace(/\s+/g, ' ').trim())
    const each = (end - start) / Math.max(1, letters.length)
    for (let from = 0; from < letters.length; from += LINE) {
      const piece = letters.slice(from, from + LINE)
      const to = from + piece.length
      const times = { start: start + from * each, end: to === letters.length ? end : start + to * each }
      yield { text: piece.join(''), length: piece.length, ...times, speaker }
    }
  }
}

/** Characters of a line with these pieces. */
const lineLength = (pieces: readonly Piece[]): number =>
  pieces.reduce((sum, { length }) => sum + length, Math.max(0, pieces.length - 1))

/** One line, or the two most even ones, for these pieces; null when they do not fit. */
function wrap(pieces: readonly Piece[]): string[] | null {
  const line = (from: number, to?: number) => joinWords(pieces.slice(from, to).map(({ text }) => text))
  const whole = lineLength(pieces)
  if (whole <= LINE) return [line(0)]
  let best: number | null = null
  let least = Number.POSITIVE_INFINITY
  let first = -1
  for (const [place, { length }] of pieces.entries()) {
    first += length + 1
    const second = whole - first - 1
    if (first > LINE || second > LINE || second < 0 || Math.abs(first - second) >= least) continue
    best = place + 1
    least = Math.abs(first - second)
  }
  return best === null ? null : [line(0, best), line(best)]
}

/** Whether a piece must begin a new cue. */
function isApart(cue: readonly Piece[], next: Piece): boolean {
  const first = cue[0]
  const last = cue.at(-1)
  if (!first || !last) return false
  if (next.speaker !== last.speaker) return true
  if (next.start - last.end > PARAGRAPH.pause || next.end - first.start > LONGEST) return true
  if (endsSentence(last.text) && lineLength(cue) > LINE) return true
  return wrap([...cue, next]) === null
}

/**
 * Splits words into subtitles of at most two lines of 42 characters and 7 seconds. A subtitle ends at a change of
 * speaker, at a pause, and at the end of a sentence if one line is full. None overlaps the next, and none has words that
 * may be wrong.
 */
export function toCues(words: Words): Cue[] {
  const groups: Piece[][] = []
  for (const piece of fitting(words)) {
    const group = groups.at(-1)
    if (group && !isApart(group, piece)) group.push(piece)
    else groups.push([piece])
  }
  return groups.map((group, place) => {
    const start = group[0]?.start ?? 0
    const said = Math.min(
      group.at(-1)?.end ?? start,
      start + LONGEST,
      groups[place + 1]?.[0]?.start ?? Number.MAX_VALUE,
    )
    return { start, end: Math.max(start + SHORTEST, said), lines: wrap(group) ?? [], speaker: group[0]?.speaker }
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

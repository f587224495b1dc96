import type { TextSpan, WrittenLine } from '../../engine.ts'
import { distanceInside, editDistance } from '../../text/edit-distance.ts'

/** The lines of one sample. */
export interface SampleReading {
  /** Seconds from the start of the video. */
  readonly time: number
  readonly lines: readonly WrittenLine[]
}

/** Share of equal letters that makes two readings the same text: a slide read twice differs in a character or two. */
const SAME = 0.85
/** The recogniser reads lines of a slide with at least this confidence, scribbles and texture with less. */
const SURE = 0.93

/** A sure line of fewer letters may be texture: one of them comes and goes on a slide. One of East Asia counts as two. */
const LINE = 4
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
/** Share of equal letters that makes a line the counterpart of another: also of one that leaves the picture. */
const COUNTERPART = 0.5

/**
 * Turns readings of successive samples into spans: a text on several samples becomes one span, from its first sample to
 * the next different sample, or to the end of the video. Keeps the most confident of several readings of the same text.
 */
export class Spans {
  #ended: TextSpan[] = []
  #open: { readonly start: number; readonly lines: readonly WrittenLine[] } | null = null

  /** @param reading the next in order of time; samples without changes may be left out */
  add({ time, lines }: SampleReading): void {
    const open = this.#open
    if (open && sameText(open.lines, lines)) {
      if (mean(lines) > mean(open.lines)) this.#open = { start: open.start, lines }
      return
    }
    this.end(time)
    if (lines.length > 0) this.#open = { start: time, lines }
  }

  /** Ends the text that is on the screen. @param time seconds */
  end(time: number): void {
    for (const span of this.standing(time)) this.#ended.push(span)
    this.#open = null
  }

  /** The text that is on the screen at a time in seconds, as a span that ends there: one, or none. */
  standing(time: number): TextSpan[] {
    if (!this.#open || time <= this.#open.start) return []
    const { start, lines } = this.#open
    const line_confidences = lines.map(({ confidence }) => confidence)
    return [{ start, end: time, text: textOf(lines), confidence: mean(lines), line_confidences }]
  }

  /** The spans that have ended since the last call. */
  taken(): TextSpan[] {
    const taken = this.#ended
    this.#ended = []
    return taken
  }
}

/** Whether two readings are the same text: equal apart from case, spacing, punctuation and a few misread characters. */
export function sameText(a: readonly WrittenLine[], b: readonly WrittenLine[]): boolean {
  const [first, second] = [lettersOf(textOf(a)), lettersOf(textOf(b))]
  if (first === second) return true
  if (numbersOf(a) !== numbersOf(b) || hasOtherLine(a, b) || hasOtherLine(b, a)) return false
  const longest = Math.max(first.length, second.length)
  return 1 - editDistance(first, second, Math.floor((1 - SAME) * longest)) / longest >= SAME
}

/**
 * A changed number (a score, a clock, a page) makes another text, however small its share; but only when it is certain.
 */
function numbersOf(lines: readonly WrittenLine[]): string {
  const sure = lines.filter((line) => line.confidence >= SURE)
  return textOf(sure).replace(/\P{N}/gu, '')
}

/**
 * Whether a sure line is in one reading alone: a caption, however small its share of a picture full of text. A line may be
 * cut, or read as two, but lines that both readings have are no counterparts of a third one, however similar.
 */
function hasOtherLine(lines: readonly WrittenLine[], of: readonly WrittenLine[]): boolean {
  const own = lines.map(({ text }) => lettersOf(text))
  const theirs = of.map(({ text }) => lettersOf(text))
  const others = theirs.filter((letters) => !own.includes(letters))
  return lines.some(({ text, confidence }) => {
    const letters = lettersOf(text)
    if (confidence < SURE || lengthOf(letters) < LINE || theirs.includes(letters)) return false
    if (distanceInside(letters, others.join('')) <= Math.max(1, (1 - SAME) * letters.length)) return false
    return !others.some(
      (other) => 1 - editDistance(letters, other) / Math.max(letters.length, other.length) >= COUNTERPART,
    )
  })
}

const lengthOf = (letters: string): number => letters.length + (letters.match(EAST_ASIAN)?.length ?? 0)

function textOf(lines: readonly WrittenLine[]): string {
  return lines.map((line) => line.text).join('\n')
}

function mean(lines: readonly WrittenLine[]): number {
  return lines.reduce((sum, line) => sum + line.confidence, 0) / Math.max(1, lines.length)
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

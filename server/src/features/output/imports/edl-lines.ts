import { type ImportPosition, labelPlace } from './entries.ts'

/** What one line of an edit decision list is. */
export type EdlLine =
  | { readonly kind: 'head' | 'about' | 'words' }
  /** How labels count that do not show it themselves. */
  | { readonly kind: 'mode'; readonly drop_frame: boolean }
  /** An event, by its place in the edited programme: first frame, and the frame after its last one. */
  | { readonly kind: 'event'; readonly number: string; readonly from: ImportPosition; readonly after: ImportPosition }
  /** A marker of a place of its own. In Avid's, a colour comes before the words. */
  | { readonly kind: 'locator'; readonly at: ImportPosition; readonly words: string; readonly coloured: boolean }
  /** A comment on the event above it. */
  | { readonly kind: 'comment'; readonly text: string }
  /** A marker at the event above it. */
  | { readonly kind: 'note'; readonly note: Note }
  | { readonly kind: 'damaged' | 'damaged event'; readonly why: string }

export interface Note {
  /** Words before the first mark. */
  readonly words: string
  readonly name: string
  readonly colour: string
  readonly frames: number
}

/** Lines about an event: clip names, effects, sound, reels (CMX 3600 and its users). */
const ABOUT_EVENT = /^(?:\*|M2\s|AUD\s|SPLIT:|>>>|FINAL CUT PRO REEL:|EFFECTS NAME|BL\s)/i
/** Avid's markers in an EDL: timecode, colour, text. */
const LOCATOR = /^\*\s*LOC:\s*(\S+)\s*(.*)$/s
/** Nucoda's: timecode, number of a colour, text. */
const NUMBERED_LOCATOR = /^\*\s*(\d{2}[:;]\d{2}[:;]\d{2}[:;]\d{2})(?:\s+\d{1,2})?(?:\s+(\S.*))?$/s
const COLOURS = new Set([
  ...['RED', 'GREEN', 'BLUE', 'CYAN', 'MAGENTA', 'YELLOW', 'BLACK', 'WHITE', 'PINK', 'FOREST', 'DENIM', 'VIOLET'],
  ...['PURPLE', 'ORANGE', 'GREY', 'GRAY', 'GOLD'],
])

/**
 * Reads a line that is not blank.
 * @param text without blanks around it
 * @param drop_frame what the list says of its labels so far; null if it says nothing
 */
export function edlLine(text: string, drop_frame: boolean | null): EdlLine {
  // First of all: the words of a marker may look like any other line.
  const note = noteOf(text)
  if (note) return note
  const mode = /^FCM\s*:\s*(NON[- ]?)?DROP/i.exec(text)
  if (mode) return { kind: 'mode', drop_frame: mode[1] === undefined }
  if (/^(?:TITLE|FCM)\s*:/i.test(text)) return { kind: 'head' }
  const [, label, words = ''] = LOCATOR.exec(text) ?? []
  if (label !== undefined) return locatorOf(label, { words, coloured: true }, drop_frame)
  const [, place, said = ''] = NUMBERED_LOCATOR.exec(text) ?? []
  if (place !== undefined) return locatorOf(place, { words: said, coloured: false }, drop_frame)
  const comment = /^\*\s*COMMENTS?:\s*(.+)$/is.exec(text)?.[1]
  if (comment) return { kind: 'comment', text: comment }
  return eventOf(text, drop_frame) ?? { kind: ABOUT_EVENT.test(text) ? 'about' : 'words' }
}

/** The colour before the words of a locator, and the words after it; null if they begin with none. */
export function colouredWords(text: string): { readonly colour: string; readonly words: string } | null {
  const [colour = ''] = text.split(/\s/, 1)
  return COLOURS.has(colour.toUpperCase()) ? { colour, words: text.slice(colour.length).trimStart() } : null
}

function locatorOf(
  label: string,
  said: { readonly words: string; readonly coloured: boolean },
  drop_frame: boolean | null,
): EdlLine {
  const at = labelPlace(label, drop_frame)
  return at ? { kind: 'locator', at, ...said } : { kind: 'damaged', why: `${label} is not a timecode.` }
}

/** An event has a number, reel, track and transition, then source and record times (CMX 3600). */
function eventOf(text: string, drop_frame: boolean | null): EdlLine | null {
  const parts = text.split(/\s+/)
  const number = parts[0] ?? ''
  if (!/^\d{1,6}$/.test(number)) return null
  const labels = parts.slice(1).map((part) => labelPlace(part, drop_frame))
  const [source_in, source_out, from, after] = labels.slice(-4)
  if (labels.length > 4 && source_in && source_out && from && after) return { kind: 'event', number, from, after }
  const some = labels.filter((label) => label !== null).length >= 2
  return some ? { kind: 'damaged event', why: `Event ${number} does not have four timecodes.` } : null
}

/** A note of DaVinci Resolve: words, `|C:` colour, `|M:` name, `|D:` frames. Names may contain `|`. */
function noteOf(text: string): EdlLine | null {
  const begin = text.search(/\|[CMD]:/)
  if (begin < 0) return null
  const marks = { C: '', M: '', D: '1' }
  let mark: keyof typeof marks = 'C'
  for (const part of text.slice(begin + 1).split('|')) {
    const found = /^([CMD]):/.exec(part)?.[1]
    if (found === undefined) marks[mark] += `|${part}`
    else {
      mark = found as keyof typeof marks
      marks[mark] = part.slice(2)
    }
  }
  const length = marks.D.trim()
  if (!/^\d{1,9}$/.test(length)) return { kind: 'damaged', why: 'The length of this marker is not a number of frames.' }
  const words = text.slice(0, begin).trim()
  const note = { words, name: marks.M.trim(), colour: marks.C.trim(), frames: Math.max(1, Number(length)) }
  return { kind: 'note', note }
}

import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { MARKER_COLOURS, readMarkerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import { type Entry, entryOf, type FileEntries, type ImportPosition, labelPlace } from './entries.ts'
import { isAvidXml, readAvidXml } from './timelines/read-avid-xml.ts'

/** Frames in the last column. */
const LENGTH = /^\d{1,9}$/
const FEWER = 'A marker has at least five columns with tabs between them: user, timecode, track, colour and text.'

/** A marker as a line has it. */
interface Marker {
  readonly line: number
  readonly user: string
  readonly start: ImportPosition
  readonly track: string
  readonly colour: string
  readonly text: string
  /** Frames. */
  readonly length: number
}

/** Whether a text begins as Avid's lists of markers do: with a user, a timecode, a track, a colour and a text. */
export function isAvidList(content: string): boolean {
  const [first] = linesOf(content).find(([line]) => line.trim() !== '') ?? ['']
  const [, label = '', , , text] = first.split('\t')
  return text !== undefined && labelPlace(label.trim(), null) !== null
}

/**
 * Reads the markers that Avid Media Composer exports, as XML or as text, and ours: user, timecode, track, colour, text and mostly
 * a length in frames. Avid separates the lines within a text by carriage returns.
 */
export function readAvid(content: string): FileEntries {
  if (isAvidXml(content)) return readAvidXml(content)
  const skipped: SkippedLine[] = []
  const markers: Marker[] = []
  for (const [text, line] of linesOf(content)) {
    if (text.trim() === '') continue
    const marker = markerOf(text, line)
    if (typeof marker === 'string') skipped.push({ line, why: marker })
    else markers.push(marker)
  }
  const ours = areOurs(markers)
  return { hours: 1, entries: markers.map((marker) => commentOf(marker, ours)), skipped }
}

/** Lines with their numbers, from 1. */
function linesOf(content: string): [text: string, line: number][] {
  const whole = content.replace(/^\uFEFF/, '')
  // Carriage returns separate lines only where nothing else does.
  return whole.split(whole.includes('\n') ? /\r?\n/ : '\r').map((text, place) => [text, place + 1])
}

function markerOf(line_text: string, line: number): Marker | string {
  const [user = '', label = '', track = '', colour = '', ...rest] = line_text.split('\t')
  if (rest.length === 0) return FEWER
  const last = rest.length > 1 ? (rest.at(-1) ?? '').trim() : ''
  const sized = LENGTH.test(last)
  const text = (sized || last === '' ? rest.slice(0, Math.max(1, rest.length - 1)) : rest).join('\t')
  const start = labelPlace(label.trim(), null)
  if (!start) return `${label.trim() || 'An empty cell'} is not a timecode.`
  const marker = {
    line,
    user: user.trim(),
    start,
    track: track.trim(),
    colour: colour.trim().toLowerCase(),
    text: text
      .split('\r')
      .map((part) => part.trim())
      .join('\n')
      .trim(),
    length: sized ? Math.max(1, Number(last)) : 1,
  }
  return marker.text === '' ? 'This marker has no text.' : marker
}

/** Ours are on one track in two colours, and have the numbers of their comments, each once. */
function areOurs(markers: readonly Marker[]): boolean {
  const colours: readonly string[] = Object.values(MARKER_COLOURS)
  const numbers = markers.flatMap(({ text, track, colour }) => {
    const name = track === 'V1' && colours.includes(colour) ? readMarkerName(text) : null
    return name?.numbers ?? ['']
  })
  return numbers.every((number) => /[1-9]/.test(number)) && new Set(numbers).size === numbers.length
}

function commentOf({ line, user, start, colour, text, length }: Marker, ours: boolean): Entry {
  return entryOf({
    line,
    start,
    end: length > 1 ? { kind: 'frames', frames: length } : null,
    text: (ours ? readMarkerName(text)?.words : null) ?? text,
    author: user || null,
    resolved: ours && colour === MARKER_COLOURS.resolved,
    condensed: ours,
  })
}

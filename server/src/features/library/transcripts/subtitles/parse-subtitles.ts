import type { SkippedCue } from '@footnote/contract/nouns/library/transcripts.ts'
import { TRANSCRIPT } from '@footnote/contract/shared/review-limits.ts'
import { foreignKind } from './foreign-kinds.ts'

/** A cue of a subtitle file, with its text as the file has it. Times in seconds. */
export interface FileCue {
  /** The line of the file that has its times, counted from 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  readonly lines: readonly string[]
}

/** The cues of a file, and those that were left out. */
export interface ParsedFile {
  /** In order of their starts. */
  readonly cues: readonly FileCue[]
  readonly skipped: SkippedCues
}

/** Counts what is left out, and keeps the first reasons. */
export class SkippedCues {
  readonly first: SkippedCue[] = []
  count = 0

  add(line: number, reason: string): void {
    this.count++
    if (this.first.length < TRANSCRIPT.skipped) this.first.push({ line, reason })
  }
}

const NO_TIMES = 'The times of this subtitle cannot be read.'
const NO_LENGTH = 'This subtitle ends before it begins, or takes no time.'
const TOO_LATE = 'This subtitle begins after the end of the film.'

/**
 * Reads an SRT or a WebVTT file (W3C WebVTT; SRT has no specification) as other programs write them: with or without
 * numbers, hours and blank lines, with any line ends. Each line is looked at once.
 * @param duration of the film in seconds; null when it is not known
 * @returns a sentence when the file has no subtitle of these kinds
 */
export function parseSubtitles(text: string, duration: number | null): ParsedFile | string {
  const lines = text
    .replaceAll('\ufeff', '')
    .replaceAll('\0', '\ufffd')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .split('\n')
  const blocks = blocksOf(lines, /^\s*WEBVTT/.test(lines[0] ?? ''))
  if (!blocks.some(({ times }) => times)) return foreignKind(text)
  const skipped = new SkippedCues()
  const cues: FileCue[] = []
  for (const { line, times, payload } of blocks) {
    const reason = times ? faultOf(times, duration) : NO_TIMES
    if (reason) skipped.add(line, reason)
    else if (times)
      cues.push({ line, start: times.start, end: Math.min(times.end, duration ?? Infinity), lines: payload })
  }
  return { cues: cues.sort((one, other) => one.start - other.start), skipped }
}

function faultOf({ start, end }: Times, duration: number | null): string | null {
  if (duration !== null && start >= duration) return TOO_LATE
  return end > start ? null : NO_LENGTH
}

/** A line of times and the lines of text after it. */
interface Block {
  readonly line: number
  /** Null when they cannot be read. */
  readonly times: Times | null
  readonly payload: readonly string[]
}

function blocksOf(lines: readonly string[], vtt: boolean): Block[] {
  const timed = lines.flatMap((line, at) => (line.includes('>') ? (timing(line, at) ?? []) : []))
  return timed.map(({ at, times }, place) => {
    const before = lines[at - 1]?.trim() ?? ''
    const own = isNumber(before) ? Number(before) : null
    const text = lines.slice(at + 1, timed[place + 1]?.at ?? lines.length)
    return {
      line: at + 1,
      times,
      payload: vtt ? payloadOfVtt(text, own) : payloadOfSrt(text, own, place + 1 < timed.length),
    }
  })
}

const isNumber = (line: string): boolean => line.length > 0 && line.length < 10 && /^\d+$/.test(line)
const isBlank = (line: string | undefined): boolean => line === undefined || line === ''

/** A blank line ends the text; what comes before the next cue is its name, a note or a style. */
function payloadOfVtt(text: readonly string[], own: number | null): readonly string[] {
  const end = text.findIndex(isBlank)
  return end < 0 ? withoutNext(text, own) : text.slice(0, end)
}

/** Text may have blank lines. The number of the next cue is not part of it. @param goes_on whether another cue follows */
function payloadOfSrt(text: readonly string[], own: number | null, goes_on: boolean): readonly string[] {
  let end = text.length
  while (end > 0 && isBlank(text[end - 1]?.trim())) end--
  const kept = text.slice(0, end)
  if (!goes_on) return kept
  // A number is the next cue's if a blank line is before it, or if it counts on.
  if (isNumber(kept.at(-1)?.trim() ?? '') && isBlank(kept.at(-2)?.trim())) return kept.slice(0, -1)
  return withoutNext(kept, own)
}

function withoutNext(text: readonly string[], own: number | null): readonly string[] {
  const last = text.at(-1)?.trim() ?? ''
  return own !== null && isNumber(last) && Number(last) === own + 1 ? text.slice(0, -1) : text
}

interface Times {
  readonly start: number
  readonly end: number
}

/** Hours may be missing; a point or a comma is before the fraction, which may be missing. */
const TIME = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})(?:[.,:](\d{1,9}))?$/

function secondsOf(text: string): number | null {
  const [, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = TIME.exec(text) ?? []
  if (!TIME.test(text)) return null
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`)
}

/** A line of times; null for another one. `times` is null for an arrow without times that can be read. */
function timing(line: string, at: number): { at: number; times: Times | null } | null {
  const arrow = line.indexOf('>')
  const left = line.slice(0, arrow).trimEnd()
  if (!left.endsWith('-')) return null
  const start = secondsOf(withoutDashes(left))
  const rest = line.slice(arrow + 1).trim()
  const space = rest.search(/\s/)
  const end = secondsOf(space < 0 ? rest : rest.slice(0, space))
  if (start !== null && end !== null) return { at, times: { start, end } }
  // Text may have an arrow too. Without a digit on its left it is no line of times.
  return left.endsWith('--') && (start !== null || end !== null || /^\s*-?\d/.test(left)) ? { at, times: null } : null
}

/** What is before the dashes of an arrow. */
function withoutDashes(left: string): string {
  let end = left.length
  while (end > 0 && /[-\s]/.test(left[end - 1] as string)) end--
  return left.slice(0, end).trimStart()
}

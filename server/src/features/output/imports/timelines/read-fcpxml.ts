import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { readMarkerName, SAYS } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { invalidField } from '../../../../platform/errors.ts'
import { type Entry, entryOf, type FileEntries, namedText, repliesTo } from '../entries.ts'
import { findElement, readXml, type XmlElement } from './xml.ts'

const NO_SEQUENCE = 'The file has no sequence. Select a project in Final Cut before you export XML'
/** What is on a timeline and may have markers. */
const STORY = new Set([
  ...['asset-clip', 'clip', 'ref-clip', 'sync-clip', 'mc-clip', 'video', 'audio', 'title', 'gap', 'caption'],
  ...['spine', 'audition'],
])
const MARKERS = new Set(['marker', 'chapter-marker'])

/** A marker, in seconds of the sequence from its first frame. */
interface Marker {
  readonly element: XmlElement
  readonly start: number
  readonly duration: number
}

/**
 * Reads the markers of the first sequence of an FCPXML file, ours or of Final Cut Pro. Their places are frames of the
 * sequence.
 * @throws ProductError validation_failed for what is no XML or has no sequence, with the line
 */
export function readFcpxml(content: string): FileEntries {
  const root = readXml(content)
  const sequence = findElement(root, 'sequence')
  if (!sequence) throw invalidField('content', NO_SEQUENCE)
  const rate = rateOf(root, sequence)
  const skipped: SkippedLine[] = []
  const markers: Marker[] = []
  const collect = (element: XmlElement, shift: number) => {
    let next = 0
    for (const child of element.children) {
      if (MARKERS.has(child.name)) {
        const marker = markerOf(child, element, shift)
        if (typeof marker === 'string') skipped.push({ line: child.line, why: marker })
        else markers.push(marker)
      }
      if (!STORY.has(child.name)) continue
      const offset = secondsOf(child.attributes.offset) ?? next
      collect(child, shift + offset - (secondsOf(child.attributes.start) ?? 0))
      next = offset + (secondsOf(child.attributes.duration) ?? 0)
      // The other clips of an audition are not shown.
      if (element.name === 'audition') break
    }
  }
  collect(sequence, -(secondsOf(sequence.attributes.tcStart) ?? 0))
  const ours = findElement(root, 'event')?.attributes.name === 'Footnote'
  return { hours: 0, rate, entries: markers.flatMap((marker) => entriesOf(marker, rate, ours)), skipped }
}

/** The rate of a sequence, from the length of a frame of its format. */
function rateOf(root: XmlElement, sequence: XmlElement): FrameRate {
  const formats = findElement(root, 'resources')?.children ?? []
  const format = formats.find(
    ({ name, attributes }) => name === 'format' && attributes.id === sequence.attributes.format,
  )
  const [, den, num = '1'] = TIME.exec(format?.attributes.frameDuration ?? '') ?? []
  const rate = { num: Number(num), den: Number(den) }
  if (rate.num > 0 && rate.den > 0) return rate
  const line = format?.line ?? sequence.line
  throw invalidField('content', `Line ${line}: the format of the sequence has no frameDuration`)
}

/** Seconds as a fraction (Apple's FCPXML reference, 'Time values'). */
const TIME = /^(-?\d{1,15})(?:\/(\d{1,15}))?s$/

/** Seconds; null without a time. */
function secondsOf(time: string | undefined): number | null {
  const [, num, den = '1'] = TIME.exec(time ?? '') ?? []
  return num === undefined || Number(den) === 0 ? null : Number(num) / Number(den)
}

/** @param clip that the marker is on @param shift from its time to that of the sequence */
function markerOf(element: XmlElement, clip: XmlElement, shift: number): Marker | string {
  const start = secondsOf(element.attributes.start)
  if (start === null) return 'This marker has no start.'
  const [first, length] = [secondsOf(clip.attributes.start) ?? 0, secondsOf(clip.attributes.duration)]
  // A millionth: sums of fractions round.
  const within = length === null || (start > first - 1e-6 && start < first + length - 1e-6)
  if (STORY.has(clip.name) && !within) return 'This marker is on a part of its clip that is not shown.'
  return { element, start: start + shift, duration: secondsOf(element.attributes.duration) ?? 0 }
}

function entriesOf({ element, start, duration }: Marker, { num, den }: FrameRate, ours: boolean): Entry[] {
  const { line, attributes } = element
  const frames = (seconds: number) => Math.round((seconds * num) / den)
  const length = frames(duration)
  const placed = {
    line,
    start: { kind: 'timeline', frame: frames(start) } as const,
    end: length > 1 ? ({ kind: 'frames', frames: length } as const) : null,
    resolved: attributes.completed === '1',
  }
  const [value, note] = [attributes.value?.trim() ?? '', attributes.note?.trim() ?? '']
  const name = ours ? readMarkerName(value) : null
  const said = name?.words.indexOf(SAYS) ?? -1
  if (!name || said < 0) return [entryOf({ ...placed, text: namedText(value, note) })]
  const [author, text] = [name.words.slice(0, said), name.words.slice(said + SAYS.length)]
  const root = entryOf({ ...placed, text, author, number: name.numbers.join(', '), condensed: true })
  return [root, ...repliesTo(root, repliesOf(note))]
}

/** Replies begin a line; their other lines are indented. */
function repliesOf(note: string): string[] {
  const whole = note.replace(/^Drawing(?:\n|$)/, '')
  return whole === '' ? [] : whole.split(/\n(?! {2})/).map((reply) => reply.replaceAll('\n  ', '\n'))
}

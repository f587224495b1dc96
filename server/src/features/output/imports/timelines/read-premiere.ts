import type { SkippedLine } from '@footnote/contract/nouns/review/comments/imports.ts'
import { readMarkerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { invalidField } from '../../../../platform/errors.ts'
import { type Entry, entryOf, type FileEntries, namedText } from '../entries.ts'
import { childText, findElement, readXml, type XmlElement } from './xml.ts'

const NO_SEQUENCE = 'The file has no sequence. Select one in Premiere before you export Final Cut Pro XML'
const CLIPS = new Set(['clipitem', 'generatoritem'])
/** The generator of our own files, which repeats the markers of the sequence. */
const OWN_CLIP = 'Footnote comments'
const RESOLVED = ', resolved'

/**
 * Reads the markers of the first sequence of a file in Final Cut Pro's XML Interchange Format, as we and Premiere Pro
 * write it, and those of its clips. Their places are frames of the sequence.
 * @throws ProductError validation_failed for what is no XML or has no sequence, with the line
 */
export function readPremiere(content: string): FileEntries {
  const sequence = findElement(readXml(content), 'sequence')
  if (!sequence) throw invalidField('content', NO_SEQUENCE)
  const clips = clipsOf(sequence)
  const ours = clips.some((clip) => childText(clip, 'name') === OWN_CLIP)
  const skipped: SkippedLine[] = []
  const entries: Entry[] = []
  const known = new Set<string>()
  for (const clip of [sequence, ...clips])
    for (const marker of clip.children.filter(({ name }) => name === 'marker')) {
      const entry = entryIn(marker, clip, ours)
      if (typeof entry === 'string') {
        skipped.push({ line: marker.line, why: entry })
        continue
      }
      const sign = JSON.stringify({ ...entry, line: 0 })
      if (!known.has(sign)) entries.push(entry)
      known.add(sign)
    }
  return { hours: 0, rate: rateOf(sequence), entries, skipped }
}

/** The clips of a sequence, in the order of the file, without those of nested sequences. */
const clipsOf = (element: XmlElement): XmlElement[] =>
  element.children
    .filter(({ name }) => name !== 'sequence')
    .flatMap((child) => (CLIPS.has(child.name) ? [child] : clipsOf(child)))

function rateOf(sequence: XmlElement): FrameRate {
  const rate = sequence.children.find(({ name }) => name === 'rate')
  const base = rate ? childText(rate, 'timebase') : ''
  if (!rate || !/^[1-9]\d{0,2}$/.test(base))
    throw invalidField('content', `Line ${(rate ?? sequence).line}: the sequence has no rate`)
  const exact = childText(rate, 'ntsc').toUpperCase() !== 'TRUE'
  return exact ? { num: Number(base), den: 1 } : { num: 1000 * Number(base), den: 1001 }
}

const numberIn = (element: XmlElement, name: string): number | null => {
  const text = childText(element, name)
  return /^-?\d{1,10}$/.test(text) ? Number(text) : null
}

/** A marker of a sequence, or of a clip, which counts the frames of its file. */
function entryIn(marker: XmlElement, clip: XmlElement, ours: boolean): Entry | string {
  const [first, out] = [numberIn(marker, 'in'), numberIn(marker, 'out')]
  if (first === null) return 'This marker has no frame.'
  const shift = CLIPS.has(clip.name) ? shiftOf(clip, first) : 0
  if (typeof shift === 'string') return shift
  const [name, words] = [childText(marker, 'name'), childText(marker, 'comment')]
  const own = ours ? readMarkerName(name) : null
  const resolved = own?.words.endsWith(RESOLVED) === true
  // The end is exclusive; -1 is a point.
  const frames = out === null ? 1 : out - first
  return entryOf({
    line: marker.line,
    start: { kind: 'timeline', frame: first + shift },
    end: frames > 1 ? { kind: 'frames', frames } : null,
    text: own ? words : namedText(name, words),
    author: own && (resolved ? own.words.slice(0, -RESOLVED.length) : own.words),
    resolved,
    condensed: own !== null,
  })
}

/** From a frame of a clip's file to that of the sequence. */
function shiftOf(clip: XmlElement, frame: number): number | string {
  const [start, end, from, to] = ['start', 'end', 'in', 'out'].map((name) => numberIn(clip, name))
  if (from == null || to == null) return 'The clip of this marker has no frames.'
  if (frame < from || frame >= to) return 'This marker is on a part of its clip that is not shown.'
  // Premiere writes -1 for an edge within a transition.
  if (start != null && start >= 0) return start - from
  return end != null && end >= 0 ? end - to : 'The clip of this marker has no place.'
}

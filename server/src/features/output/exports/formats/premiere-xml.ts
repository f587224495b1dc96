import { markerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import { formatSmpte, type SmpteLabels } from '@footnote/contract/shared/smpte.ts'
import { type ExportedComment, type ExportedDiscussion, wordsOf } from '../discussion.ts'
import { xmlText } from './xml.ts'

/** A sequence of one picture track, and of tracks of sound with a channel each. */
export interface PremiereSequence {
  readonly title: string
  readonly labels: SmpteLabels
  /** Length in frames. */
  readonly frames: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Elements of the track, of those of sound, and of the markers of the sequence. */
  readonly track: readonly string[]
  readonly sound: readonly (readonly string[])[]
  readonly markers: readonly string[]
}

/** The element for a rate: NTSC ones are a thousandth slower than their time base. */
export const premiereRate = ({ num, den }: FrameRate): string =>
  `<rate><timebase>${Math.round(num / den)}</timebase><ntsc>${num % den === 0 ? 'FALSE' : 'TRUE'}</ntsc></rate>`

/** The element for the timecode of the first frame. */
export function premiereTimecode(labels: SmpteLabels): string {
  const first = formatSmpte(0, labels)
  const label = labels.drop_frame ? first.replaceAll(':', ';') : first
  const format = labels.drop_frame ? 'DF' : 'NDF'
  return `<timecode>${premiereRate(labels.rate)}<string>${label}</string><frame>${labels.start_frame}</frame><displayformat>${format}</displayformat></timecode>`
}

/** A sequence for Premiere Pro (Final Cut Pro XML Interchange Format, version 4). */
export function premiereSequence({
  title,
  labels,
  frames,
  width,
  height,
  track,
  sound,
  markers,
}: PremiereSequence): string {
  const rate = premiereRate(labels.rate)
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE xmeml>',
    `<xmeml version="4"><sequence id="sequence-1"><name>${xmlText(title)}</name><duration>${frames}</duration>`,
    rate,
    premiereTimecode(labels),
    `<media><video><format><samplecharacteristics>${rate}<width>${width}</width><height>${height}</height></samplecharacteristics></format><track>`,
    ...track,
  ].join('\n')}</track></video>${audioElement(sound)}</media>
${[...markers, '</sequence></xmeml>'].join('\n')}
`
}

function audioElement(tracks: PremiereSequence['sound']): string {
  if (tracks.length === 0) return ''
  const elements = tracks.map((items) => ['<track>', ...items].join('\n'))
  return `<audio><numOutputChannels>${tracks.length}</numOutputChannels><format><samplecharacteristics><depth>16</depth><samplerate>48000</samplerate></samplecharacteristics></format>${elements.join('</track>')}</track></audio>`
}

/**
 * The markers of comments on a sequence, and on a clear matte as long as it, which can be pasted over one's own edit.
 */
export function premiereXml(discussion: ExportedDiscussion): string {
  const { name, frames, labels, width, height } = discussion
  const markers = premiereMarkers(discussion)
  const track = [
    `<generatoritem id="clipitem-1"><name>Footnote comments</name><duration>${frames}</duration>${premiereRate(labels.rate)}<start>0</start><end>${frames}</end><in>0</in><out>${frames}</out><alphatype>none</alphatype>`,
    '<effect><name>Color</name><effectid>Color</effectid><effectcategory>Matte</effectcategory><effecttype>generator</effecttype><mediatype>video</mediatype></effect>',
    '<filter><effect><name>Opacity</name><effectid>opacity</effectid><effectcategory>motion</effectcategory><effecttype>motion</effecttype><mediatype>video</mediatype><parameter><parameterid>opacity</parameterid><name>opacity</name><valuemin>0</valuemin><valuemax>100</valuemax><value>0</value></parameter></effect></filter>',
    ...markers,
    '</generatoritem>',
  ]
  return premiereSequence({ title: `${name} comments`, labels, frames, width, height, track, sound: [], markers })
}

/** The element of each comment. */
export const premiereMarkers = ({ comments }: ExportedDiscussion): string[] => comments.map(marker)

function marker(comment: ExportedComment): string {
  const { number, author, resolved, first, last } = comment
  // The end is exclusive; -1 is a point.
  const out = first === last ? -1 : last + 1
  const name = markerName([number], `${author}${resolved ? ', resolved' : ''}`)
  return `<marker><name>${xmlText(name)}</name><comment>${xmlText(wordsOf(comment))}</comment><in>${first}</in><out>${out}</out></marker>`
}

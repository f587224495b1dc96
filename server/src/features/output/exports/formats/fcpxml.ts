import { markerName, SAYS } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import type { FrameRate } from '@footnote/contract/shared/frames.ts'
import type { SmpteLabels } from '@footnote/contract/shared/smpte.ts'
import {
  type ExportedAsset,
  type ExportedComment,
  type ExportedDiscussion,
  lengthOf,
  onOneLine,
} from '../discussion.ts'
import { xmlAttribute, xmlText } from './xml.ts'

/** Frames of an asset on the timeline. */
export interface FcpClip {
  readonly asset: ExportedAsset
  readonly name: string
  /** First frame, of the timeline and of the asset, both from 0. */
  readonly frame: number
  readonly start_frame: number
  /** Length in frames of the timeline. */
  readonly length: number
  readonly note: string
  /** Elements of markers. */
  readonly markers: readonly string[]
}

/** A timeline of Final Cut Pro. */
export interface FcpProject {
  readonly title: string
  readonly labels: SmpteLabels
  readonly frames: number
  readonly clips: readonly FcpClip[]
}

/** A time in frames, as FCPXML writes it. */
const timeAt = ({ num, den }: FrameRate, frames: number): string => `${frames * den}/${num}s`
const formatOf = ({ drop_frame }: SmpteLabels): string => (drop_frame ? 'DF' : 'NDF')

/** A project for Final Cut Pro (FCPXML 1.9). The sequence has the format of the first clip at the rate of the timeline. */
export function fcpxmlProject({ title, labels, frames, clips }: FcpProject): string {
  const assets = [...new Set(clips.map(({ asset }) => asset))]
  const formats = formatsOf(labels.rate, assets)
  const assetIds = new Map(assets.map((asset, place) => [asset, `r${formats.size + place + 1}`]))
  const time = (count: number) => timeAt(labels.rate, count)
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE fcpxml>',
    '<fcpxml version="1.9"><resources>',
    ...[...formats.values()].map(({ element }) => element),
    ...assets.flatMap((asset) =>
      assetElement(asset, assetIds.get(asset) ?? '', formats.get(formatKey(asset))?.id ?? ''),
    ),
  ].join('\n')}</resources>
${[
  `<library><event name="Footnote"><project name="${xmlAttribute(title)}">`,
  `<sequence format="r1" duration="${time(frames)}" tcStart="${time(labels.start_frame)}" tcFormat="${formatOf(labels)}"><spine>`,
  ...clips.flatMap((clip) =>
    clipElement(clip, labels, assetIds.get(clip.asset) ?? '', formats.get(formatKey(clip.asset))?.id ?? ''),
  ),
].join('\n')}</spine></sequence></project></event></library></fcpxml>
`
}

const formatKey = ({ labels: { rate }, width, height }: Pick<ExportedAsset, 'labels' | 'width' | 'height'>): string =>
  `${rate.num}/${rate.den} ${width}x${height}`

/** The formats of the sequence, which comes first, and of the assets. */
function formatsOf(rate: FrameRate, assets: readonly ExportedAsset[]): Map<string, { id: string; element: string }> {
  const [first] = assets
  const sequence = first ? [{ ...first, labels: { ...first.labels, rate } }] : []
  const formats = new Map<string, { id: string; element: string }>()
  for (const asset of [...sequence, ...assets]) {
    const key = formatKey(asset)
    if (formats.has(key)) continue
    const id = `r${formats.size + 1}`
    const element = `<format id="${id}" frameDuration="${timeAt(asset.labels.rate, 1)}" width="${asset.width}" height="${asset.height}"/>`
    formats.set(key, { id, element })
  }
  return formats
}

function assetElement({ name, file_name, labels, frames, sound }: ExportedAsset, id: string, format: string): string[] {
  const time = (count: number) => timeAt(labels.rate, count)
  const heard = sound ? ` hasAudio="1" audioSources="${sound.tracks}" audioChannels="${sound.channels}"` : ''
  return [
    `<asset id="${id}" name="${xmlAttribute(name)}" start="${time(labels.start_frame)}" duration="${time(frames)}" hasVideo="1"${heard} format="${format}">`,
    `<media-rep kind="original-media" src="file:///${xmlAttribute(encodeURIComponent(file_name.toWellFormed()))}"/></asset>`,
  ]
}

/** Rates as the attribute `srcFrameRate` names them (DTD 1.9). */
const RATE_NAMES: Readonly<Record<string, string>> = { '23.976': '23.98', '47.952': '47.95' }

function clipElement(clip: FcpClip, labels: SmpteLabels, asset: string, format: string): string[] {
  const { name, frame, start_frame, length, note, markers } = clip
  const own = clip.asset.labels
  const start = timeAt(own.rate, own.start_frame + start_frame)
  const offset = timeAt(labels.rate, labels.start_frame + frame)
  const rate = String(Number((own.rate.num / own.rate.den).toFixed(3)))
  const same = own.rate.num * labels.rate.den === labels.rate.num * own.rate.den
  return [
    `<asset-clip ref="${asset}" name="${xmlAttribute(name)}" offset="${offset}" start="${start}" duration="${timeAt(labels.rate, length)}" format="${format}" tcFormat="${formatOf(own)}">`,
    ...(note ? [`<note>${xmlText(note)}</note>`] : []),
    ...(same ? [] : [`<conform-rate srcFrameRate="${RATE_NAMES[rate] ?? rate}"/>`]),
    ...markers,
    '</asset-clip>',
  ]
}

/** A project with the video as its only clip. Markers are to-do items: done is resolved. */
export function fcpxml(discussion: ExportedDiscussion): string {
  const { name, file_name, frames, labels, width, height, sound } = discussion
  const asset = { name, file_name, labels, frames, width, height, sound }
  const clip = { asset, name, frame: 0, start_frame: 0, length: frames, note: '', markers: fcpxmlMarkers(discussion) }
  return fcpxmlProject({ title: `${name} comments`, labels, frames, clips: [clip] })
}

/** The element of each comment. */
export function fcpxmlMarkers({ labels, comments }: ExportedDiscussion): string[] {
  const time = (count: number) => timeAt(labels.rate, count)
  return comments.map(
    (comment) =>
      `<marker start="${time(labels.start_frame + comment.first)}" duration="${time(lengthOf(comment))}" value="${nameOf(comment)}" completed="${comment.resolved ? 1 : 0}" note="${noteOf(comment)}"/>`,
  )
}

const nameOf = ({ number, author, text }: ExportedComment): string =>
  xmlAttribute(markerName([number], `${author}${SAYS}${onOneLine(text)}`))

/** A line for each reply; its other lines are indented. */
const noteOf = ({ drawing, replies }: ExportedComment): string =>
  xmlAttribute(
    [
      ...(drawing ? ['Drawing'] : []),
      ...replies.map(({ author, text }) => `${author}${SAYS}${text.replaceAll('\n', '\n  ')}`),
    ].join('\n'),
  )

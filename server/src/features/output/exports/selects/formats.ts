import { csvFile } from '@footnote/contract/shared/csv.ts'
import { formatSmpte } from '@footnote/contract/shared/smpte.ts'
import { ProductError } from '../../../../platform/errors.ts'
import type { ExportedAsset } from '../discussion.ts'
import { onOneLine } from '../discussion.ts'
import { escaped } from '../formats/comment-list.ts'
import { edl } from '../formats/edl.ts'
import { fcpxmlProject } from '../formats/fcpxml.ts'
import { otioTimeline } from '../formats/otio.ts'
import type { Cut, ExportedSelects } from './exported-selects.ts'

/** Name of a file without its extension. */
export const nameOf = ({ file_name }: Cut): string => file_name.replace(/\.[^.]{1,8}$/, '')

/** Timecodes of the file: of the first frame, and of the one that is not shown any more. */
const sourceTimes = ({ labels, first, frames }: Cut): [string, string] => [
  formatSmpte(first, labels),
  formatSmpte(first + frames, labels),
]

/** The same of the timeline. */
const recordTimes = ({ labels }: ExportedSelects, { frame, length }: Cut): [string, string] => [
  formatSmpte(frame, labels),
  formatSmpte(frame + length, labels),
]

/**
 * A list of cuts (CMX 3600). It counts frames, so that all files must have one nominal rate.
 * @throws ProductError mixed_rates
 */
export function selectsEdl(selects: ExportedSelects): string {
  const nominal = ({ labels }: Pick<Cut, 'labels'>) => Math.round(labels.rate.num / labels.rate.den)
  if (selects.cuts.some((cut) => nominal(cut) !== nominal(selects))) throw new ProductError('mixed_rates')
  const reels = reelsOf(selects.cuts)
  const events = selects.cuts.map((cut) => ({
    reel: reels.get(cut.video_id) ?? '',
    times: [...sourceTimes(cut), ...recordTimes(selects, cut)] as const,
    sound: cut.sound !== null,
    notes: [
      `* FROM CLIP NAME: ${onOneLine(cut.file_name)}`,
      ...(cut.note ? [`* COMMENT: ${onOneLine(cut.note)}`] : []),
    ],
  }))
  return edl(selects.name, selects.labels.drop_frame, events)
}

/** Characters of a reel's name in CMX 3600. */
const REEL = 8

/** Names of reels, by video: letters and digits of the file's name, made different by a number. */
function reelsOf(cuts: readonly Cut[]): Map<string, string> {
  const reels = new Map<string, string>()
  const taken = new Set<string>()
  for (const cut of cuts) {
    if (reels.has(cut.video_id)) continue
    const letters =
      nameOf(cut)
        .normalize('NFKD')
        .toUpperCase()
        .replaceAll(/[^A-Z0-9]/g, '') || 'REEL'
    let reel = letters
    for (let number = 1; reel.length > REEL || taken.has(reel); number += 1)
      reel = `${letters.slice(0, REEL - String(number).length)}${number}`
    taken.add(reel)
    reels.set(cut.video_id, reel)
  }
  return reels
}

/** A project for Final Cut Pro with the pieces as its clips. */
export function selectsFcpxml({ name, labels, frames, cuts }: ExportedSelects): string {
  const assets = new Map<string, ExportedAsset>()
  for (const cut of cuts) {
    const { file_name, labels: own, available, width, height, sound } = cut
    assets.set(cut.video_id, { name: nameOf(cut), file_name, labels: own, frames: available, width, height, sound })
  }
  const clips = cuts.flatMap((cut) => {
    const asset = assets.get(cut.video_id)
    const { frame, length, first: start_frame, note } = cut
    return asset ? [{ asset, name: asset.name, frame, length, start_frame, note, markers: [] }] : []
  })
  return fcpxmlProject({ title: name, labels, frames, clips })
}

/** A timeline for OpenTimelineIO with the pieces as its clips; each has its frames at the rate of its file. */
export const selectsOtio = ({ name, labels, cuts }: ExportedSelects): string =>
  otioTimeline(
    name,
    labels,
    cuts.map((cut) => {
      const { rate, start_frame } = cut.labels
      return {
        name: nameOf(cut),
        file_name: cut.file_name,
        shown: { rate, start: start_frame + cut.first, length: cut.frames },
        available: { rate, start: start_frame, length: cut.available },
        markers: [],
        sound: cut.sound,
        metadata: cut.note ? { footnote: { note: cut.note } } : {},
      }
    }),
  )

const HEAD = [
  'number',
  'name',
  'source_in',
  'source_out',
  'record_in',
  'record_out',
  'frame_in',
  'frame_out',
  'seconds',
  'note',
]

/** A row for each piece. Ends are exclusive, and frames are those of the file, from 0. */
export const selectsTable = (selects: ExportedSelects): string =>
  csvFile([
    HEAD,
    ...selects.cuts.map((cut, place) => [
      String(place + 1),
      cut.file_name,
      ...sourceTimes(cut),
      ...recordTimes(selects, cut),
      String(cut.first),
      String(cut.first + cut.frames),
      ((cut.frames * cut.labels.rate.den) / cut.labels.rate.num).toFixed(6),
      cut.note,
    ]),
  ])

/** A list in Markdown. */
export function selectsList(selects: ExportedSelects): string {
  const { name, note, cuts } = selects
  const lines = cuts.map((cut, place) => {
    const [from, to] = sourceTimes(cut)
    const words = cut.note ? `: ${escaped(cut.note).replaceAll(/\r?\n/g, '  \n   ')}` : ''
    return `${place + 1}. \`${from} – ${to}\` **${escaped(cut.file_name)}**${words}`
  })
  return `${[`# ${escaped(name)}`, '', ...(note ? [escaped(note), ''] : []), ...lines].join('\n')}\n`
}

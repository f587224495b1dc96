import { largest } from '@footnote/contract/shared/extremes.ts'
import { onOneLine } from '../discussion.ts'
import { premiereRate, premiereSequence, premiereTimecode } from '../formats/premiere-xml.ts'
import { xmlText } from '../formats/xml.ts'
import type { Cut, ExportedSelects } from './exported-selects.ts'
import { nameOf } from './formats.ts'

/** Most tracks of sound of a sequence: left and right. */
const SIDES = 2

/** A sequence for Premiere Pro with the pieces as its clips, and their sound. A note is a marker on its clip. */
export function selectsPremiere({ name, labels, frames, cuts }: ExportedSelects): string {
  const known = new Set<string>()
  const [first] = cuts
  const track = cuts.map((cut, place) => {
    const note = cut.note
      ? `<marker><name>${xmlText(onOneLine(cut.note).slice(0, 80))}</name><comment>${xmlText(cut.note)}</comment><in>${cut.first}</in><out>-1</out></marker>`
      : ''
    const file = fileElement(cut, known)
    return clipElement(cut, idOf(place), `${file}${note}${linkElements(cut, place)}`)
  })
  const sides = Array.from({ length: largest(cuts.map(channelsOf)) }, (_, channel) =>
    cuts.flatMap((cut, place) => {
      if (channelsOf(cut) <= channel) return []
      const source = `<sourcetrack><mediatype>audio</mediatype><trackindex>${channel + 1}</trackindex></sourcetrack>`
      const file = `<file id="${fileId(cut)}"/>`
      return [clipElement(cut, idOf(place, channel), `${file}${source}${linkElements(cut, place)}`)]
    }),
  )
  return premiereSequence({
    title: name,
    labels,
    frames,
    width: first?.width ?? 0,
    height: first?.height ?? 0,
    track,
    sound: sides,
    markers: [],
  })
}

const channelsOf = ({ sound }: Cut): number => Math.min(SIDES, sound?.channels ?? 0)
const fileId = ({ video_id }: Cut): string => `file-${video_id}`
/** @param channel of its sound, from 0; without one it is the picture */
const idOf = (place: number, channel?: number): string =>
  `clipitem-${place + 1}${channel === undefined ? '' : `-${channel + 1}`}`

const clipElement = (cut: Cut, id: string, rest: string): string =>
  `<clipitem id="${id}"><name>${xmlText(nameOf(cut))}</name><duration>${cut.available}</duration>${premiereRate(cut.labels.rate)}<start>${cut.frame}</start><end>${cut.frame + cut.length}</end><in>${cut.first}</in><out>${cut.first + cut.frames}</out>${rest}</clipitem>`

/** Picture and sound of a piece are moved together. */
function linkElements(cut: Cut, place: number): string {
  const count = channelsOf(cut)
  if (count === 0) return ''
  const link = (id: string, type: string, track: number) =>
    `<link><linkclipref>${id}</linkclipref><mediatype>${type}</mediatype><trackindex>${track}</trackindex><clipindex>${place + 1}</clipindex></link>`
  const sides = Array.from({ length: count }, (_, channel) => link(idOf(place, channel), 'audio', channel + 1))
  return [link(idOf(place), 'video', 1), ...sides].join('')
}

/** A file in full where it is named first, later only by its id. */
function fileElement(cut: Cut, known: Set<string>): string {
  const id = fileId(cut)
  if (known.has(id)) return `<file id="${id}"/>`
  known.add(id)
  const rate = premiereRate(cut.labels.rate)
  const address = `file://localhost/${encodeURIComponent(cut.file_name.toWellFormed())}`
  const audio = cut.sound ? `<audio><channelcount>${cut.sound.channels}</channelcount></audio>` : ''
  return `<file id="${id}"><name>${xmlText(cut.file_name)}</name><pathurl>${xmlText(address)}</pathurl>${rate}<duration>${cut.available}</duration>${premiereTimecode(cut.labels)}<media><video><samplecharacteristics>${rate}<width>${cut.width}</width><height>${cut.height}</height></samplecharacteristics></video>${audio}</media></file>`
}

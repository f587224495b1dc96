import { type ExportedDiscussion, labelOf, onOneLine } from '../discussion.ts'
import { markersOf } from './markers.ts'

/**
 * Markers for DaVinci Resolve's 'Import Timeline Markers from EDL', as its own export writes them: an event of one
 * frame each, and a note with colour, name and length (Resolve 18.6 manual, 'Exporting Timeline Markers to EDL').
 */
export function resolveEdl(discussion: ExportedDiscussion): string {
  const head = [
    `TITLE: ${onOneLine(discussion.name)}`,
    `FCM: ${discussion.labels.drop_frame ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
  ]
  const events = markersOf(discussion).flatMap(({ frame, length, numbers, authors, words, resolved }, place) => {
    const times = `${labelOf(discussion, frame)} ${labelOf(discussion, frame + 1)}`
    const event = String(place + 1).padStart(3, '0')
    const colour = resolved ? 'ResolveColorGreen' : 'ResolveColorBlue'
    return [
      `${event}  001      V     C        ${times} ${times}  `,
      `${words} |C:${colour} |M:${numbers} ${authors} |D:${length}`,
      '',
    ]
  })
  return [...head, ...events].map((line) => `${line}\r\n`).join('')
}

import { markerName } from '@footnote/contract/nouns/comments/marker-names.ts'
import { type ExportedDiscussion, labelOf } from '../discussion.ts'
import { type EdlEvent, edl } from './edl.ts'
import { markersOf } from './markers.ts'

/**
 * Markers for DaVinci Resolve's 'Import Timeline Markers from EDL', as its own export writes them: an event of one
 * frame each, and a note with colour, name and length (Resolve 18.6 manual, 'Exporting Timeline Markers to EDL').
 */
export function resolveEdl(discussion: ExportedDiscussion): string {
  const events = markersOf(discussion).map(({ frame, length, numbers, authors, words, resolved }): EdlEvent => {
    const [from, to] = [labelOf(discussion, frame), labelOf(discussion, frame + 1)]
    const colour = resolved ? 'ResolveColorGreen' : 'ResolveColorBlue'
    return {
      reel: '001',
      times: [from, to, from, to],
      notes: [`${words} |C:${colour} |M:${markerName(numbers, authors)} |D:${length}`],
    }
  })
  return edl(discussion.name, discussion.labels.drop_frame, events)
}

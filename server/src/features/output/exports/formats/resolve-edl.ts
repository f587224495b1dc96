import { markerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import { type ExportedDiscussion, labelOf } from '../discussion.ts'
import { type EdlEvent, edl } from './edl.ts'
import { markersOf } from './markers.ts'

/** Record timecode and note of each marker, as the EDL has them. */
export const resolveNotes = (discussion: ExportedDiscussion): string[] =>
  eventsOf(discussion).map(({ times: [, , at], notes }) => [at, ...notes].join('  '))

/**
 * Markers for DaVinci Resolve's 'Import Timeline Markers from EDL', as its own export writes them: an event of one
 * frame each, and a note with colour, name and length (Resolve 18.6 manual, 'Exporting Timeline Markers to EDL').
 */
export const resolveEdl = (discussion: ExportedDiscussion): string =>
  edl(discussion.name, discussion.labels.drop_frame, eventsOf(discussion))

function eventsOf(discussion: ExportedDiscussion): EdlEvent[] {
  return markersOf(discussion).map(({ frame, length, numbers, authors, words, resolved }) => {
    const [from, to] = [labelOf(discussion, frame), labelOf(discussion, frame + 1)]
    const colour = resolved ? 'ResolveColorGreen' : 'ResolveColorBlue'
    return {
      reel: '001',
      times: [from, to, from, to],
      notes: [`${words} |C:${colour} |M:${markerName(numbers, authors)} |D:${length}`],
    }
  })
}

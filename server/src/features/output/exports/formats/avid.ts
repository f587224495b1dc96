import { MARKER_COLOURS, markerName } from '@footnote/contract/nouns/review/comments/marker-names.ts'
import { type ExportedDiscussion, labelOf } from '../discussion.ts'
import { markersOf } from './markers.ts'

/** Markers for Avid Media Composer, one a line. */
export const avidMarkers = (discussion: ExportedDiscussion): string =>
  avidLines(discussion)
    .map((line) => `${line}\r\n`)
    .join('')

/** User, label, track, colour, text and length of each marker, separated by tabs. */
export const avidLines = (discussion: ExportedDiscussion): string[] =>
  markersOf(discussion).map(({ frame, length, numbers, authors, words, resolved }) =>
    [
      authors,
      labelOf(discussion, frame),
      'V1',
      MARKER_COLOURS[resolved ? 'resolved' : 'open'],
      markerName(numbers, words),
      length,
    ].join('\t'),
  )

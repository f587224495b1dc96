import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import {
  type ExportFormat,
  exactRate,
  MOST_MARKERS,
  needsFrames,
} from '@footnote/contract/nouns/review/comments/export-formats.ts'
import { type ExportQuery, PREVIEW } from '@footnote/contract/nouns/review/comments/exports.ts'
import { BY_ME, type CommentStatus } from '@footnote/contract/nouns/review/comments.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Reviewer, Route } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import { refuseInexact } from '../../library/videos/policy.ts'
import { findSourceMap, frameTimesOf, readSharedVideo, readVideo, reviewPath } from '../../library/videos/queries.ts'
import { authorName, isAuthor } from '../../review/comments/policy.ts'
import { type CommentRow, readDiscussion } from '../../review/comments/queries.ts'
import type { Services } from '../../services.ts'
import { type ExportedDiscussion, linesOf } from './discussion.ts'
import { exportedComments } from './exported-comments.ts'
import { exportedSound } from './exported-sound.ts'
import { avidLines, avidMarkers } from './formats/avid.ts'
import { markdownItems, markdownList, textItems, textList } from './formats/comment-list.ts'
import { commentTable, tableLines } from './formats/comment-table.ts'
import { fcpxml, fcpxmlMarkers } from './formats/fcpxml.ts'
import { markersOf } from './formats/markers.ts'
import { otio, otioNames } from './formats/otio.ts'
import { premiereMarkers, premiereXml } from './formats/premiere-xml.ts'
import { resolveEdl, resolveNotes } from './formats/resolve-edl.ts'
import { listDiscussion } from './queries.ts'
import { sourcePlaces } from './source-places.ts'
import { timelineOf } from './timeline.ts'

interface Format {
  readonly write: (discussion: ExportedDiscussion) => string
  /** What the file says about each comment, or about each marker of comments, in its order. */
  readonly lines: (discussion: ExportedDiscussion) => readonly string[]
  /** End of the file's name. */
  readonly ending: string
  readonly type: string
  /** Whether it has one marker a frame, and `MOST_MARKERS` of them. */
  readonly markers?: true
}

const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  resolve: {
    write: resolveEdl,
    lines: resolveNotes,
    ending: 'comments.edl',
    type: 'text/plain',
    markers: true,
  },
  avid: { write: avidMarkers, lines: avidLines, ending: 'markers.txt', type: 'text/plain', markers: true },
  fcpxml: { write: fcpxml, lines: fcpxmlMarkers, ending: 'comments.fcpxml', type: 'application/xml' },
  premiere: { write: premiereXml, lines: premiereMarkers, ending: 'comments.xml', type: 'application/xml' },
  otio: { write: otio, lines: otioNames, ending: 'comments.otio', type: 'application/json' },
  csv: { write: commentTable, lines: tableLines, ending: 'comments.csv', type: 'text/csv' },
  md: { write: markdownList, lines: markdownItems, ending: 'comments.md', type: 'text/markdown' },
  txt: { write: textList, lines: textItems, ending: 'comments.txt', type: 'text/plain' },
}

/** Serves the comments of a video as files. */
export function exportRoutes(route: Route, { db, config }: Pick<Services, 'db' | 'config'>): void {
  /** @throws ProductError not_found, collection_expired, video_not_ready, frames_differ, too_many_markers, and about the timeline */
  async function read(video_id: string, query: ExportQuery, viewer: Reviewer) {
    const discussion = await readDiscussion(db, viewer, video_id)
    if (viewer.kind === 'share') refuseExpired(discussion.collection, { billing: config.billing, now: new Date() })
    const { video } = viewer.kind === 'user' ? await readVideo(db, viewer, video_id) : await readSharedVideo(db, viewer)
    const { frame_rate_num: num, frame_rate_den: den, duration } = video
    if (duration === null) throw new ProductError('video_not_ready')
    if (needsFrames(query.format)) refuseInexact(video)
    const timing = timingFrom(num && den ? { num, den } : null, await frameTimesOf(db, video.id))
    const timecode =
      video.timecode_start === null ? null : { start: video.timecode_start, drop_frame: video.timecode_drop === true }
    const format = FORMATS[query.format]
    const timeline = timelineOf(
      { timing, timecode, duration },
      { rate: query.rate && exactRate(query.rate), start: query.start || undefined, hours: format.markers ? 1 : 0 },
    )
    const rows = await listDiscussion(db, discussion, query.team === 'true' ? ['everyone', 'team'] : ['everyone'])
    // A link shows one video, not the names of those that it was made from.
    const pieces = viewer.kind === 'user' ? await findSourceMap(db, video.id) : null
    const page = viewer.kind === 'user' ? `${config.public_url}${reviewPath(video)}` : null
    const name = video.file_name.replace(/\.[^.]{1,8}$/, '')
    const exported = {
      name,
      file_name: video.file_name,
      version: video.version,
      frames: timeline.frames,
      labels: timeline.labels,
      width: video.width ?? 0,
      height: video.height ?? 0,
      sound: exportedSound(video.sound),
      comments: exportedComments(rows, {
        place: timeline.place,
        sourceAt: pieces && timing?.rate ? sourcePlaces(pieces, timing.rate) : null,
        page,
        passes: (row) =>
          statusIs(row, query.status) &&
          writtenBy(row, viewer, query.by) &&
          (!query.source || (viewer.kind === 'user' && row.source?.kind === query.source)) &&
          (!query.drawing || row.has_drawing) &&
          (!query.visibility || row.visibility === query.visibility),
      }),
    }
    if (format.markers && markersOf(exported).length > MOST_MARKERS) throw new ProductError('too_many_markers')
    return { exported, format, file_name: `${name} v${video.version} ${format.ending}` }
  }

  route(endpoints.commentExports.get, async ({ params, query, viewer }) => {
    const { exported, format, file_name } = await read(params.video_id, query, viewer)
    return { file: { name: file_name, type: format.type, body: format.write(exported) } }
  })

  route(endpoints.commentExports.preview, async ({ params, query, viewer }) => {
    const { exported, format, file_name } = await read(params.video_id, query, viewer)
    const lines = format.lines(exported)
    return { file_name, count: lines.length, lines: lines.slice(0, PREVIEW.lines).map(shortened) }
  })
}

/** The first line of a text, as far as a preview shows it. */
const shortened = (text: string): string => (linesOf(text)[0] ?? '').slice(0, PREVIEW.characters).toWellFormed()

const statusIs = ({ resolved_at }: CommentRow, status: CommentStatus | undefined): boolean =>
  status === undefined || (status === 'resolved') === (resolved_at !== null)

function writtenBy(row: CommentRow, viewer: Reviewer, by: string | undefined): boolean {
  if (!by) return true
  if (by === BY_ME) return isAuthor(viewer, row)
  return authorName(row) === by || (viewer.kind === 'user' && row.email === by)
}

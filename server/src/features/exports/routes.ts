import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { type ExportFormat, exactRate, MOST_MARKERS } from '@footnote/contract/nouns/comments/export-formats.ts'
import { type ExportQuery, PREVIEW } from '@footnote/contract/nouns/comments/exports.ts'
import { BY_ME, type CommentStatus } from '@footnote/contract/nouns/comments.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { ProductError } from '../../platform/errors.ts'
import type { Reviewer, Route } from '../../platform/route.ts'
import { refuseExpired } from '../collections/policy.ts'
import { authorName, isAuthor } from '../comments/policy.ts'
import { type CommentRow, readDiscussion } from '../comments/queries.ts'
import type { Services } from '../services.ts'
import { findSourceMap, frameTimesOf, readSharedVideo, readVideo } from '../videos/queries.ts'
import type { ExportedDiscussion } from './discussion.ts'
import { exportedComments } from './exported-comments.ts'
import { exportedSound } from './exported-sound.ts'
import { avidMarkers } from './formats/avid.ts'
import { markdownList, textList } from './formats/comment-list.ts'
import { commentTable } from './formats/comment-table.ts'
import { fcpxml } from './formats/fcpxml.ts'
import { markersOf } from './formats/markers.ts'
import { otio } from './formats/otio.ts'
import { premiereXml } from './formats/premiere-xml.ts'
import { resolveEdl } from './formats/resolve-edl.ts'
import { listDiscussion } from './queries.ts'
import { sourcePlaces } from './source-places.ts'
import { timelineOf } from './timeline.ts'

interface Format {
  readonly write: (discussion: ExportedDiscussion) => string
  /** End of the file's name. */
  readonly ending: string
  readonly type: string
  /** Its lines about comments. What the groups find is shown; everything without groups. */
  readonly lines: RegExp
  /** Whether it has one marker a frame, and `MOST_MARKERS` of them. */
  readonly markers?: true
}

const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  resolve: {
    ...{ write: resolveEdl, ending: 'comments.edl', type: 'text/plain', markers: true },
    lines: /^\d{3} .* (\S+) \S+ {2}\r\n(.*)/gm,
  },
  avid: { write: avidMarkers, ending: 'markers.txt', type: 'text/plain', markers: true, lines: /^.+/gm },
  fcpxml: { write: fcpxml, ending: 'comments.fcpxml', type: 'application/xml', lines: /<marker .*/g },
  premiere: { write: premiereXml, ending: 'comments.xml', type: 'application/xml', lines: /<marker>.*/g },
  otio: { write: otio, ending: 'comments.otio', type: 'application/json', lines: /"Marker\.2",\s*("name": ".*")/g },
  csv: { write: commentTable, ending: 'comments.csv', type: 'text/csv', lines: /^.+/gm },
  md: { write: markdownList, ending: 'comments.md', type: 'text/markdown', lines: /^- \[.*/gm },
  txt: { write: textList, ending: 'comments.txt', type: 'text/plain', lines: /^T?\d+ {2}.*/gm },
}

/** Serves the comments of a video as files. */
export function exportRoutes(route: Route, { db, config }: Pick<Services, 'db' | 'config'>): void {
  /** @throws ProductError not_found, collection_expired, video_not_ready, too_many_markers, and about the timeline */
  async function write(video_id: string, query: ExportQuery, viewer: Reviewer) {
    const discussion = await readDiscussion(db, viewer, video_id)
    if (viewer.kind === 'share') refuseExpired(discussion.collection, { billing: config.billing, now: new Date() })
    const { video } = viewer.kind === 'user' ? await readVideo(db, viewer, video_id) : await readSharedVideo(db, viewer)
    const { frame_rate_num: num, frame_rate_den: den, duration } = video
    if (duration === null) throw new ProductError('video_not_ready')
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
    const page = viewer.kind === 'user' ? `${config.public_url}/quick-review/${video.user_id}/${video.id}` : null
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
    const count = format.markers ? markersOf(exported).length : exported.comments.length
    if (format.markers && count > MOST_MARKERS) throw new ProductError('too_many_markers')
    const file = {
      name: `${name} v${video.version} ${format.ending}`,
      type: format.type,
      body: format.write(exported),
    }
    return { file, count }
  }

  route(endpoints.commentExports.get, async ({ params, query, viewer }) => {
    const { file } = await write(params.video_id, query, viewer)
    return { file }
  })

  route(endpoints.commentExports.preview, async ({ params, query, viewer }) => {
    const { file, count } = await write(params.video_id, query, viewer)
    const found = file.body.matchAll(FORMATS[query.format].lines).take(PREVIEW.lines)
    const lines = [...found].map(([whole, ...parts]) => (parts.length > 0 ? parts.join('  ') : whole))
    return {
      file_name: file.name,
      count,
      lines: lines.map((line) => line.trim().slice(0, PREVIEW.characters).toWellFormed()),
    }
  })
}

const statusIs = ({ resolved_at }: CommentRow, status: CommentStatus | undefined): boolean =>
  status === undefined || (status === 'resolved') === (resolved_at !== null)

function writtenBy(row: CommentRow, viewer: Reviewer, by: string | undefined): boolean {
  if (!by) return true
  if (by === BY_ME) return isAuthor(viewer, row)
  return authorName(row) === by || (viewer.kind === 'user' && row.email === by)
}

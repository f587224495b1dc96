import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { exactRate } from '@footnote/contract/nouns/review/comments/export-formats.ts'
import type { ImportFormat } from '@footnote/contract/nouns/review/comments/imports.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import { IMPORTS } from '@footnote/contract/shared/limits.ts'
import { invalidField } from '../../../platform/errors.ts'
import type { Route, UserViewer } from '../../../platform/route.ts'
import { frameTimesOf, readVideo } from '../../library/videos/queries.ts'
import { presentComment } from '../../review/comments/present.ts'
import { readDiscussion } from '../../review/comments/queries.ts'
import type { Services } from '../../services.ts'
import { listCondensed } from '../exports/queries.ts'
import { importComments, undoImport } from './commands.ts'
import type { FileEntries } from './entries.ts'
import { filmOf, placesIn, type VideoFrames } from './places.ts'
import { planOf } from './plan.ts'
import { authorizeImport, refuseBeyond } from './policy.ts'
import { presentFound } from './present.ts'
import { listImported, listWritten, type WrittenComment } from './queries.ts'
import { readAvid } from './read-avid.ts'
import { readEdl } from './read-edl.ts'
import { readTable } from './read-table.ts'
import { readFcpxml } from './timelines/read-fcpxml.ts'
import { readOtio } from './timelines/read-otio.ts'
import { readPremiere } from './timelines/read-premiere.ts'

const READERS: Readonly<Record<ImportFormat, (content: string) => FileEntries>> = {
  edl: readEdl,
  resolve: readEdl,
  avid: readAvid,
  csv: readTable,
  fcpxml: readFcpxml,
  premiere: readPremiere,
  otio: readOtio,
}
const TOO_MANY = `The file has more than ${IMPORTS.comments} comments. Split it`

/** Serves imports of comments from files. */
export function importRoutes(route: Route, { db, queue, config }: Pick<Services, 'db' | 'queue' | 'config'>): void {
  const circumstances = () => ({ billing: config.billing, now: new Date() })

  /** The video as a film whose frames are known. */
  async function readFilm(viewer: UserViewer, videoId: string): Promise<VideoFrames> {
    const { video } = await readVideo(db, viewer, videoId)
    const { frame_rate_num: num, frame_rate_den: den, timecode_start: start, timecode_drop } = video
    const timing = timingFrom(num && den ? { num, den } : null, await frameTimesOf(db, video.id))
    return filmOf(timing, start === null ? null : { start, drop_frame: timecode_drop === true }, video.duration)
  }

  route(endpoints.commentImports.run, async ({ params, body, viewer }) => {
    const discussion = await readDiscussion(db, viewer, params.video_id)
    const member = authorizeImport(viewer, discussion, circumstances())
    const film = await readFilm(member, discussion.video.id)
    const { hours, rate: stated, entries, skipped: unread } = READERS[body.format](body.content)
    if (entries.length > IMPORTS.comments) throw invalidField('content', TOO_MANY)
    const rate = body.rate && exactRate(body.rate)
    const { start, places } = placesIn(film, entries, { rate, start: body.start || undefined, hours, stated })
    const own = entries.some((entry) => entry.condensed)
    const condensed = own ? await listCondensed(db, discussion, film.timing) : new Map<string, string>()
    const plan = (written: readonly WrittenComment[]) => {
      const planned = planOf(film, { entries, places }, { written, condensed })
      refuseBeyond(written.length, planned.comments.filter(({ present }) => !present).length)
      return planned
    }
    const { timing } = film
    const { comments, skipped: unfit } = body.dry_run
      ? plan(await listWritten(db, discussion))
      : await importComments(db, queue, { viewer: member, discussion, timing, plan })
    const fresh = comments.filter(({ present }) => !present).map(({ id }) => id)
    const skipped = [...unread, ...unfit].sort((one, other) => one.line - other.line)
    return {
      start,
      comments: body.dry_run
        ? []
        : (await listImported(db, fresh)).map((row) => presentComment(row, member, { write: true, moderate: false })),
      preview: body.dry_run ? comments.map((comment) => presentFound(comment, timing)) : [],
      present: comments.length - fresh.length,
      skipped: skipped.slice(0, IMPORTS.skipped),
      skipped_total: skipped.length,
    }
  })

  route(endpoints.commentImports.undo, async ({ params, body, viewer }) => {
    const discussion = await readDiscussion(db, viewer, params.video_id)
    const member = authorizeImport(viewer, discussion, circumstances())
    const asked = new Set(body.comment_ids)
    const deleted = await undoImport(db, member, discussion, [...asked])
    return { deleted, kept: asked.size - deleted }
  })
}

import { endpoints } from '@footnote/contract/calls/endpoints.ts'
import { timingFrom } from '@footnote/contract/shared/frames.ts'
import type { Database } from '../../../platform/db/database.ts'
import { ProductError } from '../../../platform/errors.ts'
import type { Route, UserViewer } from '../../../platform/route.ts'
import { refuseExpired } from '../../library/collections/policy.ts'
import { frameTimesOf, readVideo, reviewPath } from '../../library/videos/queries.ts'
import type { Services } from '../../services.ts'
import { type ListedVideo, matchList } from './match-list.ts'

const TYPES = { csv: 'text/csv', md: 'text/markdown' } as const

/** Characters of the query in the name of the file. */
const NAME = 60

/** Serves lists of matches as files. */
export function matchListRoutes(route: Route, { db, config }: Pick<Services, 'db' | 'config'>): void {
  route(endpoints.matchLists.make, async ({ body, viewer }) => {
    const { format, items, query } = body
    const now = { billing: config.billing, now: new Date() }
    const videos = new Map<string, ListedVideo>()
    for (const [place, { video_id }] of items.entries()) {
      if (videos.has(video_id)) continue
      try {
        videos.set(video_id, await readListed(db, viewer, video_id, { ...now, public_url: config.public_url }))
      } catch (error) {
        if (!(error instanceof ProductError)) throw error
        throw new ProductError(error.code, { detail: `Item ${place + 1}: ${error.message}` })
      }
    }
    const title = query ? `Moments: ${query}` : 'Moments'
    const listed = items.flatMap((match) => {
      const video = videos.get(match.video_id)
      return video ? [{ match, video }] : []
    })
    const name = query ? `moments ${query.slice(0, NAME)}.${format}` : `moments.${format}`
    return { file: { name, type: TYPES[format], body: matchList(format, title, listed) } }
  })
}

/** @throws ProductError not_found, collection_expired */
async function readListed(
  db: Database,
  viewer: UserViewer,
  videoId: string,
  { public_url, ...now }: Parameters<typeof refuseExpired>[1] & { readonly public_url: string },
): Promise<ListedVideo> {
  const { video, collection } = await readVideo(db, viewer, videoId)
  refuseExpired(collection, now)
  const { frame_rate_num: num, frame_rate_den: den, timecode_start: start } = video
  const rate = num && den ? { num, den } : null
  // A match is found by its time; its frames are not those that people see.
  const counted = video.frames_differ ? null : timingFrom(rate, rate ? null : await frameTimesOf(db, video.id))
  return {
    file_name: video.file_name,
    collection_name: collection.name,
    timing: counted,
    timecode: start === null ? null : { start, drop_frame: video.timecode_drop === true },
    page: `${public_url}${reviewPath(video)}`,
  }
}

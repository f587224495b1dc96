import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import type { Match, Matches, NamedVideo, ReferenceFrame } from '@footnote/contract/nouns/output/search.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import type { Viewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { FoundMatch } from '../../../retrieval/describe-matches.ts'
import type { FoundMatches } from '../../../retrieval/found-matches.ts'
import type { Thumbnail } from '../../../retrieval/vectors/thumbnails.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import type { CollectionRow } from '../../library/collections/queries.ts'
import { canComment } from '../../library/videos/policy.ts'
import { presentVideo } from '../../library/videos/present.ts'
import type { VideoRow } from '../../library/videos/queries.ts'
import type { NamedFrame } from './named-frame.ts'

/** The viewer, the circumstances, and the store of the files. */
type MatchViewing = Circumstances & { readonly viewer: Viewer; readonly storage: Storage }

/** A video and the name of its collection. */
type ShownVideo = Omit<NamedVideo, 'hits'>

/**
 * Adds the names and addresses of their videos to the matches.
 * @param rows the videos
 * @param collections the searched collections
 */
export async function presentMatches(
  found: FoundMatches,
  rows: readonly VideoRow[],
  collections: readonly CollectionRow[],
  presentation: MatchViewing,
): Promise<Matches> {
  const searched = new Map(collections.map((collection) => [collection.id, collection]))
  const commentable = new Set<string>()
  const present = async (row: VideoRow): Promise<[string, ShownVideo][]> => {
    const collection = searched.get(row.collection_id)
    // Somebody deleted the video since the search, as with those without a row.
    if (!collection || row.status === 'DELETING') return []
    if (canComment(presentation.viewer, { video: row, collection }, presentation)) commentable.add(row.id)
    const video = await presentVideo(row, collection, presentation)
    return [[row.id, { ...video, collection_name: collection.name }]]
  }
  const shown = new Map((await Promise.all(rows.map(present))).flat())
  const matches = found.matches.flatMap((match) => {
    const video = shown.get(match.video_id)
    if (!video || outlasts(match, video)) return []
    const can = { review: video.can.review, comment: commentable.has(video.id) }
    return endingWith(video, [match]).map(async (inside) => ({
      ...(await presentMatch(inside, video, presentation)),
      can,
    }))
  })
  const videos = found.videos.flatMap(({ video_id, hits }) => {
    const video = shown.get(video_id)
    return video ? [{ ...video, hits: [...hits] }] : []
  })
  const { truncated, corrected, understood } = found
  return { matches: await Promise.all(matches), videos, truncated, corrected, understood }
}

/** Cuts moments at the end of the picture, since sound may be longer. Drops moments that begin after it. */
function endingWith<T extends { readonly start_time: number; readonly end_time: number }>(
  { duration }: Video,
  intervals: readonly T[],
): T[] {
  if (duration === null) return [...intervals]
  return intervals
    .filter(({ start_time }) => start_time < duration)
    .map((interval) => ({ ...interval, end_time: Math.min(interval.end_time, duration) }))
}

/** Whether a step of a sequence begins after the end of the picture. */
const outlasts = ({ steps }: FoundMatch, video: Video): boolean =>
  steps !== null && endingWith(video, steps).length < steps.length

async function presentMatch(
  match: FoundMatch,
  video: ShownVideo,
  viewing: Pick<MatchViewing, 'storage' | 'viewer'>,
): Promise<Omit<Match, 'can'>> {
  const { thumbnail, moments, hits, types, steps, ...rest } = match
  const addressOf = async (picture: Thumbnail | null) =>
    picture ? await pictureAddress(picture.thumbnail_key, viewing) : video.thumbnail_url
  const [thumbnail_url, presented] = await Promise.all([
    addressOf(thumbnail),
    Promise.all(
      endingWith(video, steps ?? []).map(async ({ thumbnail: picture, ...step }) => ({
        ...step,
        types: [...step.types],
        hits: [...step.hits],
        thumbnail_url: await addressOf(picture),
      })),
    ),
  ])
  return {
    ...rest,
    steps: steps && presented,
    types: [...types],
    hits: [...hits],
    moments: endingWith(video, moments).map((moment) => ({ ...moment, hits: [...moment.hits] })),
    video_name: video.file_name,
    video_duration: video.duration ?? match.end_time,
    user_id: video.user_id,
    collection_id: video.collection_id,
    collection_name: video.collection_name,
    thumbnail_url,
    ...(thumbnail ? { thumbnail_time: thumbnail.time } : {}),
    stream_url: video.stream_url,
    subtitle_url: video.subtitle_url,
    language: video.language,
    storyboard: video.storyboard,
  }
}

/** The requested frame, for the head of the results. @param part its compared part as a `data:` address, if there is one */
export async function presentFrame(
  { video, frame: { thumbnail_key }, time }: NamedFrame,
  viewing: Pick<MatchViewing, 'storage' | 'viewer'>,
  part: string | null,
): Promise<ReferenceFrame> {
  const thumbnail_url = part ?? (thumbnail_key ? await pictureAddress(thumbnail_key, viewing) : null)
  return { video_id: video.id, video_name: video.file_name, time, thumbnail_url }
}

const pictureAddress = (key: string, { storage, viewer }: Pick<MatchViewing, 'storage' | 'viewer'>): Promise<string> =>
  storage.address(key, { lifetime: ADDRESS.media, content_type: 'image/jpeg', viewer })

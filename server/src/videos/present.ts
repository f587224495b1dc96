import { ADDRESS } from '@footnote/contract/limits.ts'
import type { Video, VideoDetail } from '@footnote/contract/videos.ts'
import type { Circumstances } from '../collections/policy.ts'
import type { CollectionRow } from '../collections/queries.ts'
import { NIL_ID } from '../db/database.ts'
import type { CueWord } from '../db/schema.ts'
import type { Viewer } from '../route.ts'
import type { Storage } from '../storage/storage.ts'
import { mediaTypeOf } from './media-types.ts'
import { isFetchable, videoRights } from './policy.ts'
import type { VideoRow } from './queries.ts'

/** Who looks, and at what moment. */
export interface VideoPresentation extends Circumstances {
  readonly viewer: Viewer
  readonly storage: Storage
}

export async function presentVideo(
  row: VideoRow,
  collection: CollectionRow,
  presentation: VideoPresentation,
): Promise<Video> {
  const { viewer, storage } = presentation
  const fetchable = isFetchable(row, collection, presentation)
  const address = async (key: string | null, content_type = mediaTypeOf(key ?? '')) =>
    key && fetchable ? await storage.address(key, { lifetime: ADDRESS.media, content_type }) : null
  const storyboard_url = await address(row.storyboard_key)
  return {
    id: row.id,
    user_id: row.user_id ?? NIL_ID,
    collection_id: row.collection_id,
    file_name: row.file_name,
    file_url: await address(row.storage_key),
    file_size: row.file_size,
    file_extension: row.file_extension,
    status: row.status,
    status_percentage: row.status_percentage,
    error: row.error,
    video_duration: row.duration,
    duration: row.duration,
    upload_date: row.created_at.toISOString(),
    thumbnail_url: await thumbnailAddress(row, storage),
    stream_url: await address(row.rendition_key ?? row.storage_key),
    subtitle_url: await address(row.subtitle_key, 'text/vtt; charset=utf-8'),
    storyboard: storyboard_url && row.storyboard ? { url: storyboard_url, ...row.storyboard } : null,
    speech_note: row.speech_note,
    frame_rate: row.frame_rate_num && row.frame_rate_den ? { num: row.frame_rate_num, den: row.frame_rate_den } : null,
    can: videoRights(viewer, row, collection, presentation),
  }
}

/** Also of an expired collection: its cards are still shown, dimmed. */
const thumbnailAddress = async ({ status, thumbnail_key }: VideoRow, storage: Storage): Promise<string | null> =>
  thumbnail_key && status !== 'DELETING'
    ? await storage.address(thumbnail_key, { lifetime: ADDRESS.media, content_type: mediaTypeOf(thumbnail_key) })
    : null

export async function presentVideoDetail(
  row: VideoRow,
  collection: CollectionRow,
  words: readonly CueWord[],
  presentation: VideoPresentation,
): Promise<VideoDetail> {
  return {
    ...(await presentVideo(row, collection, presentation)),
    subtitle_word: words.map(({ word, start, end }) => ({ word, start, end })),
    collection_name: collection.name,
  }
}

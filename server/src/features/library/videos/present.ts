import { heardTracks, soundChoiceOf } from '@footnote/contract/nouns/library/videos/sound.ts'
import type { Rendition, Video, VideoDetail, VideoSound } from '@footnote/contract/nouns/library/videos.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { LIGHT } from '@footnote/contract/shared/review-limits.ts'
import { FRAMES_DIFFER } from '@footnote/contract/shared/video-status.ts'
import { PLAYED } from '../../../media/encoding/options.ts'
import { isCausedByFile } from '../../../media/media-error.ts'
import { fitInside } from '../../../media/rendition-plan.ts'
import { NIL_ID } from '../../../platform/db/database.ts'
import { mediaTypeOf } from '../../../platform/net/media-types.ts'
import type { Viewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { Services } from '../../services.ts'
import type { Circumstances } from '../collections/policy.ts'
import type { CollectionRow } from '../collections/queries.ts'
import { canEditTranscript } from '../transcripts/policy.ts'
import { presentSaid } from '../transcripts/present.ts'
import type { SpokenText } from '../transcripts/queries.ts'
import { canStack } from '../versions/policy.ts'
import { lightCopyOf, playedRate } from './light/policy.ts'
import { originalKey } from './marked/policy.ts'
import { canComment, canShare, isFetchable, videoRights } from './policy.ts'
import type { VideoParts, VideoRow } from './queries.ts'
import { presentStoryboard } from './storyboards/present.ts'

/** The viewer and the circumstances of an answer. */
export interface VideoPresentation extends Circumstances {
  readonly viewer: Viewer
  /** The store of its files. */
  readonly storage: Pick<Storage, 'address'>
}

/** A video for lists, with the viewer's rights and signed addresses of its files. */
export async function presentVideo(
  row: VideoRow,
  collection: CollectionRow,
  presentation: VideoPresentation,
): Promise<Video> {
  const { viewer, storage } = presentation
  const fetchable = isFetchable(row, collection, presentation)
  const address = async (key: string | null, content_type = mediaTypeOf(key ?? '')) =>
    key && fetchable ? await storage.address(key, { lifetime: ADDRESS.media, content_type, viewer }) : null
  const original_url = await address(originalKey(row))
  const storyboard_url = await address(row.storyboard_key)
  return {
    id: row.id,
    user_id: row.user_id ?? NIL_ID,
    collection_id: row.collection_id,
    stack_id: row.stack_id,
    version: row.version,
    // Guests of a share link see one version.
    version_count: viewer.kind === 'share' ? 1 : row.version_count,
    current: viewer.kind === 'share' || row.current,
    review_status: row.review_status,
    due_at: row.due_at?.toISOString() ?? null,
    file_name: row.file_name,
    // Guests of a share link watch, but do not download.
    file_url: viewer.kind === 'share' ? null : original_url,
    file_size: row.fetching ? null : row.file_size,
    file_extension: row.file_extension,
    // Guests of a share link see one video.
    same_file_as:
      viewer.kind === 'share' || !row.same_file_as
        ? null
        : { ...row.same_file_as, user_id: row.same_file_as.user_id ?? NIL_ID },
    source: viewer.kind === 'share' || row.sent_by === null ? null : { kind: 'box', name: row.sent_by },
    status: row.status,
    fetching: row.fetching,
    status_percentage: row.status_percentage,
    error: row.error,
    searchable_until: row.searchable_until,
    video_duration: row.duration,
    duration: row.duration,
    upload_date: row.created_at.toISOString(),
    thumbnail_url: await thumbnailAddress(row, presentation),
    stream_url: row.rendition_key ? await address(row.rendition_key) : original_url,
    playback: row.playback === 'UNCHECKED' ? 'READY' : row.playback,
    playback_error: row.playback_error,
    frames_note: row.frames_differ ? FRAMES_DIFFER : null,
    subtitle_url: await address(row.subtitle_key, 'text/vtt; charset=utf-8'),
    storyboard: storyboard_url ? presentStoryboard(row, storyboard_url) : null,
    reading_note: viewer.kind === 'share' ? null : row.reading_note,
    speech_note: row.speech_note,
    language: row.language,
    language_choice: row.language_choice,
    sound: presentSound(row),
    frame_rate: row.frame_rate_num && row.frame_rate_den ? { num: row.frame_rate_num, den: row.frame_rate_den } : null,
    timecode:
      row.timecode_start === null ? null : { start: row.timecode_start, drop_frame: row.timecode_drop === true },
    can: {
      ...videoRights(viewer, { ...row, caused_by_file: isCausedByStoredFile(row) }, collection, presentation),
      versions: row.status !== 'DELETING' && canStack(viewer, row, collection, presentation),
    },
  }
}

/** Another file may be at the address of one that is not here yet. */
const isCausedByStoredFile = ({ error, fetching }: VideoRow): boolean =>
  error !== null && fetching === null && isCausedByFile(error)

function presentSound({ sound, sound_choice, sound_due: changing }: VideoRow): VideoSound | null {
  if (!sound) return null
  const tracks = sound.tracks.map(({ title, language, channels, silent }, place) => {
    return { number: place + 1, title, language, channels, silent }
  })
  const choice = soundChoiceOf(sound_choice)
  return { tracks, heard: [...heardTracks(sound, choice)], choice, changing }
}

/** Cards of an expired collection still show their pictures, dimmed. */
const thumbnailAddress = async (
  { status, thumbnail_key }: VideoRow,
  { storage, viewer }: VideoPresentation,
): Promise<string | null> =>
  thumbnail_key && status !== 'DELETING'
    ? await storage.address(thumbnail_key, {
        lifetime: ADDRESS.media,
        content_type: mediaTypeOf(thumbnail_key),
        viewer,
      })
    : null

const SILENCE: SpokenText = { words: [], names: [] }

/** A video with everything that a player needs: also its words and the times of its frames, while it can be played. */
export async function presentVideoDetail(
  row: VideoRow,
  collection: CollectionRow,
  { said, frame_times, engine, page }: VideoParts,
  presentation: VideoPresentation,
  { registry, config }: Pick<Services, 'registry' | 'config'>,
): Promise<VideoDetail> {
  const video = await presentVideo(row, collection, presentation)
  const { viewer } = presentation
  const fetchable = isFetchable(row, collection, presentation)
  return {
    ...video,
    ...presentSaid(fetchable ? said : SILENCE),
    transcript_revision: row.transcript_revision,
    transcript_engine:
      fetchable && engine !== null && said.words.length > 0 ? registry.packagedEngineName(engine) : null,
    collection_name: collection.name,
    speech_searched: collection.audio,
    frame_times: fetchable ? frame_times : null,
    renditions: await presentRenditions(row, video.stream_url, presentation),
    light_copy: fetchable ? lightCopyOf(row, config.light_rendition) : 'NONE',
    can: {
      ...video.can,
      comment: canComment(viewer, { video: row, collection }, presentation),
      share: canShare(viewer, row, collection, presentation),
      edit_transcript: canEditTranscript(viewer, row, collection, presentation),
    },
    ...(page && (fetchable ? page : { ...page, total: 0 })),
  }
}

/** The files that play a video. @param full address of the file that plays by default; null while nothing can be played */
async function presentRenditions(
  row: VideoRow,
  full: string | null,
  { storage, viewer }: VideoPresentation,
): Promise<Rendition[]> {
  if (full === null) return []
  const { width, height, duration, light_key, light_bytes, pictures_encoded } = row
  const sizeIn = ({ long_side, short_side }: { readonly long_side: number; readonly short_side: number }) =>
    width === null || height === null ? { width, height } : fitInside({ width, height }, long_side, short_side)
  const played = pictures_encoded && row.rendition_key !== null ? sizeIn(PLAYED) : { width, height }
  const whole: Rendition = { id: 'full', url: full, ...played, bit_rate: playedRate(row) }
  if (light_key === null) return [whole]
  const url = await storage.address(light_key, {
    lifetime: ADDRESS.media,
    content_type: mediaTypeOf(light_key),
    viewer,
  })
  const bit_rate = light_bytes !== null && duration ? Math.round((8 * light_bytes) / duration) : null
  return [whole, { id: 'light', url, ...sizeIn(LIGHT), bit_rate }]
}

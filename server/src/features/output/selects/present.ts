import { pictureAt, pictureOfPiece, sheetsWith } from '@footnote/contract/nouns/library/videos/storyboard-pictures.ts'
import type { SelectItem, Selects, SelectsSummary, SelectsVideo } from '@footnote/contract/nouns/output/selects.ts'
import { frameStart } from '@footnote/contract/shared/frames.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import { formatSmpte, smpteLabels } from '@footnote/contract/shared/smpte.ts'
import { NIL_ID } from '../../../platform/db/database.ts'
import type { UserViewer } from '../../../platform/route.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import type { Circumstances } from '../../library/collections/policy.ts'
import { presentVideo } from '../../library/videos/present.ts'
import { presentSheets, presentStoryboard } from '../../library/videos/storyboards/present.ts'
import { itemState, selectsRights } from './policy.ts'
import {
  type findRendered,
  frameCount,
  type ItemRow,
  type ItemVideo,
  type listRenderings,
  type SelectsRow,
  timecodeOf,
} from './queries.ts'

/** The viewer and the circumstances of an answer. */
export interface SelectsPresentation extends Circumstances {
  readonly viewer: UserViewer
  /** The store of the files. */
  readonly storage: Pick<Storage, 'address'>
}

/** The name of an account that was deleted. */
const DELETED = 'Deleted user'

/** Selects for a list of them. */
export async function presentSummary(row: SelectsRow, presentation: SelectsPresentation): Promise<SelectsSummary> {
  const { viewer, storage } = presentation
  const { id, name, note, revision, item_count, duration, user_id } = row
  const picture = async (key: string | null, content_type = 'image/jpeg') =>
    key && (await storage.address(key, { lifetime: ADDRESS.media, content_type, viewer }))
  return {
    ...{ id, name, note, revision, item_count, duration, user_id },
    pictures: await Promise.all(
      row.pictures.map(async (piece) => {
        const { thumbnail_key, storyboard_key, storyboard_sheets: sheets, start_time, end_time } = piece
        const url = await picture(storyboard_key, 'image/webp')
        const shown =
          sheets && start_time !== null && end_time !== null ? [pictureOfPiece(sheets, start_time, end_time)] : []
        return {
          thumbnail_url: await picture(thumbnail_key),
          storyboard: url ? presentStoryboard(piece, url) : null,
          sheets: sheets ? await presentSheets(piece, presentation, sheetsWith(sheets, shown)) : [],
          start_time,
          end_time,
        }
      }),
    ),
    author: row.author || DELETED,
    created_at: row.created_at.toISOString(),
    changed_at: row.changed_at.toISOString(),
    can: selectsRights(viewer, row, presentation),
  }
}

/** Everything that belongs to selects. */
export interface SelectsParts {
  readonly items: readonly ItemRow[]
  readonly videos: ReadonlyMap<string, ItemVideo>
  readonly rendered: Awaited<ReturnType<typeof findRendered>>
  readonly renderings: Awaited<ReturnType<typeof listRenderings>>
}

/** Selects with their items, and the videos that the viewer may read. */
export async function presentSelects(
  row: SelectsRow,
  { items, videos, rendered, renderings }: SelectsParts,
  presentation: SelectsPresentation,
): Promise<Selects> {
  const { viewer } = presentation
  const readable = [...videos.values()].filter((subject) => itemState(viewer, subject, presentation) !== 'GONE')
  return {
    ...(await presentSummary(row, presentation)),
    items: await Promise.all(items.map((item) => presentItem(item, videos.get(item.video_id ?? ''), presentation))),
    videos: await Promise.all(readable.map((subject) => presentSource(subject, presentation))),
    rendered: rendered ? { ...rendered, user_id: rendered.user_id ?? NIL_ID } : null,
    renderings: renderings.map(({ id, share, user_id, created_at }) => ({
      id,
      share,
      mine: user_id === viewer.user_id,
      created_at: created_at.toISOString(),
    })),
  }
}

async function presentItem(
  row: ItemRow,
  subject: ItemVideo | undefined,
  presentation: SelectsPresentation,
): Promise<SelectItem> {
  const { id, video_id, video_name, start_frame, end_frame, note, source } = row
  const state = itemState(presentation.viewer, subject, presentation)
  const there = state === 'GONE' || !subject?.timing ? null : { timing: subject.timing, video: subject.video }
  const { rate } = there?.timing ?? {}
  const labels = there && rate ? smpteLabels(rate, timecodeOf(there.video)) : null
  const start_time = there && frameStart(there.timing, start_frame)
  const end_time = there && frameStart(there.timing, end_frame)
  return {
    id,
    video_id: state === 'GONE' ? null : video_id,
    video_name,
    start_frame,
    end_frame,
    start_time,
    end_time,
    timecode_in: labels && formatSmpte(start_frame, labels),
    timecode_out: labels && formatSmpte(end_frame, labels),
    note,
    source,
    state,
    sheets:
      there && state !== 'EXPIRED' ? await sheetsOf(there.video, start_time ?? 0, end_time ?? 0, presentation) : [],
  }
}

/** The sheets that show a piece where it begins and ends, and in its row. Times in seconds. */
async function sheetsOf(video: ItemVideo['video'], start: number, end: number, presentation: SelectsPresentation) {
  const { storyboard_sheets: sheets } = video
  if (!sheets) return []
  const shown = [pictureOfPiece(sheets, start, end), pictureAt(sheets, start), pictureAt(sheets, end)]
  return await presentSheets(video, presentation, sheetsWith(sheets, shown))
}

async function presentSource(subject: ItemVideo, presentation: SelectsPresentation): Promise<SelectsVideo> {
  const { video, collection } = subject
  const { id, user_id, collection_id, file_name, version, frame_rate, timecode, stream_url, playback, ...rest } =
    await presentVideo(video, collection, presentation)
  return {
    ...{ id, user_id, collection_id, file_name, version, frame_rate, timecode, stream_url, playback },
    collection_name: collection.name,
    frame_count: frameCount(subject) ?? 0,
    duration: rest.duration ?? 0,
    width: video.width,
    height: video.height,
    thumbnail_url: rest.thumbnail_url,
    storyboard: rest.storyboard,
  }
}

import { countSheets } from '@footnote/contract/nouns/library/videos/storyboard-pictures.ts'
import type { Storyboard, StoryboardSheet } from '@footnote/contract/nouns/library/videos.ts'
import { ADDRESS } from '@footnote/contract/shared/limits.ts'
import type { Viewer } from '../../../../platform/route.ts'
import type { Storage } from '../../../../platform/storage/storage.ts'
import { sheetKey } from '../../../../platform/storage/video-folder.ts'
import type { VideoRow } from '../queries.ts'

type SheetColumns = Pick<VideoRow, 'storyboard_sheets'>

/** A storyboard without the addresses of its sheets: those of a long film would make lists of videos long. @param url of its sprite */
export function presentStoryboard(
  { storyboard, storyboard_sheets }: SheetColumns & Pick<VideoRow, 'storyboard'>,
  url: string,
): Storyboard | null {
  if (!storyboard) return null
  if (!storyboard_sheets) return { url, ...storyboard, sheets: null }
  const { key: _, ...sheets } = storyboard_sheets
  return { url, ...storyboard, sheets }
}

/**
 * Addresses of sheets, for somebody who may fetch the video.
 * @param numbers all of them by default
 */
export async function presentSheets(
  { storyboard_sheets }: SheetColumns,
  { storage, viewer }: { readonly storage: Pick<Storage, 'address'>; readonly viewer: Viewer },
  numbers?: readonly number[],
): Promise<StoryboardSheet[]> {
  if (!storyboard_sheets) return []
  const { key, ...sheets } = storyboard_sheets
  const options = { lifetime: ADDRESS.media, content_type: 'image/webp', viewer }
  const chosen = numbers ?? Array.from({ length: countSheets(sheets) }, (_, number) => number)
  return await Promise.all(
    chosen.map(async (number) => ({ number, url: await storage.address(sheetKey(key, number), options) })),
  )
}

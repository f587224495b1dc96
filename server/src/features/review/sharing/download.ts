import type { Download } from '@footnote/contract/nouns/review/sharing/link-settings.ts'
import { ProductError } from '../../../platform/errors.ts'
import { isLight } from '../../library/videos/light/policy.ts'
import { originalKey } from '../../library/videos/marked/policy.ts'
import type { VideoRow } from '../../library/videos/queries.ts'
import { allowsDownload } from './policy.ts'

/**
 * The file that a guest may save: the one that was sent, or the light copy, in place of which a video that is light
 * already gives the file that plays. By a link with a watermark in the picture, the copy with it in place of both.
 * @param most that the link allows
 * @param file that the guest asks for; by default what the link allows
 * @throws ProductError forbidden, video_not_ready
 */
export function downloadOf(
  video: VideoRow,
  { most, file }: { readonly most: Download; readonly file?: 'proxy' | 'original' | undefined },
): { readonly key: string; readonly name: string; readonly download: Download } {
  const download = file ?? most
  if (download === 'none' || !allowsDownload(most, download))
    throw new ProductError('forbidden', { detail: 'This link allows no such download.' })
  // A copy with a watermark is the only file.
  const whole = download === 'original' || video.marked !== undefined
  const key = whole ? originalKey(video) : lightKeyOf(video)
  if (key === null) throw new ProductError('video_not_ready', { detail: 'This file is not made yet. Try again later.' })
  const extension = key.slice(key.lastIndexOf('.'))
  const as_sent = whole && video.marked === undefined
  const name = as_sent ? video.file_name : `${video.file_name.replace(/\.[^.]+$/, '')}${extension}`
  return { key, name, download }
}

const lightKeyOf = (video: VideoRow): string | null =>
  video.light_key ?? (isLight(video) ? (video.rendition_key ?? video.storage_key) : null)

import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import { ShareDialog } from './share-dialog.tsx'

/** The dialog of links to a video. */
export function ShareVideoDialog({
  video: { id, file_name: name, thumbnail_url, duration, can },
  ...state
}: {
  open: boolean
  onClose: () => void
  video: Pick<VideoDetail, 'id' | 'file_name' | 'thumbnail_url' | 'duration' | 'can'>
}) {
  return <ShareDialog {...state} subject={{ kind: 'video', id, name, thumbnail_url, duration, may_share: can.share }} />
}

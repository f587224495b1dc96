import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { ShareAccess } from '../../../lib/calls/client.ts'
import { ExportButton } from './exports/export-button.tsx'
import type { ListedComment } from './exports/export-dialog.tsx'
import { ImportButton } from './imports/import-button.tsx'

interface DiscussionFilesProps {
  video: VideoDetail
  share: ShareAccess | null
  /** The comments that the list shows; null without any. */
  listed: readonly ListedComment[] | null
}

/** Buttons above the list that write its comments to a file, and add those of a file. */
export function DiscussionFiles({ video, share, listed }: DiscussionFilesProps) {
  return (
    <>
      {listed && <ExportButton video={video} listed={listed} share={share} />}
      {share === null && video.can.comment && <ImportButton video={video} />}
    </>
  )
}

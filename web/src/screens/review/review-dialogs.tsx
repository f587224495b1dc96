import type { VideoDetail } from '@footnote/contract/nouns/library/videos.ts'
import type { FrameTiming } from '@footnote/contract/shared/frames.ts'
import { useState } from 'react'
import type { MarkedFrames } from '../../features/output/selects/add-frames.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

const UploadDialog = lazyPart(
  async () => (await import('../../features/library/uploads/upload-dialog.tsx')).UploadDialog,
)
const AddFrames = lazyPart(async () => (await import('../../features/output/selects/add-frames.tsx')).AddFrames)
const ShareDialog = lazyPart(
  async () => (await import('../../features/review/sharing/share-video-dialog.tsx')).ShareVideoDialog,
)

/** The dialog that is open: the next version, share links, or frames for selects. */
export type OpenDialog = 'upload' | 'share' | { readonly add: MarkedFrames }

interface DialogsProps {
  video: VideoDetail
  timing: FrameTiming | null
  /** Null while none is open. */
  open: OpenDialog | null
  onClose: () => void
}

/** The dialogs of the review page. Each loads when it opens. */
export function ReviewDialogs({ video, timing, open, onClose }: DialogsProps) {
  // The dialog of share links keeps its choices for a moment after it closes.
  const [shared, setShared] = useState(false)
  if (open === 'share' && !shared) setShared(true)
  return (
    <>
      {open === 'upload' && (
        <UploadDialog
          collectionId={video.collection_id}
          onto={{ video_id: video.id, file_name: video.file_name, version: video.version + 1 }}
          onClose={onClose}
          onMissing={onClose}
        />
      )}
      {open !== null && typeof open === 'object' && timing && (
        <AddFrames video={video} timing={timing} marked={open.add} onClose={onClose} onMissing={onClose} />
      )}
      {shared && (
        <ShareDialog
          open={open === 'share'}
          onClose={onClose}
          video={video}
          onMissing={() => {
            onClose()
            setShared(false)
          }}
        />
      )}
    </>
  )
}

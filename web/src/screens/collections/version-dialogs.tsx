import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { cardsOf } from '../../features/library/versions/cards.ts'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

const VersionsDialog = lazyPart(
  async () => (await import('../../features/library/versions/versions-dialog.tsx')).VersionsDialog,
)
const AddAsVersionDialog = lazyPart(
  async () => (await import('../../features/library/versions/add-as-version-dialog.tsx')).AddAsVersionDialog,
)

/** A video, and the dialog about its versions that is open. */
export interface AskedVersions {
  readonly video: Video
  readonly asked: 'list' | 'add_to'
}

/** The dialogs about the versions of a card. */
export function VersionDialogs({
  open: { video, asked },
  videos,
  onUpload,
  onDelete,
  onClose,
}: {
  open: AskedVersions
  /** All videos of the collection. */
  videos: readonly Video[]
  onUpload: (video: Video) => void
  onDelete: (video: Video) => void
  onClose: () => void
}) {
  const closing = (act: (video: Video) => void) => (chosen: Video) => {
    onClose()
    act(chosen)
  }
  if (asked === 'add_to')
    return (
      <AddAsVersionDialog video={video} cards={cardsOf(videos)} videos={videos} onClose={onClose} onMissing={onClose} />
    )
  return (
    <VersionsDialog
      video={video}
      videos={videos}
      onUpload={() => closing(onUpload)(video)}
      onDelete={closing(onDelete)}
      onClose={onClose}
      onMissing={onClose}
    />
  )
}

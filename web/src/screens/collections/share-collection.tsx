import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'

const ShareDialog = lazyPart(async () => (await import('../../features/review/sharing/share-dialog.tsx')).ShareDialog)

interface ShareProps {
  collection: Collection
  /** Videos to share, none for the whole collection; null while the dialog is closed. */
  chosen: readonly Video[] | null
  onClose: () => void
}

/** The dialog of links to a collection, or to videos that are ticked there. It loads when it first opens. */
export function ShareCollection({ collection: { id, name }, chosen, onClose }: ShareProps) {
  // A closing dialog keeps what it shows.
  const [shown, setShown] = useState(chosen)
  if (chosen !== null && chosen !== shown) setShown(chosen)
  if (shown === null) return null
  const ids = shown.map((video) => video.id)
  return (
    <ShareDialog
      key={ids.join()}
      open={chosen !== null}
      onClose={onClose}
      onMissing={() => {
        onClose()
        setShown(null)
      }}
      subject={{ kind: 'collection', id, name, chosen: ids, may_share: true }}
    />
  )
}

import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import { ConfirmDelete } from '../../../ui/dialogs/confirm-delete.tsx'
import { useDeleteCollection } from './api.ts'
import { countVideos } from './collection-card.tsx'

/** Asks before a collection is deleted. */
export function DeleteDialog({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const deletion = useDeleteCollection()
  return (
    <ConfirmDelete
      name={collection.name}
      besides={collection.num_videos > 0 && ` and its ${countVideos(collection.num_videos)}`}
      note="This cannot be undone. Minutes that were used stay used."
      deletion={deletion}
      onDelete={() => deletion.mutate(collection, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

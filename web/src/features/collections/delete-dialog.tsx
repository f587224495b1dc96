import type { Collection } from '@footnote/contract/collections.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { useDeleteCollection } from './api.ts'
import { countVideos } from './collection-card.tsx'

export function DeleteDialog({ collection, onClose }: { collection: Collection | null; onClose: () => void }) {
  return collection ? <DeleteQuestion key={collection.id} collection={collection} onClose={onClose} /> : null
}

function DeleteQuestion({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const remove = useDeleteCollection()
  return (
    <Dialog open onClose={onClose} title="Confirm Delete" locked={remove.isPending}>
      <DialogBody className="grid gap-2">
        <p className="text-md text-text">
          Delete <strong className="font-semibold [overflow-wrap:anywhere]">{collection.name}</strong>
          {collection.num_videos > 0 && ` and its ${countVideos(collection.num_videos)}`}?
        </p>
        <p className="text-text-2">This cannot be undone. Minutes that were used stay used.</p>
      </DialogBody>
      <DialogFooter>
        {remove.isError && (
          <span className="mr-auto text-text-2" role="status">
            It was not deleted.
          </span>
        )}
        <Button onClick={onClose} disabled={remove.isPending}>
          Cancel
        </Button>
        <Button
          variant="danger"
          busy={remove.isPending}
          onClick={() => remove.mutate(collection.id, { onSuccess: onClose })}
        >
          {remove.isError ? 'Retry' : 'Delete'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

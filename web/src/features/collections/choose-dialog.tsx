import type { Collection } from '@footnote/contract/collections.ts'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog, DialogBody } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { countVideos } from './collection-card.tsx'

/** Asks for the collection that videos are to be uploaded to. */
export function ChooseDialog({
  open,
  onClose,
  collections,
}: {
  open: boolean
  onClose: () => void
  collections: readonly Collection[]
}) {
  const open_to_uploads = collections.filter((collection) => collection.can.upload)
  return (
    <Dialog open={open} onClose={onClose} title="Select a Collection">
      <DialogBody>
        {open_to_uploads.length === 0 ? (
          <EmptyState
            fact="No collections yet"
            next="Videos are kept in collections. Make one, then upload to it."
            action={
              <ButtonLink variant="primary" to="/collections?openCreateModal=true">
                Create Collection
              </ButtonLink>
            }
          />
        ) : (
          <ul className="-mx-2 max-h-[320px] overflow-y-auto">
            {open_to_uploads.map((collection) => (
              <li key={collection.id}>
                <Link
                  className="flex min-h-11 items-center gap-3 rounded-lg px-2 hover:bg-hover"
                  to={`/collections/${collection.id}?openUploadModal=true`}
                >
                  <span className="min-w-0 flex-1 truncate font-medium">{collection.name}</span>
                  <span className="text-xs text-text-2">{countVideos(collection.num_videos)}</span>
                  <ChevronRight className="icon text-text-3" aria-hidden="true" />
                </Link>
              </li>
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  )
}

import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { uploadAddress } from '../../../lib/addresses.ts'
import { Dialog, DialogBody } from '../../../ui/dialogs/dialog.tsx'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { countVideos } from './collection-card.tsx'

/** Asks for the collection to upload videos to. */
export function ChooseDialog({ onClose, list }: { onClose: () => void; list: UseQueryResult<Collection[]> }) {
  return (
    <Dialog open onClose={onClose} title="Select a Collection">
      <DialogBody>
        {list.data ? (
          <Choices collections={list.data} />
        ) : list.isError ? (
          <NotLoaded what="The list could not be loaded." onRetry={list.refetch} />
        ) : (
          <Skeleton className="h-[132px]" />
        )}
      </DialogBody>
    </Dialog>
  )
}

function Choices({ collections }: { collections: readonly Collection[] }) {
  const open_to_uploads = collections.filter((collection) => collection.can.upload)
  if (open_to_uploads.length === 0) return <NothingToChoose collections={collections} />
  return (
    <ul className="-mx-2 max-h-[320px] overflow-y-auto">
      {open_to_uploads.map((collection) => (
        <li key={collection.id}>
          <Link className="row-link flex min-h-11 items-center gap-3 px-2" to={uploadAddress(collection)}>
            <span className="min-w-0 flex-1 truncate font-medium" dir="auto">
              {collection.name}
            </span>
            <span className="text-xs text-text-2">{countVideos(collection.num_videos)}</span>
            <ChevronRight className="icon text-text-3" aria-hidden="true" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function NothingToChoose({ collections }: { collections: readonly Collection[] }) {
  if (collections.some(({ expired }) => !expired))
    return (
      <EmptyState
        fact="You cannot upload to a collection"
        next="Your company has too few seats. Ask an admin for a larger plan."
      />
    )
  return (
    <EmptyState
      fact={collections.length === 0 ? 'No collections yet' : 'All collections are expired'}
      next="A collection holds your videos. Create one, then upload."
      action={
        <ButtonLink variant="primary" to="/collections?openCreateModal=true">
          Create Collection
        </ButtonLink>
      }
    />
  )
}

import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { CollectionCard, CollectionCardSkeleton } from './collection-card.tsx'

// Dialogs load when they open.
const RenameDialog = lazyPart(async () => (await import('./rename-dialog.tsx')).RenameCollectionDialog)
const LanguageDialog = lazyPart(async () => (await import('./language-dialog.tsx')).CollectionLanguageDialog)
const DeleteDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

interface CardActions {
  onRename: (collection: Collection) => void
  onLanguage: (collection: Collection) => void
  onDelete: (collection: Collection) => void
}

/** Actions of the cards' menus, and the dialogs that they open. */
export function useCardDialogs(): { actions: CardActions; dialogs: ReactNode } {
  const [renaming, setRenaming] = useState<Collection | null>(null)
  const [choosing, setChoosing] = useState<Collection | null>(null)
  const [deleting, setDeleting] = useState<Collection | null>(null)
  const closing = (set: (none: null) => void) => ({ onClose: () => set(null), onMissing: () => set(null) })
  const dialogs = (
    <>
      {renaming && <RenameDialog collection={renaming} {...closing(setRenaming)} />}
      {choosing && <LanguageDialog collection={choosing} {...closing(setChoosing)} />}
      {deleting && <DeleteDialog collection={deleting} {...closing(setDeleting)} />}
    </>
  )
  return { actions: { onRename: setRenaming, onLanguage: setChoosing, onDelete: setDeleting }, dialogs }
}

interface ListProps extends CardActions {
  list: UseQueryResult<Collection[]>
  /** Number of placeholders while loading. */
  skeletons: number
  /** Shown before the cards, in the same grid. */
  first?: ReactNode
  /** Shown after the cards, in the same grid. */
  last?: ReactNode
  /** Shown instead of an empty list. */
  empty: ReactNode
}

/** Collections as cards, in each state: loading, empty, failed, full. */
export function CollectionList({ list, skeletons, first, last, empty, ...actions }: ListProps) {
  const { data, isError, isPending, refetch } = list
  const cards = data?.map((collection) => <CollectionCard key={collection.id} collection={collection} {...actions} />)
  return (
    <>
      {!data && isError && (
        <div className="mb-4">
          <NotLoaded what="The list could not be loaded." onRetry={refetch} />
        </div>
      )}
      {data?.length === 0 && empty}
      {(first || isPending || (cards && cards.length > 0)) && (
        <div className="grid-collections" aria-busy={isPending}>
          {first}
          {cards}
          {last}
          {isPending &&
            Array.from({ length: skeletons }, (_, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders without identity
              <CollectionCardSkeleton key={place} />
            ))}
        </div>
      )}
    </>
  )
}

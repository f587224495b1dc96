import type { Collection } from '@footnote/contract/collections.ts'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SectionHead } from '../../ui/page-header.tsx'
import { collectionsQuery, samplesQuery } from './api.ts'
import { CollectionCard, CollectionCardSkeleton } from './collection-card.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { RenameDialog } from './rename-dialog.tsx'

/** 'Sample Videos' and 'My Videos' with all that can be done to a collection in them. */
export function CollectionSections({ onCreate }: { onCreate: () => void }) {
  const samples = useQuery(samplesQuery())
  const mine = useQuery(collectionsQuery())
  const [renaming, setRenaming] = useState<Collection | null>(null)
  const [deleting, setDeleting] = useState<Collection | null>(null)
  const actions = { onRename: setRenaming, onDelete: setDeleting }
  return (
    <>
      {(samples.data?.length !== 0 || samples.isError) && (
        <Section title="Sample Videos" list={samples} skeletons={1} empty={null} {...actions} />
      )}
      <Section
        title="My Videos"
        list={mine}
        skeletons={4}
        empty={
          <EmptyState
            fact="No collections yet"
            next="A collection is a library of videos that you search together."
            action={
              <Button variant="primary" onClick={onCreate}>
                Create Collection
              </Button>
            }
          />
        }
        {...actions}
      />
      <RenameDialog collection={renaming} onClose={() => setRenaming(null)} />
      <DeleteDialog collection={deleting} onClose={() => setDeleting(null)} />
    </>
  )
}

interface SectionProps {
  title: string
  list: UseQueryResult<Collection[]>
  /** Cards to keep a place for while loading. */
  skeletons: number
  empty: ReactNode
  onRename: (collection: Collection) => void
  onDelete: (collection: Collection) => void
}

function Section({ title, list, skeletons, empty, ...actions }: SectionProps) {
  const { data, isError, refetch } = list
  return (
    <section aria-busy={list.isPending}>
      <SectionHead title={title} {...(data ? { count: data.length } : {})} />
      {!data && isError && (
        <p className="flex items-center gap-3 text-text-2">
          The list could not be loaded.
          <Button size="sm" onClick={() => refetch()}>
            Retry
          </Button>
        </p>
      )}
      {data?.length === 0 && empty}
      {list.isPending && (
        <div className="grid-collections">
          {Array.from({ length: skeletons }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places without identity
            <CollectionCardSkeleton key={place} />
          ))}
        </div>
      )}
      {data && data.length > 0 && (
        <div className="grid-collections">
          {data.map((collection) => (
            <CollectionCard key={collection.id} collection={collection} {...actions} />
          ))}
        </div>
      )}
    </section>
  )
}

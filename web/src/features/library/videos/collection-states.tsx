import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import { listAddress } from '../../../lib/addresses.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { VideoCardSkeleton } from './card/video-card.tsx'

/** A collection that does not exist, or not for this person. */
export function CollectionNotFound({ kind = 'search' }: { kind?: Collection['kind'] }) {
  return (
    <main className="page">
      <title>Collection Not Found · Footnote</title>
      <h1 className="mb-5 text-2xl font-semibold tracking-tight">Collection Not Found</h1>
      <EmptyState
        fact="The collection you're looking for doesn't exist or you don't have access."
        action={<ButtonLink to={listAddress(kind)}>Go to Collections</ButtonLink>}
      />
    </main>
  )
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** Placeholder with the page's layout while the collection loads. */
export function CollectionSkeleton() {
  return (
    <div aria-busy="true">
      <span className="sr-only" role="status">
        Loading
      </span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="mt-3 h-8 w-72" />
      <Skeleton className="mt-2 mb-5 h-5 w-96 max-w-full" />
      <div className="grid-videos">
        {PLACES.map((place) => (
          <VideoCardSkeleton key={place} />
        ))}
      </div>
    </div>
  )
}

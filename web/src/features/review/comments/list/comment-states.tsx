import { Button } from '../../../../ui/forms/button.tsx'
import { EmptyState } from '../../../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../../ui/page/skeleton.tsx'
import type { CommentFilter } from './filter.ts'

const PLACES = ['w-full', 'w-3/4', 'w-5/6', 'w-2/3'] as const

/** Shown while comments load. */
export function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {PLACES.map((width) => (
        <div key={width} className="comment">
          <Skeleton className="h-7 w-7" />
          <div className="grid gap-2">
            <Skeleton className="h-5 w-40" />
            <Skeleton className={`h-5 ${width}`} />
            <Skeleton className="h-4 w-12" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** Shown when comments fail to load. @param some whether a part of them loaded */
export function ListFailed({ some, onRetry }: { some: boolean; onRetry: () => void }) {
  return (
    <div className="p-4">
      <NotLoaded
        what={some ? 'The other comments could not be loaded.' : 'The comments could not be loaded.'}
        onRetry={onRetry}
      />
    </div>
  )
}

/** Shown while the filter hides every comment. */
export function NoneShown({ filter, onShowAll }: { filter: CommentFilter; onShowAll: () => void }) {
  const only = filter.by === null && filter.kinds.length === 0
  const fact =
    only && filter.show === 'open'
      ? 'Everything is resolved'
      : `No ${filter.show === 'all' ? '' : `${filter.show} `}comments like that`
  return (
    <EmptyState
      fact={only && filter.show === 'resolved' ? 'Nothing is resolved yet' : fact}
      action={<Button onClick={onShowAll}>Show all</Button>}
    />
  )
}

/** Shown while there are no comments; explains to those who may comment how to begin. */
export function NoComments({ canComment }: { canComment: boolean }) {
  return (
    <EmptyState
      fact="No comments yet"
      next={canComment ? 'Pause where something matters, then write below.' : undefined}
    />
  )
}

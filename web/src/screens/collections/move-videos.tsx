import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { collectionsQuery, reviewCollectionsQuery } from '../../features/library/collections/api.ts'
import { MoveDialog } from '../../features/library/videos/selection/move-dialog.tsx'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'

/** Moves videos to another of the company's collections, of either kind. */
export function MoveVideos(props: {
  videos: readonly Video[]
  from: Collection
  onClose: () => void
  onMoved: (ids: readonly string[]) => void
}) {
  const searched = useQuery(collectionsQuery())
  const reviewed = useQuery(reviewCollectionsQuery())
  const lists = props.from.kind === 'review' ? [reviewed, searched] : [searched, reviewed]
  const failed = lists.find(({ isError, data }) => isError && !data)
  const read = lists.map(({ data }) => data).filter((list) => list !== undefined)
  const waiting = failed ? (
    <NotLoaded
      what="The list could not be loaded."
      onRetry={() => Promise.all(lists.map(({ refetch }) => refetch()))}
    />
  ) : (
    <Skeleton className="h-[132px]" />
  )
  return <MoveDialog {...props} collections={read.length === lists.length ? read.flat() : waiting} />
}

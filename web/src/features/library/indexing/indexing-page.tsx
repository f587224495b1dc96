import { useQuery } from '@tanstack/react-query'
import { Unloaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { indexingQuery } from './api.ts'
import { EngineList } from './engine-list.tsx'
import { FailureTable } from './failure-table.tsx'
import { MediaAlert } from './media-alert.tsx'
import { ModelTable } from './model-table.tsx'
import { ReindexingCard } from './reindexing-card.tsx'
import { WorkTable } from './work-table.tsx'
import './indexing.css'

/** Engines and models of this installation, and the progress of indexing; for admins. */
export function IndexingPage() {
  const { data, isPending, refetch } = useQuery(indexingQuery())
  if (!data)
    return (
      <Unloaded loading={isPending} what="The state of indexing could not be loaded." onRetry={refetch}>
        <Skeleton className="h-[170px]" />
        <Skeleton className="h-[240px]" />
      </Unloaded>
    )
  return (
    <>
      <MediaAlert />
      <ReindexingCard indexing={data} />
      {data.failures.length > 0 && <FailureTable failures={data.failures} />}
      <WorkTable indexing={data} />
      <EngineList engines={data.engines} examinations={data.examinations} />
      <ModelTable models={data.models} />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { SectionHead } from '../../../ui/page/page-header.tsx'
import { collectionsQuery, samplesQuery } from './api.ts'
import { CollectionList, useCardDialogs } from './collection-list.tsx'

const counted = (list: readonly unknown[] | undefined) => (list ? { count: list.length } : {})

/** The sections 'Sample Videos' and 'My Videos', with the actions on their collections. */
export function CollectionSections({
  onCreate,
  sampleQuestions,
  besideSample,
}: {
  onCreate: () => void
  /** Questions that the first sample collection answers; their place stays free until it is known. */
  sampleQuestions?: (collectionId: string) => ReactNode
  /** Shown beside a single sample collection, which would leave its row empty. */
  besideSample: (collectionId: string) => ReactNode
}) {
  const samples = useQuery(samplesQuery())
  const mine = useQuery(collectionsQuery())
  const [sample, ...others] = samples.data ?? []
  const { actions, dialogs } = useCardDialogs()
  return (
    <>
      {(samples.data?.length !== 0 || samples.isError) && (
        <section>
          <SectionHead title="Sample Videos" {...counted(samples.data)} />
          {sampleQuestions && <div className="sample-questions">{sample && sampleQuestions(sample.id)}</div>}
          <CollectionList
            list={samples}
            skeletons={1}
            last={sample && others.length === 0 && besideSample(sample.id)}
            empty={null}
            {...actions}
          />
        </section>
      )}
      <section>
        <SectionHead title="My Videos" {...counted(mine.data)} />
        <CollectionList
          list={mine}
          skeletons={4}
          empty={
            <EmptyState
              fact="No collections yet"
              next="A collection is a library of videos that you search together."
              action={<Button onClick={onCreate}>Create Collection</Button>}
            />
          }
          {...actions}
        />
      </section>
      {dialogs}
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { CircleHelp, Plus } from 'lucide-react'
import { OverLimitBanner } from '../../features/identity/plans/over-limit-banner.tsx'
import { reviewCollectionsQuery } from '../../features/library/collections/api.ts'
import { CollectionList, useCardDialogs } from '../../features/library/collections/collection-list.tsx'
import { CreateReviewDialog } from '../../features/library/collections/create-review-dialog.tsx'
import { useOpenedByAddress } from '../../lib/use-opened-by-address.ts'
import { CreateButton } from '../../ui/forms/create-button.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { SampleReview } from './sample-review.tsx'
import './review-collections.css'

const MEANING = 'A collection is a library of videos that you review together.'

export default function ReviewCollections() {
  const list = useQuery(reviewCollectionsQuery())
  const [creating, setCreating] = useOpenedByAddress('openCreateModal')
  const { actions, dialogs } = useCardDialogs()
  return (
    <main className="page">
      <PageHeader
        title="Quick Review"
        explanation={
          <Tooltip text={MEANING} side="right">
            <button type="button" className="explain hit" aria-label="What is a collection?">
              <CircleHelp className="icon" aria-hidden="true" />
            </button>
          </Tooltip>
        }
        actions={<CreateButton onClick={() => setCreating(true)}>Create new</CreateButton>}
      />
      <OverLimitBanner />
      <h2 className="sr-only">Collections</h2>
      <CollectionList
        list={list}
        skeletons={3}
        first={
          <button type="button" className="create-tile" onClick={() => setCreating(true)}>
            <Plus className="icon" aria-hidden="true" />
            Create a Collection
          </button>
        }
        last={list.data && <SampleReview />}
        empty={<p className="mb-4 text-text-2">No collections yet. {MEANING}</p>}
        {...actions}
      />
      {dialogs}
      {creating && <CreateReviewDialog onClose={() => setCreating(false)} />}
    </main>
  )
}

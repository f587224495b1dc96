import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { MatchType } from '@footnote/contract/nouns/output/search.ts'
import { formatDuration } from '@footnote/contract/shared/timecode.ts'
import type { ReactNode } from 'react'
import { listAddress } from '../../../lib/addresses.ts'
import { ModalityChip } from '../../../ui/marks/modality-chip.tsx'
import { Breadcrumbs, PageHeader } from '../../../ui/page/page-header.tsx'
import { countVideos } from './selection/count-videos.ts'

/** Name, modalities and size of a collection. */
export function CollectionHeader({ detail, actions }: { detail: CollectionDetail; actions?: ReactNode }) {
  const { collection, visual, audio, ocr } = detail
  const chosen: readonly [MatchType, boolean][] = [
    ['visual', visual],
    ['speech', audio],
    ['ocr', ocr],
  ]
  return (
    <>
      <div className="mb-2">
        <Breadcrumbs
          entries={[{ label: 'Collections', to: listAddress(collection.kind) }, { label: collection.name }]}
        />
      </div>
      <PageHeader title={collection.name} actions={actions}>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {chosen.map(([type, on]) => on && <ModalityChip key={type} type={type} words="long" />)}
          <span className="meta ml-1">
            <span>{countVideos(collection.num_videos)}</span>
            <span>{formatDuration(collection.total_duration)}</span>
          </span>
        </div>
      </PageHeader>
    </>
  )
}

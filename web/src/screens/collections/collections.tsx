import { CollectionSections } from '../../features/collections/collection-sections.tsx'
import { CollectionsLead } from '../../features/collections/collections-lead.tsx'
import { CreateDialog } from '../../features/collections/create-dialog.tsx'
import { OverLimitBanner } from '../../features/plans/over-limit-banner.tsx'
import { FilmRow } from '../../features/videos/card/film-row.tsx'
import { useOpenedByAddress } from '../../lib/use-opened-by-address.ts'
import { CreateButton } from '../../ui/forms/create-button.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

export default function Collections() {
  const [creating, setCreating] = useOpenedByAddress('openCreateModal')
  return (
    <main className="page">
      <PageHeader
        title="Collections"
        actions={<CreateButton onClick={() => setCreating(true)}>Create Collection</CreateButton>}
      />
      <CollectionsLead />
      <OverLimitBanner />
      <CollectionSections onCreate={() => setCreating(true)} besideSample={(id) => <FilmRow collectionId={id} />} />
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </main>
  )
}

import { OverLimitBanner } from '../../features/identity/plans/over-limit-banner.tsx'
import { CollectionSections } from '../../features/library/collections/collection-sections.tsx'
import { CollectionsLead } from '../../features/library/collections/collections-lead.tsx'
import { CreateDialog } from '../../features/library/collections/create-dialog.tsx'
import { FilmRow } from '../../features/library/videos/card/film-row.tsx'
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

import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { reviewCollectionsQuery } from '../../features/library/collections/api.ts'
import { selectsQuery } from '../../features/output/selects/api.ts'
import { SelectsPage } from '../../features/output/selects/selects-page.tsx'
import { SELECTS_LIST } from '../../lib/addresses.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { ButtonLink } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { Spinner } from '../../ui/page/spinner.tsx'

const ShareDialog = lazyPart(async () => (await import('../../features/review/sharing/share-dialog.tsx')).ShareDialog)

export default function SelectsScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery(selectsQuery(id))
  const { data: reviewed } = useQuery(reviewCollectionsQuery())
  const collections = useMemo(() => reviewed?.filter(({ can }) => can.upload) ?? [], [reviewed])
  if (data) return <SharedSelects key={id} selects={data} collections={collections} />
  if (error instanceof ApiError && error.status === 404) return <SelectsNotFound />
  return (
    <main className="page">
      <title>Selects · Footnote</title>
      {error ? (
        <NotLoaded what="These selects could not be loaded." onRetry={refetch} />
      ) : (
        <div className="grid place-items-center py-24">
          <Spinner label="Loading selects" />
        </div>
      )}
    </main>
  )
}

/** The page of selects, with the dialog of links to what they were rendered into. */
function SharedSelects({ selects, collections }: Omit<ComponentProps<typeof SelectsPage>, 'onShare'>) {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  if (open && !opened) setOpened(true)
  const { id, name, rendered, can } = selects
  const close = () => setOpen(false)
  return (
    <>
      <SelectsPage selects={selects} collections={collections} onShare={() => setOpen(true)} />
      {opened && (
        <ShareDialog
          open={open}
          onClose={close}
          onMissing={() => {
            close()
            setOpened(false)
          }}
          subject={{ kind: 'selects', id, name, rendered: rendered !== null, may_share: can.render }}
        />
      )}
    </>
  )
}

const SelectsNotFound = () => (
  <main className="page">
    <title>Selects not found · Footnote</title>
    <div className="empty mt-6">
      <h1 className="text-2xl text-text">Selects not found</h1>
      <p>The person who made them may have deleted them.</p>
      <ButtonLink variant="primary" className="mt-3" to={SELECTS_LIST}>
        All selects
      </ButtonLink>
    </div>
  </main>
)

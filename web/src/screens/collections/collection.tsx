import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, Inbox, ListFilter, Search, Share2, Upload } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router'
import { userQuery } from '../../features/identity/accounts/api.ts'
import { OverLimitBanner } from '../../features/identity/plans/over-limit-banner.tsx'
import { ModelNotice } from '../../features/library/indexing/models/model-notice.tsx'
import { EmptyCollection } from '../../features/library/uploads/empty-collection.tsx'
import { PageDrop } from '../../features/library/uploads/page-drop.tsx'
import type { ChosenVideos, VersionTarget } from '../../features/library/uploads/use-video-drop.ts'
import { cardsOf, targetOf } from '../../features/library/versions/cards.ts'
import { isNamedAlike } from '../../features/library/versions/named-alike.ts'
import { collectionQuery } from '../../features/library/videos/api.ts'
import { arrange, FILTERS, SORTS } from '../../features/library/videos/arrange.ts'
import { CollectionHeader } from '../../features/library/videos/collection-header.tsx'
import { CollectionNotFound, CollectionSkeleton } from '../../features/library/videos/collection-states.tsx'
import { FirstReady } from '../../features/library/videos/first-ready.tsx'
import { useArrangement } from '../../features/library/videos/use-arrangement.ts'
import { PictureDrop } from '../../features/output/search/pictures/picture-drop.tsx'
import { searchAddress } from '../../features/output/search/question/search-address.ts'
import { collectionAddress } from '../../lib/addresses.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import { useOpenedByAddress } from '../../lib/use-opened-by-address.ts'
import { Button, ButtonLink } from '../../ui/forms/button.tsx'
import { PlansLink } from '../../ui/forms/plans-link.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { Alert } from '../../ui/page/alert.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { CollectionVideos } from './collection-videos.tsx'
import { ShareCollection } from './share-collection.tsx'

// Loaded on demand, because most visits upload nothing.
const UploadDialog = lazyPart(
  async () => (await import('../../features/library/uploads/upload-dialog.tsx')).UploadDialog,
)

// Loaded when somebody asks for files.
const BoxDialog = lazyPart(async () => (await import('../../features/review/sharing/boxes/box-dialog.tsx')).BoxDialog)

/** A collection of either kind, each at its own address. */
export default function CollectionScreen() {
  const { id = '' } = useParams()
  const { pathname, search } = useLocation()
  const { data, error, refetch } = useQuery(collectionQuery(id))
  if (data) {
    const address = collectionAddress(data.collection)
    return address === pathname ? <Collection key={id} detail={data} /> : <Navigate to={address + search} replace />
  }
  if (error instanceof ApiError && error.status === 404)
    return <CollectionNotFound kind={pathname.startsWith('/quick-review/') ? 'review' : 'search'} />
  return (
    <main className="page">
      {error ? <NotLoaded what="The collection could not be loaded." onRetry={refetch} /> : <CollectionSkeleton />}
    </main>
  )
}

function Collection({ detail }: { detail: CollectionDetail }) {
  const { collection, videos, expired } = detail
  const [uploading, setUploading] = useOpenedByAddress('openUploadModal')
  const [dropped, setDropped] = useState<ChosenVideos | null>(null)
  const [onto, setOnto] = useState<VersionTarget | null>(null)
  const [sharing, setSharing] = useState<readonly Video[] | null>(null)
  const [asking, setAsking] = useState(false)
  const { filter, sort, setFilter, setSort } = useArrangement()
  const { data: user } = useQuery(userQuery())
  const navigate = useNavigate()
  const searched = collection.kind === 'search'
  const mayUpload = collection.can.upload && !expired
  const cards = cardsOf(videos)
  const alike = (name: string): VersionTarget | null => {
    const card = cards.find(({ can, file_name }) => can.versions && isNamedAlike(file_name, name))
    return card ? targetOf(card, videos) : null
  }
  const closeUpload = () => {
    setUploading(false)
    setDropped(null)
    setOnto(null)
  }
  const uploadButton = (
    <Button variant="primary" className="max-sm:flex-1" onClick={() => setUploading(true)}>
      <Upload className="icon" aria-hidden="true" />
      Upload Videos
    </Button>
  )
  return (
    <main className="page">
      <title>{`${collection.name} · Footnote`}</title>
      <CollectionHeader
        detail={detail}
        actions={
          <>
            {searched && !expired && videos.length > 0 && (
              <ButtonLink to={`/collections/${collection.id}/search`}>
                <Search className="icon" aria-hidden="true" />
                <span className="max-sm:sr-only">Search</span>
              </ButtonLink>
            )}
            <Select label="Show" icon={ListFilter} options={FILTERS} value={filter} onChange={setFilter} />
            <Select label="Sort" icon={ArrowDownWideNarrow} options={SORTS} value={sort} onChange={setSort} />
            {!expired && videos.length > 0 && (
              <Button aria-label="Share" onClick={() => setSharing([])}>
                <Share2 className="icon" aria-hidden="true" />
                <span className="max-sm:sr-only">Share</span>
              </Button>
            )}
            {mayUpload && (
              <Button aria-label="Ask for files" onClick={() => setAsking(true)}>
                <Inbox className="icon" aria-hidden="true" />
                <span className="max-sm:sr-only">Ask for files</span>
              </Button>
            )}
            {mayUpload && videos.length > 0 && uploadButton}
          </>
        }
      />
      {!collection.sample && !expired && <OverLimitBanner />}
      {searched && user?.is_admin && <ModelNotice />}
      {searched && !expired && <FirstReady detail={detail} />}
      {expired && (
        <div className="mb-5">
          <Alert kind="warn" action={<PlansLink />}>
            <strong className="font-semibold">COLLECTION IS EXPIRED</strong>
            <p>Its videos can no longer be opened{searched && ', searched'} or changed.</p>
          </Alert>
        </div>
      )}
      {videos.length === 0 && mayUpload && <EmptyCollection onUpload={() => setUploading(true)} onDrop={setDropped} />}
      {videos.length === 0 && !mayUpload && <EmptyState fact="No videos yet" />}
      {videos.length > 0 && (
        <CollectionVideos
          videos={arrange(cards, filter, sort)}
          all={videos}
          collection={collection}
          enabled={!expired}
          transcribed={detail.audio}
          similar={detail.visual ? collection.id : null}
          onShowAll={() => setFilter('all')}
          onShare={setSharing}
          onUpload={(version) => ('of' in version ? setOnto(version.of) : setDropped(version.dropped))}
        />
      )}
      {asking && (
        <BoxDialog collection={collection} onClose={() => setAsking(false)} onMissing={() => setAsking(false)} />
      )}
      <ShareCollection collection={collection} chosen={sharing} onClose={() => setSharing(null)} />
      {searched && detail.visual && !expired && videos.length > 0 && (
        <PictureDrop
          uploads={mayUpload}
          onPicture={(image) =>
            navigate(searchAddress(collection.id, { query: '', types: [], image, confidence: null }))
          }
        />
      )}
      {mayUpload && <PageDrop collection={collection.name} onDrop={setDropped} />}
      {((uploading && mayUpload) || dropped !== null || onto !== null) && (
        <UploadDialog
          chosen={dropped}
          // Who may not upload here may still add a version to a video of their own.
          onto={onto ?? (mayUpload ? null : (dropped?.onto ?? null))}
          alike={alike}
          onClose={closeUpload}
          onMissing={closeUpload}
          collectionId={collection.id}
          collection={{ ...collection, visual: detail.visual, ocr: detail.ocr, audio: detail.audio }}
        />
      )}
    </main>
  )
}

import type { CollectionDetail, Collection as CollectionFacts } from '@footnote/contract/collections.ts'
import type { Video } from '@footnote/contract/videos.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ListFilter, Search, Upload } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLocation, useParams } from 'react-router'
import { userQuery } from '../features/accounts/api.ts'
import { ModelNotice } from '../features/models/model-notice.tsx'
import { OverLimitBanner } from '../features/plans/over-limit-banner.tsx'
import { EmptyCollection } from '../features/uploads/empty-collection.tsx'
import { UploadDialog } from '../features/uploads/upload-dialog.tsx'
import type { ChosenVideos } from '../features/uploads/use-video-drop.ts'
import { collectionQuery } from '../features/videos/api.ts'
import { arrange, FILTERS, type Filter, SORTS, type Sort } from '../features/videos/arrange.ts'
import { CollectionHeader } from '../features/videos/collection-header.tsx'
import { CollectionNotFound, CollectionSkeleton } from '../features/videos/collection-states.tsx'
import { DeleteVideoDialog } from '../features/videos/delete-video-dialog.tsx'
import { FirstReady } from '../features/videos/first-ready.tsx'
import { VideoLanguageDialog } from '../features/videos/language-dialog.tsx'
import { LoadFailure, VideoCard } from '../features/videos/video-card.tsx'
import { collectionAddress } from '../lib/addresses.ts'
import { ApiError } from '../lib/api-error.ts'
import { useOpenedByAddress } from '../lib/use-opened-by-address.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { Select } from '../ui/select.tsx'

// The player is loaded when something is to be played.
const PlaybackDialog = lazyPart(async () => (await import('../features/videos/playback-dialog.tsx')).PlaybackDialog)
const RenameVideoDialog = lazyPart(async () => (await import('../features/videos/rename-dialog.tsx')).RenameVideoDialog)
const MoveVideos = lazyPart(async () => (await import('./move-videos.tsx')).MoveVideos)

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
  return <main className="page">{error ? <LoadFailure onRetry={refetch} /> : <CollectionSkeleton />}</main>
}

function Collection({ detail }: { detail: CollectionDetail }) {
  const { collection, videos, expired } = detail
  const [uploading, setUploading] = useOpenedByAddress('openUploadModal')
  const [dropped, setDropped] = useState<ChosenVideos | null>(null)
  const [filter, setFilter] = useState<Filter>('all')
  const [sort, setSort] = useState<Sort>('newest')
  const { data: user } = useQuery(userQuery())
  const searched = collection.kind === 'search'
  const mayUpload = collection.can.upload && !expired
  const uploadButton = (
    <Button variant="primary" onClick={() => setUploading(true)}>
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
                Search
              </ButtonLink>
            )}
            <Select label="Show" icon={ListFilter} options={FILTERS} value={filter} onChange={setFilter} />
            <Select label="Sort" icon={ArrowDownWideNarrow} options={SORTS} value={sort} onChange={setSort} />
            {mayUpload && videos.length > 0 && uploadButton}
          </>
        }
      />
      {!collection.sample && !expired && <OverLimitBanner />}
      {searched && user?.is_admin && <ModelNotice />}
      {searched && !expired && <FirstReady detail={detail} />}
      {expired && (
        <div className="mb-5">
          <Alert
            kind="warn"
            action={
              <ButtonLink size="sm" to="/pricing">
                See plans
              </ButtonLink>
            }
          >
            <strong className="font-semibold">COLLECTION IS EXPIRED</strong>
            <p>Its videos can no longer be opened{searched && ', searched'} or changed.</p>
          </Alert>
        </div>
      )}
      {videos.length === 0 && mayUpload && <EmptyCollection onUpload={() => setUploading(true)} onDrop={setDropped} />}
      {videos.length === 0 && !mayUpload && <EmptyState fact="No videos yet" />}
      {videos.length > 0 && (
        <Videos
          videos={arrange(videos, filter, sort)}
          collection={collection}
          enabled={!expired}
          transcribed={detail.audio}
          similar={detail.visual ? collection.id : null}
          onShowAll={() => setFilter('all')}
        />
      )}
      <UploadDialog
        open={(uploading || dropped !== null) && mayUpload}
        chosen={dropped}
        onClose={() => {
          setUploading(false)
          setDropped(null)
        }}
        collectionId={collection.id}
      />
    </main>
  )
}

interface VideosProps {
  videos: readonly Video[]
  collection: CollectionFacts
  enabled: boolean
  transcribed: boolean
  /** Id of the collection, where its pictures are compared. */
  similar: string | null
  onShowAll: () => void
}

function Videos({ videos, collection, enabled, transcribed, similar, onShowAll }: VideosProps) {
  const [playing, setPlaying] = useState<Video | null>(null)
  const [choosing, setChoosing] = useState<Video | null>(null)
  const [renaming, setRenaming] = useState<Video | null>(null)
  const [moving, setMoving] = useState<Video | null>(null)
  const [deleting, setDeleting] = useState<Video | null>(null)
  return (
    <>
      {videos.length === 0 ? (
        <EmptyState
          fact="No video here"
          next="None of the videos is in this state."
          action={<Button onClick={onShowAll}>Show all</Button>}
        />
      ) : (
        <div className="grid-videos">
          {videos.map((video) => (
            <VideoCard
              key={video.id}
              video={video}
              enabled={enabled}
              onOpen={collection.kind === 'search' ? setPlaying : undefined}
              onLanguage={transcribed ? setChoosing : undefined}
              onRename={setRenaming}
              onMove={setMoving}
              onDelete={setDeleting}
            />
          ))}
        </div>
      )}
      {/* Of a video that is no longer among those shown, too: what was asked about it is answered here. */}
      {playing && (
        <PlaybackDialog
          video={playing}
          searched={similar}
          onClose={() => setPlaying(null)}
          onDelete={setDeleting}
          onMissing={() => setPlaying(null)}
        />
      )}
      {renaming && (
        <RenameVideoDialog video={renaming} onClose={() => setRenaming(null)} onMissing={() => setRenaming(null)} />
      )}
      {moving && (
        <MoveVideos
          videos={[moving]}
          from={collection}
          onClose={() => setMoving(null)}
          onMoved={() => undefined}
          onMissing={() => setMoving(null)}
        />
      )}
      <VideoLanguageDialog video={choosing} onClose={() => setChoosing(null)} />
      <DeleteVideoDialog
        video={deleting}
        onClose={() => setDeleting(null)}
        onDeleted={() => {
          setDeleting(null)
          setPlaying(null)
        }}
      />
    </>
  )
}

import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { DropOn } from '../../features/library/uploads/drop-on.tsx'
import type { ChosenVideos, VersionTarget } from '../../features/library/uploads/use-video-drop.ts'
import { comingVersion, targetOf } from '../../features/library/versions/cards.ts'
import type { VersionAction } from '../../features/library/videos/card/video-actions.tsx'
import { VideoCard } from '../../features/library/videos/card/video-card.tsx'
import { useSelection } from '../../features/library/videos/selection/use-selection.ts'
import { useOpenedFilm } from '../../features/library/videos/use-opened-film.ts'
import { useOpenedMoment } from '../../lib/address/use-opened-moment.ts'
import { Button } from '../../ui/forms/button.tsx'
import { lazyPart } from '../../ui/overlays/lazy-part.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { type AskedVersions, VersionDialogs } from './version-dialogs.tsx'

// Loaded on demand, because only some visits need them; above all the player.
const PlaybackDialog = lazyPart(
  async () => (await import('../../features/library/videos/playback-dialog.tsx')).PlaybackDialog,
)
const RenameVideoDialog = lazyPart(
  async () => (await import('../../features/library/videos/rename-dialog.tsx')).RenameVideoDialog,
)
const VideoLanguageDialog = lazyPart(
  async () => (await import('../../features/library/videos/language-dialog.tsx')).VideoLanguageDialog,
)
const DeleteVideoDialog = lazyPart(
  async () => (await import('../../features/library/videos/delete-video-dialog.tsx')).DeleteVideoDialog,
)
const MoveVideos = lazyPart(async () => (await import('./move-videos.tsx')).MoveVideos)
const SelectionBar = lazyPart(
  async () => (await import('../../features/library/videos/selection/selection-bar.tsx')).SelectionBar,
)

interface VideosProps {
  videos: readonly Video[]
  /** All videos of the collection, also those that are no current version. */
  all: readonly Video[]
  collection: Collection
  enabled: boolean
  transcribed: boolean
  /** Id of the collection if its pictures can be searched, otherwise null. */
  similar: string | null
  onShowAll: () => void
  /** Shares chosen videos. */
  onShare: (videos: readonly Video[]) => void
  /** Uploads versions: of a video, or the dropped files. */
  onUpload: (version: { of: VersionTarget } | { dropped: ChosenVideos }) => void
}

/** The visible videos of a collection, and the dialogs about them. */
export function CollectionVideos({
  videos,
  all,
  collection,
  enabled,
  transcribed,
  similar,
  onShowAll,
  onShare,
  onUpload,
}: VideosProps) {
  const { moment, open, close } = useOpenedMoment()
  const played = collection.kind === 'search' && enabled ? (moment?.video_id ?? null) : null
  const { film: playing } = useOpenedFilm(
    played,
    all.find(({ id }) => id === played),
  )
  const [choosing, setChoosing] = useState<Video | null>(null)
  const [renaming, setRenaming] = useState<Video | null>(null)
  const [moving, setMoving] = useState<readonly Video[]>([])
  const { chosen, picking, clear, chooseAll, letGo } = useSelection(videos)
  const [everChosen, setEverChosen] = useState(false)
  if (chosen.length > 0 && !everChosen) setEverChosen(true)
  const [deleting, setDeleting] = useState<Video | null>(null)
  const [versionsOf, setVersionsOf] = useState<AskedVersions | null>(null)
  const askVersions = (video: Video, asked: VersionAction) =>
    asked === 'upload' ? onUpload({ of: targetOf(video, all) }) : setVersionsOf({ video, asked })
  return (
    <>
      <h2 className="sr-only">Videos</h2>
      {videos.length === 0 ? (
        <EmptyState
          fact="No video here"
          next="None of the videos is in this state."
          action={<Button onClick={onShowAll}>Show all</Button>}
        />
      ) : (
        <div className="grid-videos">
          {videos.map((video) => {
            const card = (
              <VideoCard
                key={video.stack_id}
                video={video}
                enabled={enabled}
                coming={comingVersion(video, all)}
                onOpen={
                  collection.kind === 'search' ? ({ id }) => open({ video_id: id, range: null }, null) : undefined
                }
                onLanguage={transcribed ? setChoosing : undefined}
                onRename={setRenaming}
                onMove={(moved) => setMoving([moved])}
                onVersions={askVersions}
                picking={picking}
                onDelete={setDeleting}
              />
            )
            return enabled && video.can.versions ? (
              <DropOn key={video.stack_id} target={targetOf(video, all)} onDrop={(dropped) => onUpload({ dropped })}>
                {card}
              </DropOn>
            ) : (
              card
            )
          })}
        </div>
      )}
      {everChosen && (
        <SelectionBar
          chosen={chosen}
          shown={videos.filter(({ status }) => status !== 'DELETING').length}
          onAll={chooseAll}
          onClear={clear}
          onMove={setMoving}
          onShare={onShare}
          onGone={letGo}
        />
      )}
      {/* The dialogs stay open for a video that is no longer visible. */}
      {playing && (
        <PlaybackDialog video={playing} searched={similar} onClose={close} onDelete={setDeleting} onMissing={close} />
      )}
      {renaming && (
        <RenameVideoDialog video={renaming} onClose={() => setRenaming(null)} onMissing={() => setRenaming(null)} />
      )}
      {moving.length > 0 && (
        <MoveVideos
          videos={moving}
          from={collection}
          onClose={() => setMoving([])}
          onMoved={letGo}
          onMissing={() => setMoving([])}
        />
      )}
      {versionsOf && (
        <VersionDialogs
          open={versionsOf}
          videos={all}
          onUpload={(video) => onUpload({ of: targetOf(video, all) })}
          onDelete={setDeleting}
          onClose={() => setVersionsOf(null)}
        />
      )}
      {choosing && (
        <VideoLanguageDialog video={choosing} onClose={() => setChoosing(null)} onMissing={() => setChoosing(null)} />
      )}
      {deleting && (
        <DeleteVideoDialog
          key={deleting.id}
          video={deleting}
          onClose={() => setDeleting(null)}
          onMissing={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null)
            close()
          }}
        />
      )}
    </>
  )
}

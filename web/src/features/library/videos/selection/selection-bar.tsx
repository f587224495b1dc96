import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { Download, FolderInput, Share2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/forms/button.tsx'
import { lazyPart } from '../../../../ui/overlays/lazy-part.tsx'
import { SelectionDock } from '../../../../ui/selection/selection-dock.tsx'
import { saveVideo } from '../api.ts'
import { KeptVideos } from './kept-videos.tsx'
import { type SkippedVideo, useBatch } from './use-batch.ts'

const DeleteVideosDialog = lazyPart(async () => (await import('./delete-videos-dialog.tsx')).DeleteVideosDialog)

/** Browsers drop downloads that follow each other immediately. */
async function saveInTurn(video: Video): Promise<void> {
  await saveVideo(video)
  await new Promise((resolve) => setTimeout(resolve, TIMING.between_downloads))
}

/** Actions for the selected videos, at the foot of the page while there are any. */
export function SelectionBar({
  chosen,
  shown,
  onAll,
  onClear,
  onMove,
  onShare,
  onGone,
}: {
  chosen: readonly Video[]
  /** Number of videos that could be selected. */
  shown: number
  onAll: () => void
  onClear: () => void
  onMove: (videos: readonly Video[]) => void
  onShare: (videos: readonly Video[]) => void
  /** Gets the ids of the videos that leave the selection. */
  onGone: (ids: readonly string[]) => void
}) {
  const [deleting, setDeleting] = useState<readonly Video[] | null>(null)
  const [kept, setKept] = useState<readonly SkippedVideo[]>([])
  const [asked, setAsked] = useState<readonly Video[]>([])
  const { progress, run } = useBatch(saveInTurn)
  const failures = kept.filter(({ id }) => chosen.some((video) => video.id === id))
  const movable = chosen.filter(({ can }) => can.move)
  const download = async () => {
    setAsked(chosen)
    const failed = await run(chosen)
    setKept(failed)
    // Videos that were not deleted or moved stay chosen, for another try.
    onGone(chosen.filter(({ id }) => !failed.some((video) => video.id === id)).map(({ id }) => id))
  }
  return (
    <>
      {chosen.length > 0 && (
        <SelectionDock
          words={progress ? `Downloading ${progress.done + 1} of ${progress.of}` : `${chosen.length} selected`}
          chosen={chosen.length}
          shown={shown}
          onAll={onAll}
          onClear={onClear}
          note={failures.length > 0 && !progress && <KeptVideos videos={asked} kept={failures} did="downloaded" />}
        >
          <Button size="sm" busy={progress !== null} onClick={download}>
            <Download className="icon" aria-hidden="true" />
            Download
          </Button>
          <Button size="sm" onClick={() => onShare(chosen)}>
            <Share2 className="icon" aria-hidden="true" />
            Share
          </Button>
          {movable.length > 0 && (
            <Button size="sm" onClick={() => onMove(movable)}>
              <FolderInput className="icon" aria-hidden="true" />
              Move
            </Button>
          )}
          {chosen.some(({ can }) => can.delete) && (
            <Button size="sm" onClick={() => setDeleting(chosen)}>
              <Trash2 className="icon" aria-hidden="true" />
              Delete
            </Button>
          )}
        </SelectionDock>
      )}
      {/* The dialogs stay open for videos that are no longer selected. */}
      {deleting && (
        <DeleteVideosDialog
          videos={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={onGone}
          onMissing={() => setDeleting(null)}
        />
      )}
    </>
  )
}

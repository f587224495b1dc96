import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { Dialog, DialogBody, DialogFooter } from '../../../../ui/dialogs/dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { Rule } from '../../../../ui/page/rule.tsx'
import { useDeleteVideos } from '../api.ts'
import { GoingWithVideos, keepsComments, useDeletionPreview } from '../deletion.tsx'
import { countVideos } from './count-videos.ts'
import { KeptVideos } from './kept-videos.tsx'
import { type SkippedVideo, useBatch } from './use-batch.ts'

/** Names that are written out; the rest is counted. */
const NAMED = 5

/** Asks before several videos are deleted, shows the progress, and names those that were not deleted. */
export function DeleteVideosDialog({
  videos,
  onClose,
  onDeleted,
}: {
  /** Of one collection. */
  videos: readonly Video[]
  onClose: () => void
  /** Gets the ids of the videos that are being deleted. */
  onDeleted: (ids: readonly string[]) => void
}) {
  const mine = videos.filter(({ can }) => can.delete)
  const [asked, setAsked] = useState<readonly Video[]>(mine)
  const [kept, setKept] = useState<readonly SkippedVideo[]>([])
  const [keep, setKeep] = useState(true)
  const preview = useDeletionPreview(asked)
  const { one, settle } = useDeleteVideos(videos[0]?.collection_id ?? '')
  const { progress, run } = useBatch((video) => one(video, keepsComments(preview.data, keep, video)))
  const start = async () => {
    const failed = await run(asked)
    const gone = asked.filter(({ id }) => !failed.some((video) => video.id === id)).map(({ id }) => id)
    settle(gone)
    onDeleted(gone)
    setKept(failed)
    setAsked(asked.filter(({ id }) => !gone.includes(id)))
    if (failed.length === 0) return onClose()
    // The preview of fewer videos is read anyway. Versions that were to have comments may be gone.
    if (gone.length === 0) void preview.refetch()
  }
  return (
    <Dialog open onClose={onClose} title="Confirm Delete" locked={progress !== null}>
      <DialogBody className="grid gap-2">
        {kept.length > 0 && !progress ? (
          <KeptVideos videos={mine} kept={kept} did="deleted" />
        ) : (
          <>
            <Question videos={asked} others={videos.length - mine.length} />
            <GoingWithVideos
              several={asked.length > 1}
              preview={preview}
              keep_comments={keep}
              onKeepComments={setKeep}
            />
          </>
        )}
        {progress && (
          <div className="mt-2 grid gap-1">
            <p role="status" className="text-text-2">
              Deleting {progress.done + 1} of {progress.of}
            </p>
            <Rule length={progress.done / progress.of} kind="busy" label="Deleted" />
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose} disabled={progress !== null}>
          {kept.length > 0 ? 'Close' : 'Cancel'}
        </Button>
        <Button variant="danger" busy={progress !== null || preview.isFetching} onClick={start}>
          {kept.length > 0 ? 'Retry' : `Delete ${countVideos(asked.length)}`}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

function Question({ videos, others }: { videos: readonly Video[]; others: number }) {
  const more = videos.length - NAMED
  return (
    <>
      <p className="text-md">Delete {countVideos(videos.length)}?</p>
      <ul className="text-text-2 [overflow-wrap:anywhere]">
        {videos.slice(0, NAMED).map(({ id, file_name }) => (
          <li key={id}>{file_name}</li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
      <p className="text-text-2">
        This cannot be undone. Minutes that were used stay used.
        {others > 0 && ` ${countVideos(others)} of other people ${others === 1 ? 'stays' : 'stay'}.`}
      </p>
    </>
  )
}

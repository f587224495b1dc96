import type { Video } from '@footnote/contract/videos.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { useDeleteVideo } from './api.ts'

/** Asks before a video is deleted. @param onDeleted called when it is */
export function DeleteVideoDialog({
  video,
  onClose,
  onDeleted = onClose,
}: {
  video: Video | null
  onClose: () => void
  onDeleted?: () => void
}) {
  return video ? <Question key={video.id} video={video} onClose={onClose} onDeleted={onDeleted} /> : null
}

function Question({ video, onClose, onDeleted }: { video: Video; onClose: () => void; onDeleted: () => void }) {
  const remove = useDeleteVideo()
  return (
    <Dialog open onClose={onClose} title="Confirm Delete" locked={remove.isPending}>
      <DialogBody className="grid gap-2">
        <p className="text-md text-text">
          Delete <strong className="font-semibold [overflow-wrap:anywhere]">{video.file_name}</strong>?
        </p>
        <p className="text-text-2">This cannot be undone. Minutes that were used stay used.</p>
      </DialogBody>
      <DialogFooter>
        {remove.isError && (
          <span className="mr-auto text-text-2" role="status">
            It was not deleted.
          </span>
        )}
        <Button onClick={onClose} disabled={remove.isPending}>
          Cancel
        </Button>
        <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(video, { onSuccess: onDeleted })}>
          {remove.isError ? 'Retry' : 'Delete'}
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

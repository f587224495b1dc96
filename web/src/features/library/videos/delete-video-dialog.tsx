import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { useState } from 'react'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { useDeleteVideo } from './api.ts'
import { GoingWithVideos, keepsComments, useDeletionPreview } from './deletion.tsx'

/** Asks before a video is deleted. @param onDeleted called after the deletion */
export function DeleteVideoDialog({
  video,
  onClose,
  onDeleted = onClose,
}: {
  video: Video
  onClose: () => void
  onDeleted?: () => void
}) {
  const deletion = useDeleteVideo()
  const preview = useDeletionPreview([video])
  const [keep, setKeep] = useState(true)
  const several = video.version_count > 1
  const remove = () =>
    deletion.mutate(
      { video, keep_comments: keepsComments(preview.data, keep, video) },
      // The version that was to have the comments may be gone.
      { onSuccess: onDeleted, onError: () => void preview.refetch() },
    )
  return (
    <Confirm
      title="Confirm Delete"
      action="Delete"
      note={`${several ? 'The other versions stay. ' : ''}This cannot be undone. Minutes that were used stay used.`}
      failure={deletion.isError ? 'It was not deleted.' : null}
      // Nobody decides before they know what goes.
      busy={deletion.isPending || preview.isFetching}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>
        Delete <strong className="font-semibold [overflow-wrap:anywhere]">{video.file_name}</strong>
        {several && `, version ${video.version}`}?
      </p>
      <div className="mt-2 grid gap-2">
        <GoingWithVideos several={false} preview={preview} keep_comments={keep} onKeepComments={setKeep} />
      </div>
    </Confirm>
  )
}

import type { Video } from '@footnote/contract/nouns/videos.ts'
import { useState } from 'react'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { useDeleteVideo } from './api.ts'
import { GoingWithVideos, useDeletionPreview } from './deletion.tsx'

/** Asks before a video is deleted. @param onDeleted called after the deletion */
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
  const deletion = useDeleteVideo()
  const [asked] = useState([video])
  const preview = useDeletionPreview(asked)
  const [kept, setKept] = useState(true)
  const several = video.version_count > 1
  const keep_comments = kept && (preview.data?.keepable ?? 0) > 0
  return (
    <Confirm
      title="Confirm Delete"
      action="Delete"
      note={`${several ? 'The other versions stay. ' : ''}This cannot be undone. Minutes that were used stay used.`}
      failure={deletion.isError ? 'It was not deleted.' : null}
      // Nobody decides before they know what goes.
      busy={deletion.isPending || preview.isPending}
      onConfirm={() => deletion.mutate({ video, keep_comments }, { onSuccess: onDeleted })}
      onClose={onClose}
    >
      <p>
        Delete <strong className="font-semibold [overflow-wrap:anywhere]">{video.file_name}</strong>
        {several && `, version ${video.version}`}?
      </p>
      <div className="mt-2 grid gap-2">
        <GoingWithVideos several={false} preview={preview} kept={kept} onKept={setKept} />
      </div>
    </Confirm>
  )
}

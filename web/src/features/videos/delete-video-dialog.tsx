import type { Video } from '@footnote/contract/nouns/videos.ts'
import { ConfirmDelete } from '../../ui/dialogs/confirm-delete.tsx'
import { useDeleteVideo } from './api.ts'

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
  const several = video.version_count > 1
  return (
    <ConfirmDelete
      name={video.file_name}
      besides={several && `, version ${video.version}`}
      note={`${several ? 'The other versions stay. ' : ''}This cannot be undone. Minutes that were used stay used.`}
      deletion={deletion}
      onDelete={() => deletion.mutate(video, { onSuccess: onDeleted })}
      onClose={onClose}
    />
  )
}

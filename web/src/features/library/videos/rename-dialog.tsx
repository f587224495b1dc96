import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { RenameDialog } from '../../../ui/dialogs/rename-dialog.tsx'
import { useRenameVideo } from './api.ts'

/** Characters before the extension: the part that a person wants to replace. */
const stemOf = ({ file_name, file_extension }: Video): number =>
  file_name.toLowerCase().endsWith(`.${file_extension}`)
    ? file_name.length - file_extension.length - 1
    : file_name.length

/** Renames a video. */
export function RenameVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const rename = useRenameVideo()
  return (
    <RenameDialog
      title="Rename video"
      name={video.file_name}
      stem={stemOf(video)}
      max={TEXT.video_name}
      failure={rename.error && errorDetail(rename.error, 'The video was not renamed. Try again.')}
      busy={rename.isPending}
      onRename={(new_name) => rename.mutate({ video, new_name }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

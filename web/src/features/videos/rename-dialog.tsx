import type { Video } from '@footnote/contract/nouns/videos.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { type FormEvent, useState } from 'react'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { useRenameVideo } from './api.ts'

/** Characters before the extension: the part that a person wants to replace. */
const stemOf = ({ file_name, file_extension }: Video): number =>
  file_name.toLowerCase().endsWith(`.${file_extension}`)
    ? file_name.length - file_extension.length - 1
    : file_name.length

/** Renames a video. */
export function RenameVideoDialog({ video, onClose }: { video: Video; onClose: () => void }) {
  const [name, setName] = useState(video.file_name)
  const rename = useRenameVideo()
  const trimmed = name.trim()
  const unchanged = trimmed === '' || trimmed === video.file_name
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!rename.isPending && !unchanged) rename.mutate({ video, new_name: trimmed }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Rename video"
      action="Rename"
      disabled={unchanged}
      form={{
        props: { noValidate: true, onSubmit },
        failure: rename.error && errorDetail(rename.error, 'The video was not renamed. Try again.'),
        busy: rename.isPending,
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={TEXT.video_name}
        value={name}
        onFocus={(event) => event.target.setSelectionRange(0, stemOf(video))}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

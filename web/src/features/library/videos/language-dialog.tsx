import type { Video } from '@footnote/contract/nouns/library/videos.ts'
import { LanguageDialog } from '../../../ui/dialogs/language-dialog.tsx'
import { useChooseLanguage } from './api.ts'

/** Sets the language in which the server transcribes a video. */
export function VideoLanguageDialog({
  video: { id, language_choice },
  onClose,
}: {
  video: Video
  onClose: () => void
}) {
  const choosing = useChooseLanguage()
  return (
    <LanguageDialog
      language={language_choice}
      none="As its collection"
      hint="Footnote transcribes the video again. The old transcript stays until then."
      choosing={choosing}
      onChoose={(chosen) => choosing.mutate({ video_id: id, language: chosen }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

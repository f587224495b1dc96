import type { Video } from '@footnote/contract/nouns/videos.ts'
import { LanguageDialog } from '../../ui/overlays/language-dialog.tsx'
import { useChooseLanguage } from './api.ts'

/** Sets the language in which the server transcribes a video. @param video null while closed */
export function VideoLanguageDialog({ video, onClose }: { video: Video | null; onClose: () => void }) {
  return video ? <Choice key={video.id} video={video} onClose={onClose} /> : null
}

function Choice({ video: { id, language_choice }, onClose }: { video: Video; onClose: () => void }) {
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

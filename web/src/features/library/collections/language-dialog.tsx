import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import { LanguageDialog } from '../../../ui/dialogs/language-dialog.tsx'
import { useChooseLanguage } from './api.ts'

/** Sets the language in which the server transcribes a collection's videos. */
export function CollectionLanguageDialog({
  collection: { id, language },
  onClose,
}: {
  collection: Collection
  onClose: () => void
}) {
  const choosing = useChooseLanguage()
  return (
    <LanguageDialog
      language={language}
      none="Detect"
      hint="Footnote transcribes again the videos that have no language of their own. Their old transcripts stay until then."
      choosing={choosing}
      onChoose={(chosen) => choosing.mutate({ id, language: chosen }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

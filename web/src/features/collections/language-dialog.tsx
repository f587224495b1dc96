import type { Collection } from '@footnote/contract/collections.ts'
import { LanguageDialog } from '../../ui/language-dialog.tsx'
import { useChooseLanguage } from './api.ts'

/** Chooses the language that a collection's videos are transcribed in. @param collection null while none is being chosen for */
export function CollectionLanguageDialog({
  collection,
  onClose,
}: {
  collection: Collection | null
  onClose: () => void
}) {
  return collection ? <Choice key={collection.id} collection={collection} onClose={onClose} /> : null
}

function Choice({ collection: { id, language }, onClose }: { collection: Collection; onClose: () => void }) {
  const choosing = useChooseLanguage()
  return (
    <LanguageDialog
      language={language}
      none="Detect"
      hint="Videos without a language of their own are transcribed again. Until that is done, what was heard before stays."
      choosing={choosing}
      onChoose={(chosen) => choosing.mutate({ id, language: chosen }, { onSuccess: onClose })}
      onClose={onClose}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorDetail } from '../../lib/calls/api-error.ts'
import { languageName, spokenLanguagesQuery } from '../../lib/spoken-languages.ts'
import { SelectField } from '../forms/select.tsx'
import { ChangeDialog } from './change-dialog.tsx'

const NONE = ''

/** Asks for the spoken language. The server then transcribes the video or collection again. */
export function LanguageDialog({
  language,
  none,
  hint,
  choosing,
  onChoose,
  onClose,
}: {
  /** The chosen language (BCP 47), or null. */
  language: string | null
  /** Label of choosing none, for example 'Detect'. */
  none: string
  /** Consequences of choosing another one. */
  hint: string
  choosing: { readonly isPending: boolean; readonly error: Error | null }
  onChoose: (language: string | null) => void
  onClose: () => void
}) {
  const [chosen, setChosen] = useState(language ?? NONE)
  const { data: known = [] } = useQuery(spokenLanguagesQuery())
  // The chosen language stays in the list even if no engine here knows it.
  const tags = language && !known.includes(language) ? [...known, language] : known
  const options = tags
    .map((value) => ({ value, label: languageName(value) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <ChangeDialog
      title="Spoken Language"
      action="Save"
      unchanged={chosen === (language ?? NONE)}
      failure={choosing.error && errorDetail(choosing.error, 'The language was not saved. Please try again.')}
      busy={choosing.isPending}
      onChange={() => onChoose(chosen === NONE ? null : chosen)}
      onClose={onClose}
    >
      <SelectField
        label="Language"
        options={[{ value: NONE, label: none }, ...options]}
        value={chosen}
        onChange={setChosen}
      />
      <p className="hint">{hint}</p>
    </ChangeDialog>
  )
}

import { CreateCollection } from '@footnote/contract/nouns/library/collections.ts'
import { useQuery } from '@tanstack/react-query'
import { AudioLines, Eye, type LucideIcon, ScanText } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { useForm } from '../../../lib/form.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { collectionsQuery, useCreateCollection } from './api.ts'
import { isTaken, TAKEN } from './names.ts'

const INITIAL = { index_name: '', process_visual: true, process_ocr: false, process_audio: true }
const OPTIONS: readonly {
  name: 'process_visual' | 'process_audio' | 'process_ocr'
  icon: LucideIcon
  label: string
  hint: string
}[] = [
  { name: 'process_visual', icon: Eye, label: 'Visual', hint: 'What the picture shows' },
  { name: 'process_audio', icon: AudioLines, label: 'Conversation', hint: 'What people say' },
  { name: 'process_ocr', icon: ScanText, label: 'Text-in-video OCR', hint: 'What the screen says' },
]

/** Asks for the name of a new collection and the modalities to index. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateCollection()
  const list = useQuery(collectionsQuery())
  const navigate = useNavigate()
  const form = useForm({
    schema: CreateCollection,
    initial: INITIAL,
    fallback: 'The collection could not be created. Please try again.',
    submit: async (values) => {
      const address = await create(values)
      onClose()
      navigate(address)
    },
  })
  const { process_visual, process_audio, process_ocr } = form.values
  const nothingChosen = !process_visual && !process_audio && !process_ocr
  return (
    <FormDialog title="Create new collection" action="Create" disabled={nothingChosen} form={form} onClose={onClose}>
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        hint={isTaken(form.values.index_name, list.data) ? TAKEN : null}
        {...form.field('index_name')}
      />
      <Options error={nothingChosen ? 'At least one processing option must be selected' : null}>
        {OPTIONS.map(({ name, icon: Icon, label, hint }) => (
          <div key={name}>
            <Checkbox
              name={name}
              checked={Boolean(form.values[name])}
              onChange={(event) => form.set(name, event.target.checked)}
            >
              <Icon className="icon text-text-2" aria-hidden="true" />
              {label}
            </Checkbox>
            <p className="pl-6 text-xs text-text-2">{hint}</p>
          </div>
        ))}
      </Options>
    </FormDialog>
  )
}

function Options({ error, children }: { error: string | null; children: ReactNode }) {
  const id = useId()
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? id : undefined}>
      <legend className="label mb-2">Search by</legend>
      {children}
      {error && (
        <p id={id} className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

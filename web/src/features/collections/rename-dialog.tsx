import type { Collection } from '@footnote/contract/nouns/collections.ts'
import { TEXT } from '@footnote/contract/shared/limits.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/calls/api-error.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { useRenameCollection } from './api.ts'

function explain(error: Error): string {
  if (!(error instanceof ApiError))
    return error.message || 'An error occurred while sending the request. Please try again.'
  if (error.status === 0) return 'No response received from server. Please try again.'
  if (error.code === 'unexpected_answer' && error.status < 400) return 'Unexpected response from server'
  return error.detail || 'An error occurred while renaming the collection.'
}

/** Renames a collection. @param collection null while closed */
export function RenameDialog({ collection, onClose }: { collection: Collection | null; onClose: () => void }) {
  return collection ? <RenameForm key={collection.id} collection={collection} onClose={onClose} /> : null
}

function RenameForm({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const [name, setName] = useState(collection.name)
  const rename = useRenameCollection()
  const trimmed = name.trim()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending || trimmed === '' || trimmed === collection.name) return
    rename.mutate({ ...collection, new_name: trimmed }, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Rename Collection"
      action="Rename"
      disabled={trimmed === '' || trimmed === collection.name}
      form={{
        props: { noValidate: true, onSubmit },
        failure: rename.error && explain(rename.error),
        busy: rename.isPending,
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        maxLength={TEXT.name}
        value={name}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  )
}

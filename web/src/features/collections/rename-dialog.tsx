import type { Collection } from '@footnote/contract/collections.ts'
import { TEXT } from '@footnote/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useRenameCollection } from './api.ts'

function explain(error: Error): string {
  if (!(error instanceof ApiError))
    return error.message || 'An error occurred while sending the request. Please try again.'
  if (error.status === 0) return 'No response received from server. Please try again.'
  return error.detail || 'An error occurred while renaming the collection.'
}

export function RenameDialog({ collection, onClose }: { collection: Collection | null; onClose: () => void }) {
  return collection ? <RenameForm key={collection.id} collection={collection} onClose={onClose} /> : null
}

function RenameForm({ collection, onClose }: { collection: Collection; onClose: () => void }) {
  const [name, setName] = useState(collection.name)
  const rename = useRenameCollection()
  const trimmed = name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (rename.isPending || trimmed === '' || trimmed === collection.name) return
    rename.mutate({ ...collection, new_name: trimmed }, { onSuccess: onClose })
  }
  return (
    <Dialog open onClose={onClose} title="Rename Collection" locked={rename.isPending}>
      <form noValidate onSubmit={submit}>
        <DialogBody className="grid gap-5">
          {rename.error && <Alert>{explain(rename.error)}</Alert>}
          <TextField
            label="Name"
            autoComplete="off"
            autoFocus
            maxLength={TEXT.name}
            value={name}
            onFocus={(event) => event.target.select()}
            onChange={(event) => setName(event.target.value)}
          />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={rename.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            busy={rename.isPending}
            disabled={trimmed === '' || trimmed === collection.name}
          >
            Rename
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

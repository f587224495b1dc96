import { CreateReviewCollection } from '@footnote/contract/nouns/collections.ts'
import { useForm } from '../../lib/form.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { FormDialog } from '../../ui/overlays/form-dialog.tsx'
import { useCreateReviewCollection } from './api.ts'

/** Asks for the name of a new review collection. */
export function CreateReviewDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  // Mounted again at each opening, so that no earlier input is left.
  return open ? <CreateForm onClose={onClose} /> : null
}

function CreateForm({ onClose }: { onClose: () => void }) {
  const create = useCreateReviewCollection()
  const form = useForm({
    schema: CreateReviewCollection,
    initial: { collection_name: '' },
    fallback: 'The collection could not be created. Please try again.',
    submit: async (values) => {
      await create(values)
      onClose()
    },
  })
  return (
    <FormDialog title="Create a Collection" action="Create" form={form} onClose={onClose}>
      <TextField label="Name" autoComplete="off" autoFocus {...form.field('collection_name')} />
    </FormDialog>
  )
}

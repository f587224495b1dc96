import { CreateReviewCollection } from '@footnote/contract/nouns/collections.ts'
import { useForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { useCreateReviewCollection } from './api.ts'

/** Asks for the name of a new review collection. */
export function CreateReviewDialog({ onClose }: { onClose: () => void }) {
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

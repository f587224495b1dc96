import { CreateReviewCollection } from '@footnote/contract/nouns/collections.ts'
import { useNavigate } from 'react-router'
import { useForm } from '../../lib/form.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { useCreateReviewCollection } from './api.ts'

/** Asks for the name of a new review collection. */
export function CreateReviewDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateReviewCollection()
  const navigate = useNavigate()
  const form = useForm({
    schema: CreateReviewCollection,
    initial: { collection_name: '' },
    fallback: 'The collection could not be created. Please try again.',
    submit: async (values) => {
      const address = await create(values)
      onClose()
      navigate(address)
    },
  })
  return (
    <FormDialog title="Create a Collection" action="Create" form={form} onClose={onClose}>
      <TextField label="Name" autoComplete="off" autoFocus {...form.field('collection_name')} />
    </FormDialog>
  )
}

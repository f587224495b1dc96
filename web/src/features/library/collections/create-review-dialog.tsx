import { CreateReviewCollection } from '@footnote/contract/nouns/library/collections.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { useForm } from '../../../lib/form.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { reviewCollectionsQuery, useCreateReviewCollection } from './api.ts'
import { isTaken, TAKEN } from './names.ts'

/** Asks for the name of a new review collection. */
export function CreateReviewDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateReviewCollection()
  const list = useQuery(reviewCollectionsQuery())
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
      <TextField
        label="Name"
        autoComplete="off"
        autoFocus
        hint={isTaken(form.values.collection_name, list.data) ? TAKEN : null}
        {...form.field('collection_name')}
      />
    </FormDialog>
  )
}

import { selects } from '@footnote/contract/nouns/output/selects.ts'
import { useForm } from '../../../../lib/form.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { useCreateSelects } from '../api.ts'

/** Asks for the name of new selects. */
export function CreateSelectsDialog({ onCreated, onClose }: { onCreated: (id: string) => void; onClose: () => void }) {
  const create = useCreateSelects()
  const form = useForm({
    schema: selects.create.body,
    initial: { name: '', note: '' },
    fallback: 'The selects could not be created. Please try again.',
    submit: async ({ name }) => onCreated((await create.mutateAsync(name)).id),
  })
  return (
    <FormDialog title="Create selects" action="Create" form={form} onClose={onClose}>
      <TextField label="Name" autoComplete="off" autoFocus {...form.field('name')} />
    </FormDialog>
  )
}

import { CreateReviewCollection } from '@footnote/contract/review.ts'
import { useForm } from '../../lib/form.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogBody, DialogFooter } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useCreateReviewCollection } from './api.ts'

/** Asks for the name of a new review collection. */
export function CreateReviewDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  // Mounted anew at each opening, so that nothing of the last one is left.
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
    <Dialog open onClose={onClose} title="Create a Collection" locked={form.busy}>
      <form {...form.props}>
        <DialogBody className="grid gap-5">
          {form.failure && <Alert>{form.failure}</Alert>}
          <TextField label="Name" autoComplete="off" autoFocus {...form.field('collection_name')} />
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={form.busy} disabled={!form.valid}>
            Create
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

import { apiKeys, type KeyScope } from '@footnote/contract/nouns/identity/api-keys.ts'
import { useState } from 'react'
import { useForm } from '../../../lib/form.ts'
import { Dialog, DialogBody, DialogFooter } from '../../../ui/dialogs/dialog.tsx'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { CopyField } from '../../../ui/forms/copy-field.tsx'
import { FieldError, TextField } from '../../../ui/forms/field.tsx'
import { useCreateKey } from './api.ts'
import { SCOPES } from './scopes.ts'

/** Creates a key, and shows it this one time. */
export function CreateKeyDialog({ onClose }: { onClose: () => void }) {
  const [key, setKey] = useState<string | null>(null)
  return key ? <NewKey value={key} onClose={onClose} /> : <KeyForm onMade={setKey} onClose={onClose} />
}

function KeyForm({ onMade, onClose }: { onMade: (key: string) => void; onClose: () => void }) {
  const create = useCreateKey()
  const form = useForm({
    schema: apiKeys.create.body,
    initial: { name: '', scopes: ['read'] as KeyScope[] },
    fallback: 'The key could not be made. Please try again.',
    submit: async (values) => onMade((await create(values)).key),
  })
  const { scopes } = form.values
  const choose = (scope: KeyScope, on: boolean) =>
    form.set('scopes', on ? [...scopes, scope] : scopes.filter((other) => other !== scope))
  return (
    <FormDialog title="Create API key" action="Create" form={form} onClose={onClose}>
      <TextField label="Name" hint="What it is for" autoComplete="off" autoFocus {...form.field('name')} />
      <fieldset className="grid gap-1">
        <legend className="label mb-1">Scopes</legend>
        {SCOPES.map(({ scope, words }) => (
          <Checkbox
            key={scope}
            name="scopes"
            checked={scopes.includes(scope)}
            onChange={(event) => choose(scope, event.target.checked)}
          >
            {scope}
            <span className="font-normal text-text-2">{words}</span>
          </Checkbox>
        ))}
        <FieldError error={form.errors.scopes} />
      </fieldset>
    </FormDialog>
  )
}

function NewKey({ value, onClose }: { value: string; onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Your new API key">
      <DialogBody className="grid gap-4">
        <p className="text-md text-text-2">
          Copy it now. Footnote keeps it in a form that nobody can read, and never shows it again.
        </p>
        <CopyField label="API key" value={value} action="Copy API key" copied="Key copied to clipboard!" />
        <p className="text-text-2">
          Send it with each call as <code className="font-medium text-text">Authorization: Bearer</code> and the key.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  )
}

import { accountData, DeleteAccount } from '@footnote/contract/nouns/identity/accounts.ts'
import { EXPORT } from '@footnote/contract/shared/limits.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { useForm } from '../../../../lib/form.ts'
import { endSession } from '../../../../lib/session.ts'
import { FormDialog } from '../../../../ui/dialogs/form-dialog.tsx'
import { Button } from '../../../../ui/forms/button.tsx'
import { PasswordField } from '../../../../ui/forms/field.tsx'
import { Setting } from '../../../../ui/forms/setting.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'

/** Requests a ZIP of everything that the account holds. */
export function ExportSetting() {
  const ask = useMutation({ mutationFn: () => call(accountData.export, {}) })
  return (
    <Setting
      title="Your data"
      explanation={`A ZIP with your account, your collections, videos and comments. It is kept for ${EXPORT.lifetime / 86_400} days.`}
    >
      {ask.error && <Alert>{errorDetail(ask.error, 'Your download did not start. Please try again.')}</Alert>}
      {ask.data && <Alert kind="ok">{ask.data.message}</Alert>}
      <Button busy={ask.isPending} onClick={() => ask.mutate()}>
        Download my data
      </Button>
    </Setting>
  )
}

/** Deletes the account. */
export function DeleteAccountSetting() {
  const [asking, setAsking] = useState(false)
  return (
    <Setting title="Delete account" explanation="This also deletes everything that you own here. You cannot undo it.">
      <Button onClick={() => setAsking(true)}>Delete my account</Button>
      {asking && <DeleteDialog onClose={() => setAsking(false)} />}
    </Setting>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm({
    schema: DeleteAccount,
    initial: { password: '' },
    fallback: 'Your account could not be deleted. Please try again.',
    submit: async (values) => {
      await call(accountData.delete, { body: values })
      endSession(true)
    },
  })
  return (
    <FormDialog title="Delete account" action="Delete my account" variant="danger" form={form} onClose={onClose}>
      <p className="text-md text-text">
        Your account is deleted with your collections, videos, links and API keys. You cannot get them back. What you
        wrote on other people’s videos stays, without your name.
      </p>
      <PasswordField label="Password" autoComplete="current-password" autoFocus {...form.field('password')} />
    </FormDialog>
  )
}

import { accounts, ForgotPassword as ForgotPasswordBody } from '@footnote/contract/nouns/identity/accounts.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { SubmitButton } from '../../features/identity/accounts/account-fields.tsx'
import { AccountForm, AccountPage } from '../../features/identity/accounts/account-page.tsx'
import { OutboxHint } from '../../features/identity/accounts/outbox-hint.tsx'
import { useRedirect } from '../../features/identity/accounts/use-redirect.ts'
import { call } from '../../lib/calls/client.ts'
import { useForm } from '../../lib/form.ts'
import { STORAGE_KEYS } from '../../lib/session.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { Alert } from '../../ui/page/alert.tsx'

export default function ForgotPassword() {
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm({
    schema: ForgotPasswordBody,
    initial: { email: '' },
    fallback: 'An error occurred. Please try again.',
    submit: async (values) => {
      const { message } = await call(accounts.forgotPassword, { body: values })
      localStorage.setItem(STORAGE_KEYS.reset_email, values.email)
      setSent(message)
    },
  })
  useRedirect('/reset-password', sent !== null)
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Enter your address, and we mail you a code to choose a new password."
      ways={<Link to="/login">Back to sign in</Link>}
    >
      <AccountForm form={form}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          readOnly={sent !== null}
          {...form.field('email')}
        />
        {sent ? (
          <>
            <Alert kind="ok">{sent}</Alert>
            <OutboxHint />
            <Link className="account-link" to="/reset-password">
              Enter the code
            </Link>
          </>
        ) : (
          <SubmitButton form={form}>Send code</SubmitButton>
        )}
      </AccountForm>
    </AccountPage>
  )
}

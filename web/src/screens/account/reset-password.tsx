import { accounts, ResetPassword as ResetPasswordBody } from '@footnote/contract/nouns/identity/accounts.ts'
import { PASSWORD } from '@footnote/contract/shared/limits.ts'
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { NewPasswordField, SubmitButton } from '../../features/identity/accounts/account-fields.tsx'
import { AccountForm, AccountPage } from '../../features/identity/accounts/account-page.tsx'
import { useRedirect } from '../../features/identity/accounts/use-redirect.ts'
import { call } from '../../lib/calls/client.ts'
import { useForm } from '../../lib/form.ts'
import { STORAGE_KEYS } from '../../lib/session.ts'
import { CodeField } from '../../ui/forms/field.tsx'
import { Alert } from '../../ui/page/alert.tsx'

export default function ResetPassword() {
  // Read once: success removes the address while this page still shows it.
  const [email] = useState(() => localStorage.getItem(STORAGE_KEYS.reset_email))
  if (!email) return <Navigate to="/forgot-password" replace />
  return <ResetForm email={email} />
}

function ResetForm({ email }: { email: string }) {
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    schema: ResetPasswordBody,
    initial: { email, code: '', new_password: '' },
    fallback: 'An error occurred. Please try again.',
    submit: async (values) => {
      const { message } = await call(accounts.resetPassword, { body: values })
      localStorage.removeItem(STORAGE_KEYS.reset_email)
      setDone(message)
    },
  })
  useRedirect('/login', done !== null)
  return (
    <AccountPage
      title="Choose a new password"
      lead={`Enter the code that we sent to ${email}.`}
      ways={
        <>
          <Link to="/forgot-password">Send another code</Link>
          <Link to="/login">Back to sign in</Link>
        </>
      }
    >
      <AccountForm form={form}>
        <CodeField {...form.field('code')} />
        <NewPasswordField label="New password" least={PASSWORD.reset} {...form.field('new_password')} />
        {done ? <Alert kind="ok">{done}</Alert> : <SubmitButton form={form}>Reset password</SubmitButton>}
      </AccountForm>
    </AccountPage>
  )
}

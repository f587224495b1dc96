import { accounts, ResetPassword as ResetPasswordBody } from '@footnote/contract/nouns/accounts.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { AccountForm, AccountPage } from '../../features/accounts/account-page.tsx'
import { CodeField } from '../../features/accounts/code-field.tsx'
import { call } from '../../lib/calls/client.ts'
import { useForm } from '../../lib/form.ts'
import { STORAGE_KEYS } from '../../lib/session.ts'
import { Button } from '../../ui/forms/button.tsx'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Alert } from '../../ui/page/alert.tsx'

export default function ResetPassword() {
  // Read once: success removes the address while this page still shows it.
  const [email] = useState(() => localStorage.getItem(STORAGE_KEYS.reset_email))
  if (!email) return <Navigate to="/forgot-password" replace />
  return <ResetForm email={email} />
}

function ResetForm({ email }: { email: string }) {
  const navigate = useNavigate()
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
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate('/login'), TIMING.redirect)
    return () => clearTimeout(timer)
  }, [done, navigate])
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
        <PasswordField
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters"
          {...form.field('new_password')}
        />
        {done ? (
          <Alert kind="ok">{done}</Alert>
        ) : (
          <Button type="submit" variant="primary" size="lg" busy={form.busy}>
            Reset password
          </Button>
        )}
      </AccountForm>
    </AccountPage>
  )
}

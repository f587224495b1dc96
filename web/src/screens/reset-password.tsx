import { zodResolver } from '@hookform/resolvers/zod'
import { accounts, ResetPassword as ResetPasswordBody } from '@footnote/contract/accounts.ts'
import { TIMING } from '@footnote/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, Navigate, useNavigate } from 'react-router'
import { AccountForm, AccountPage } from '../features/accounts/account-page.tsx'
import { useFormProblem } from '../features/accounts/form-problem.ts'
import { call } from '../lib/client.ts'
import { STORAGE_KEYS } from '../lib/session.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordField, TextField } from '../ui/field.tsx'

export default function ResetPassword() {
  // Read once: the address is forgotten on success, while this page still says so.
  const [email] = useState(() => localStorage.getItem(STORAGE_KEYS.reset_email))
  if (!email) return <Navigate to="/forgot-password" replace />
  return <ResetForm email={email} />
}

function ResetForm({ email }: { email: string }) {
  const navigate = useNavigate()
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(ResetPasswordBody), defaultValues: { email, code: '', new_password: '' } })
  const { failure, attempt } = useFormProblem(form, 'An error occurred. Please try again.')
  const { errors, isSubmitting } = form.formState
  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => navigate('/login'), TIMING.redirect)
    return () => clearTimeout(timer)
  }, [done, navigate])
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      const { message } = await call(accounts.resetPassword, { body: values })
      localStorage.removeItem(STORAGE_KEYS.reset_email)
      setDone(message)
    }),
  )
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
      <AccountForm failure={failure} onSubmit={submit}>
        <TextField label="Verification code" inputMode="numeric" autoComplete="one-time-code" autoFocus error={errors.code?.message} {...form.register('code')} />
        <PasswordField label="New password" autoComplete="new-password" hint="At least 8 characters" error={errors.new_password?.message} {...form.register('new_password')} />
        {done ? (
          <Alert kind="ok">{done}</Alert>
        ) : (
          <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
            Reset password
          </Button>
        )}
      </AccountForm>
    </AccountPage>
  )
}

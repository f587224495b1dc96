import { zodResolver } from '@hookform/resolvers/zod'
import { accounts, ForgotPassword as ForgotPasswordBody } from '@footnote/contract/accounts.ts'
import { TIMING } from '@footnote/contract/limits.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { AccountForm, AccountPage } from '../features/accounts/account-page.tsx'
import { useFormProblem } from '../features/accounts/form-problem.ts'
import { OutboxHint } from '../features/accounts/outbox-hint.tsx'
import { call } from '../lib/client.ts'
import { STORAGE_KEYS } from '../lib/session.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

export default function ForgotPassword() {
  const navigate = useNavigate()
  const [sent, setSent] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(ForgotPasswordBody), defaultValues: { email: '' } })
  const { failure, attempt } = useFormProblem(form, 'An error occurred. Please try again.')
  const { errors, isSubmitting } = form.formState
  useEffect(() => {
    if (!sent) return
    const timer = setTimeout(() => navigate('/reset-password'), TIMING.redirect)
    return () => clearTimeout(timer)
  }, [sent, navigate])
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      const { message } = await call(accounts.forgotPassword, { body: values })
      localStorage.setItem(STORAGE_KEYS.reset_email, values.email.trim().toLowerCase())
      setSent(message)
    }),
  )
  return (
    <AccountPage
      title="Forgot your password?"
      lead="Enter your address, and we mail you a code to choose a new password."
      ways={<Link to="/login">Back to sign in</Link>}
    >
      <AccountForm failure={failure} onSubmit={submit}>
        <TextField label="Email" type="email" autoComplete="username" autoFocus readOnly={sent !== null} error={errors.email?.message} {...form.register('email')} />
        {sent ? (
          <>
            <Alert kind="ok">{sent}</Alert>
            <OutboxHint />
            <Link className="account-link" to="/reset-password">
              Enter the code
            </Link>
          </>
        ) : (
          <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
            Send code
          </Button>
        )}
      </AccountForm>
    </AccountPage>
  )
}

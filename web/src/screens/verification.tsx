import { zodResolver } from '@hookform/resolvers/zod'
import { accounts, VerifyCode } from '@footnote/contract/accounts.ts'
import { useForm, useWatch } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { AccountForm, AccountPage } from '../features/accounts/account-page.tsx'
import { useFormProblem } from '../features/accounts/form-problem.ts'
import { OutboxHint } from '../features/accounts/outbox-hint.tsx'
import { ResendCode } from '../features/accounts/resend-code.tsx'
import { call } from '../lib/client.ts'
import { STORAGE_KEYS, startSession } from '../lib/session.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

export default function Verification() {
  const navigate = useNavigate()
  const known = localStorage.getItem(STORAGE_KEYS.email) ?? ''
  const form = useForm({ resolver: zodResolver(VerifyCode), defaultValues: { email: known, code: '' } })
  const { failure, attempt } = useFormProblem(form, 'An error occurred during verification. Please try again.')
  const { errors, isSubmitting } = form.formState
  const email = useWatch({ control: form.control, name: 'email' })
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      startSession(await call(accounts.verifyCode, { body: values }))
      await navigate('/home', { replace: true })
    }),
  )
  return (
    <AccountPage
      title="Check your mail"
      lead={known ? `We sent a code of six digits to ${known}.` : 'Enter your address and the code that was mailed to it.'}
      ways={
        <>
          <Link to="/signup">Use another address</Link>
          <Link to="/login">Sign in</Link>
        </>
      }
    >
      <AccountForm failure={failure} onSubmit={submit}>
        <OutboxHint />
        {!known && <TextField label="Email" type="email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />}
        <TextField
          label="Verification code"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          error={errors.code?.message}
          {...form.register('code')}
        />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          Verify
        </Button>
        {email && <ResendCode key={known} email={email} />}
      </AccountForm>
    </AccountPage>
  )
}

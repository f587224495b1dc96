import { accounts, VerifyCode } from '@footnote/contract/nouns/identity/accounts.ts'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { SubmitButton } from '../../features/identity/accounts/account-fields.tsx'
import { AccountForm, AccountPage } from '../../features/identity/accounts/account-page.tsx'
import { OutboxHint } from '../../features/identity/accounts/outbox-hint.tsx'
import { ResendCode } from '../../features/identity/accounts/resend-code.tsx'
import { call } from '../../lib/calls/client.ts'
import { useForm } from '../../lib/form.ts'
import { STORAGE_KEYS, startSession } from '../../lib/session.ts'
import { CodeField, TextField } from '../../ui/forms/field.tsx'

export default function Verification() {
  const navigate = useNavigate()
  const [known] = useState(() => localStorage.getItem(STORAGE_KEYS.email) ?? '')
  const [signup] = useState(() => (known && localStorage.getItem(STORAGE_KEYS.signup)) || undefined)
  const form = useForm({
    schema: VerifyCode,
    initial: { email: known, code: '', signup },
    fallback: 'An error occurred during verification. Please try again.',
    submit: async (values) => {
      startSession(await call(accounts.verifyCode, { body: values }))
      await navigate('/home', { replace: true })
    },
  })
  const { email } = form.values
  return (
    <AccountPage
      title="Check your mail"
      lead={
        known ? `We sent a code of eight digits to ${known}.` : 'Enter your address and the code that was mailed to it.'
      }
      ways={
        <>
          <Link to="/signup">Use another address</Link>
          <Link to="/login">Sign in</Link>
        </>
      }
    >
      <AccountForm form={form}>
        <OutboxHint />
        {!known && <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />}
        <CodeField {...form.field('code')} />
        <SubmitButton form={form}>Verify</SubmitButton>
        {email && (
          <ResendCode
            key={known}
            email={email}
            signup={signup}
            quiet={form.busy || form.failure !== null || form.errors.code !== undefined}
            onSend={() => form.reset({ email })}
          />
        )}
      </AccountForm>
    </AccountPage>
  )
}

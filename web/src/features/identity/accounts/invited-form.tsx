import { companies, FinishOnboarding } from '@footnote/contract/nouns/identity/companies.ts'
import { PASSWORD } from '@footnote/contract/shared/limits.ts'
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../../lib/calls/client.ts'
import { useForm } from '../../../lib/form.ts'
import { endSession, readSession } from '../../../lib/session.ts'
import { PasswordField } from '../../../ui/forms/field.tsx'
import { Alert } from '../../../ui/page/alert.tsx'
import { NotLoaded } from '../../../ui/page/not-loaded.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { NameFields, NewPasswordField, SubmitButton } from './account-fields.tsx'
import { AccountForm, AccountPage } from './account-page.tsx'

interface Invitation {
  email: string
  token: string
}

const Form = z
  .object({
    ...FinishOnboarding.shape,
    confirm: z.string().check(z.minLength(1, 'Confirm Password is required')),
  })
  .check(z.refine((form) => form.confirm === form.password, { error: 'Passwords do not match', path: ['confirm'] }))

type InvitationState = 'asked' | 'valid' | 'invalid' | 'unknown'

/** Whether an invitation is valid; checked once, and again on demand. */
function useInvitationState({ email, token }: Invitation): [InvitationState, () => void] {
  const [state, setState] = useState<InvitationState>('asked')
  useEffect(() => {
    if (state !== 'asked') return
    const ending = new AbortController()
    call(companies.isTokenValid, { body: { email, token } }, ending.signal).then(
      ({ is_valid }) => setState(is_valid ? 'valid' : 'invalid'),
      (error: unknown) => {
        if (ending.signal.aborted) return
        console.warn('invitation', error)
        setState('unknown')
      },
    )
    return () => ending.abort()
  }, [state, email, token])
  return [state, () => setState('asked')]
}

/** The screen that an invitation's link opens: the invited person creates an account here. */
export function InvitedForm(invitation: Invitation) {
  const [state, ask] = useInvitationState(invitation)
  return (
    <AccountPage
      title="Join your team"
      lead={state === 'valid' ? `You were invited as ${invitation.email}.` : undefined}
      ways={
        <span>
          Have an account? <Link to="/login">Sign in</Link>
        </span>
      }
    >
      <div className="mt-8">
        {state === 'asked' && (
          <div aria-busy="true">
            <Skeleton className="h-[320px]" />
          </div>
        )}
        {state === 'invalid' && (
          <Alert>Invalid or expired token. Please contact your workspace admin for a new invite.</Alert>
        )}
        {state === 'unknown' && <NotLoaded what="Your invitation could not be looked up." onRetry={ask} />}
      </div>
      {state === 'valid' && <NewMember {...invitation} />}
    </AccountPage>
  )
}

function NewMember(invitation: Invitation) {
  const navigate = useNavigate()
  const form = useForm({
    schema: Form,
    initial: { ...invitation, first_name: '', last_name: '', password: '', confirm: '' },
    fallback: 'An error occurred during onboarding. Please try again.',
    submit: async ({ confirm: _, ...body }) => {
      await call(companies.finishOnboarding, { body })
      // Somebody else may still be signed in here.
      if (readSession()) endSession(true)
      await navigate('/login', { replace: true })
    },
  })
  return (
    <AccountForm form={form}>
      <NameFields field={form.field} />
      <NewPasswordField label="Password" least={PASSWORD.onboarding} {...form.field('password')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirm')} />
      <SubmitButton form={form}>Join</SubmitButton>
    </AccountForm>
  )
}

import { accounts, Login } from '@footnote/contract/nouns/identity/accounts.ts'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { useForm } from '../../../lib/form.ts'
import { keepSignup, startSession } from '../../../lib/session.ts'
import { siteFacts } from '../../../lib/site.ts'
import { PasswordField, TextField } from '../../../ui/forms/field.tsx'
import { SubmitButton } from './account-fields.tsx'
import { AccountForm, AccountPage } from './account-page.tsx'

/** Where to go after signing in: back to the page that needed a session, and never to another site. */
function destination(next: string | null): string {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/home'
}

/** Signs in, then continues to the page that the visitor wanted. */
export function LoginForm() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({
    schema: Login,
    initial: { email: '', password: '' },
    fallback: 'An error occurred. Please try again.',
    submit: async (values) => {
      try {
        startSession(await call(accounts.login, { body: values }))
        await navigate(destination(search.get('next')), { replace: true })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'email_not_verified') throw error
        keepSignup(values.email, error.signup)
        await navigate('/verification')
      }
    },
  })
  return (
    <AccountPage
      title="Sign in"
      lead="Welcome back."
      ways={
        <>
          {['open', 'domains'].includes(siteFacts().sign_up.mode) && (
            <span>
              New here? <Link to="/signup">Create an account</Link>
            </span>
          )}
          <Link to="/forgot-password">Forgot password?</Link>
        </>
      }
    >
      <AccountForm form={form}>
        <TextField label="Email" type="email" autoComplete="username" autoFocus {...form.field('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.field('password')} />
        <SubmitButton form={form}>Sign in</SubmitButton>
      </AccountForm>
    </AccountPage>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { accounts, Login } from '@footnote/contract/accounts.ts'
import { useForm } from 'react-hook-form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/client.ts'
import { STORAGE_KEYS, startSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { AccountForm, AccountPage } from './account-page.tsx'
import { useFormProblem } from './form-problem.ts'

/** Where to go after signing in: back to where the guard stopped the person, and nowhere outside. */
function destination(next: string | null): string {
  return next?.startsWith('/') && !/^\/[/\\]/.test(next) ? next : '/home'
}

export function LoginForm() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const form = useForm({ resolver: zodResolver(Login), defaultValues: { email: '', password: '' } })
  const { failure, attempt } = useFormProblem(form, 'An error occurred. Please try again.')
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      try {
        startSession(await call(accounts.login, { body: values }))
        await navigate(destination(search.get('next')), { replace: true })
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'email_not_verified') throw error
        localStorage.setItem(STORAGE_KEYS.email, values.email)
        await navigate('/verification')
      }
    }),
  )
  return (
    <AccountPage
      title="Sign in"
      lead="Welcome back."
      ways={
        <>
          <span>
            New here? <Link to="/signup">Create an account</Link>
          </span>
          <Link to="/forgot-password">Forgot password?</Link>
        </>
      }
    >
      <AccountForm failure={failure} onSubmit={submit}>
        <TextField label="Email" type="email" autoComplete="username" autoFocus error={errors.email?.message} {...form.register('email')} />
        <PasswordField label="Password" autoComplete="current-password" error={errors.password?.message} {...form.register('password')} />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          Sign in
        </Button>
      </AccountForm>
    </AccountPage>
  )
}

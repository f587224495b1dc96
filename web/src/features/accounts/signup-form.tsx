import { zodResolver } from '@hookform/resolvers/zod'
import { accounts, Signup } from '@footnote/contract/accounts.ts'
import { useForm } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { call } from '../../lib/client.ts'
import { STORAGE_KEYS } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { AccountForm, AccountPage } from './account-page.tsx'
import { useFormProblem } from './form-problem.ts'

const EMPTY = { first_name: '', last_name: '', email: '', password: '', company_name: '' }

export function SignupForm() {
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(Signup), defaultValues: EMPTY })
  const { failure, attempt } = useFormProblem(form, 'An error occurred. Please try again.')
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit((values) =>
    attempt(async () => {
      const { email } = await call(accounts.signup, { body: values })
      localStorage.setItem(STORAGE_KEYS.email, email)
      await navigate('/verification')
    }),
  )
  return (
    <AccountPage
      title="Create your account"
      lead="Your videos stay on this server."
      ways={
        <span>
          Have an account? <Link to="/login">Sign in</Link>
        </span>
      }
    >
      <AccountForm failure={failure} onSubmit={submit}>
        <div className="pair">
          <TextField label="First name" autoComplete="given-name" autoFocus error={errors.first_name?.message} {...form.register('first_name')} />
          <TextField label="Last name" autoComplete="family-name" error={errors.last_name?.message} {...form.register('last_name')} />
        </div>
        <TextField label="Email" type="email" autoComplete="username" error={errors.email?.message} {...form.register('email')} />
        <PasswordField label="Password" autoComplete="new-password" hint="At least 8 characters" error={errors.password?.message} {...form.register('password')} />
        <TextField label="Company (optional)" autoComplete="organization" error={errors.company_name?.message} {...form.register('company_name')} />
        <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
          Create account
        </Button>
      </AccountForm>
    </AccountPage>
  )
}

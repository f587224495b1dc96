import { accounts, Signup } from '@footnote/contract/nouns/accounts.ts'
import { PASSWORD } from '@footnote/contract/shared/limits.ts'
import { Link, useNavigate } from 'react-router'
import { call } from '../../lib/calls/client.ts'
import { useForm } from '../../lib/form.ts'
import { keepSignup } from '../../lib/session.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { NameFields, NewPasswordField, SubmitButton } from './account-fields.tsx'
import { AccountForm, AccountPage } from './account-page.tsx'

const EMPTY = { first_name: '', last_name: '', email: '', password: '', company_name: '' }

/** Creates an account and a company, then asks for the code that confirms the address. */
export function SignupForm() {
  const navigate = useNavigate()
  const form = useForm({
    schema: Signup,
    initial: EMPTY,
    fallback: 'An error occurred. Please try again.',
    submit: async (values) => {
      const { email, signup } = await call(accounts.signup, { body: values })
      keepSignup(email, signup)
      await navigate('/verification')
    },
  })
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
      <AccountForm form={form}>
        <NameFields field={form.field} />
        <TextField label="Email" type="email" autoComplete="username" {...form.field('email')} />
        <NewPasswordField label="Password" least={PASSWORD.signup} {...form.field('password')} />
        <TextField label="Company (optional)" autoComplete="organization" {...form.field('company_name')} />
        <SubmitButton form={form}>Create account</SubmitButton>
      </AccountForm>
    </AccountPage>
  )
}

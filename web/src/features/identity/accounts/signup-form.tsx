import { accounts, Signup } from '@footnote/contract/nouns/identity/accounts.ts'
import { PASSWORD } from '@footnote/contract/shared/limits.ts'
import { Link, useNavigate } from 'react-router'
import { call } from '../../../lib/calls/client.ts'
import { useForm } from '../../../lib/form.ts'
import { keepSignup } from '../../../lib/session.ts'
import { siteFacts } from '../../../lib/site.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { NameFields, NewPasswordField, SubmitButton } from './account-fields.tsx'
import { AccountForm, AccountPage } from './account-page.tsx'

const EMPTY = { first_name: '', last_name: '', email: '', password: '', company_name: '' }

/** Creates an account and a company, or says how people get an account here. */
export function SignupForm() {
  const { mode, domains } = siteFacts().sign_up
  if (mode === 'invited') return <NoForm title="Accounts are by invitation" lead={ASK_ADMIN} />
  if (mode === 'closed') return <NoForm title="Sign-up is closed" lead={ASK_OWNER} />
  return <OpenForm lead={mode === 'domains' ? `For addresses of ${LIST.format(domains)}.` : PRIVATE} />
}

const PRIVATE = 'Your videos stay on this server.'
const ASK_ADMIN = 'Ask an admin of your company to invite you. The invitation comes by mail, with a link.'
const ASK_OWNER = 'Ask the person who runs this installation for an account.'
const LIST = new Intl.ListFormat('en', { type: 'disjunction' })

const SignIn = () => (
  <span>
    Have an account? <Link to="/login">Sign in</Link>
  </span>
)

const NoForm = (words: { title: string; lead: string }) => <AccountPage {...words} ways={<SignIn />} />

/** Asks for names, address and password, then for the code that confirms the address. */
function OpenForm({ lead }: { lead: string }) {
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
    <AccountPage title="Create your account" lead={lead} ways={<SignIn />}>
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

import { accounts, ChangePassword as ChangePasswordBody } from '@footnote/contract/nouns/identity/accounts.ts'
import { PASSWORD } from '@footnote/contract/shared/limits.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { NewPasswordField, SubmitButton } from '../../features/identity/accounts/account-fields.tsx'
import { AccountForm } from '../../features/identity/accounts/account-page.tsx'
import { call } from '../../lib/calls/client.ts'
import { useForm } from '../../lib/form.ts'
import { PasswordField } from '../../ui/forms/field.tsx'
import { Alert } from '../../ui/page/alert.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'

const Form = z
  .object({
    ...ChangePasswordBody.shape,
    confirm: z.string().check(z.minLength(1, 'Confirm password is required')),
  })
  .check(z.refine((form) => form.confirm === form.new_password, { error: 'Passwords do not match', path: ['confirm'] }))
const EMPTY = { old_password: '', new_password: '', confirm: '' }

export default function ChangePassword() {
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({
    schema: Form,
    initial: EMPTY,
    fallback: 'An error occurred',
    submit: async ({ old_password, new_password }) => {
      setDone(null)
      const { message } = await call(accounts.changePassword, { body: { old_password, new_password } })
      setDone(message || 'Password changed successfully!')
      form.reset()
    },
  })
  return (
    <main className="page page-wide">
      <PageHeader title="Change password" />
      <p className="-mt-3 max-w-[72ch] text-text-2">A new password ends your sessions everywhere else.</p>
      <div className="max-w-[400px]">
        <AccountForm form={form}>
          {done && <Alert kind="ok">{done}</Alert>}
          <PasswordField label="Current password" autoComplete="current-password" {...form.field('old_password')} />
          <NewPasswordField label="New password" least={PASSWORD.change} {...form.field('new_password')} />
          <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirm')} />
          <SubmitButton form={form}>Change password</SubmitButton>
        </AccountForm>
      </div>
    </main>
  )
}

import { zodResolver } from '@hookform/resolvers/zod'
import { accounts, ChangePassword as ChangePasswordBody } from '@footnote/contract/accounts.ts'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { AccountForm } from '../features/accounts/account-page.tsx'
import { useFormProblem } from '../features/accounts/form-problem.ts'
import { call } from '../lib/client.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { PasswordField } from '../ui/field.tsx'
import { PageHeader } from '../ui/page-header.tsx'

const Form = z
  .object({
    ...ChangePasswordBody.shape,
    confirm: z.string().check(z.minLength(1, 'Confirm password is required')),
  })
  .check(z.refine((form) => form.confirm === form.new_password, { error: 'Passwords do not match', path: ['confirm'] }))
const EMPTY = { old_password: '', new_password: '', confirm: '' }

export default function ChangePassword() {
  const [done, setDone] = useState<string | null>(null)
  const form = useForm({ resolver: zodResolver(Form), defaultValues: EMPTY })
  const { failure, attempt } = useFormProblem(form, 'An error occurred')
  const { errors, isSubmitting } = form.formState
  const submit = form.handleSubmit(({ old_password, new_password }) => {
    setDone(null)
    return attempt(async () => {
      const { message } = await call(accounts.changePassword, { body: { old_password, new_password } })
      setDone(message || 'Password changed successfully!')
      form.reset(EMPTY)
    })
  })
  return (
    <main className="page">
      <PageHeader title="Change password" />
      <p className="max-w-[60ch] text-md text-text-2">Everywhere else you are signed in, the session ends.</p>
      <div className="max-w-[400px]">
        <AccountForm failure={failure} onSubmit={submit}>
          {done && <Alert kind="ok">{done}</Alert>}
          <PasswordField label="Current password" autoComplete="current-password" error={errors.old_password?.message} {...form.register('old_password')} />
          <PasswordField label="New password" autoComplete="new-password" hint="At least 6 characters" error={errors.new_password?.message} {...form.register('new_password')} />
          <PasswordField label="Confirm password" autoComplete="new-password" error={errors.confirm?.message} {...form.register('confirm')} />
          <Button type="submit" variant="primary" size="lg" busy={isSubmitting}>
            Change password
          </Button>
        </AccountForm>
      </div>
    </main>
  )
}

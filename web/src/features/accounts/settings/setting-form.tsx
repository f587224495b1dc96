import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '../../../ui/page/alert.tsx'

/** The form of one setting, with the failure above it. */
export function SettingForm({
  form,
  children,
}: {
  form: { failure: string | null; props: ComponentProps<'form'> }
  children: ReactNode
}) {
  return (
    <form className="grid w-full justify-items-start gap-4 *:max-w-full [&>:not(button)]:w-full" {...form.props}>
      {form.failure && <Alert>{form.failure}</Alert>}
      {children}
    </form>
  )
}

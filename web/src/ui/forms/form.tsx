import type { ComponentProps, ReactNode } from 'react'
import { Alert } from '../page/alert.tsx'

export interface FormProps {
  form: { failure: string | null; props: ComponentProps<'form'> }
  children: ReactNode
}

/** A form with the failure above its fields. */
export function Form({ form, children, className }: FormProps & { className: string }) {
  return (
    <form className={className} {...form.props}>
      {form.failure && <Alert>{form.failure}</Alert>}
      {children}
    </form>
  )
}

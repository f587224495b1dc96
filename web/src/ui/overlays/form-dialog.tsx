import type { ComponentProps, ReactNode } from 'react'
import { Button, type ButtonVariant } from '../forms/button.tsx'
import { Alert } from '../page/alert.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

/** A form over the page, with what went wrong above its fields. While it is sent nothing closes it. */
export function FormDialog({
  title,
  action,
  variant = 'primary',
  disabled = false,
  form,
  onClose,
  children,
}: {
  title: string
  /** What the button that sends the form says. */
  action: string
  variant?: ButtonVariant
  /** Whether there is nothing yet that could be sent. */
  disabled?: boolean
  form: { props: ComponentProps<'form'>; failure: string | null; busy: boolean }
  onClose: () => void
  children: ReactNode
}) {
  return (
    <Dialog open onClose={onClose} title={title} locked={form.busy}>
      <form {...form.props}>
        <DialogBody className="grid gap-5">
          {form.failure && <Alert>{form.failure}</Alert>}
          {children}
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose} disabled={form.busy}>
            Cancel
          </Button>
          <Button type="submit" variant={variant} busy={form.busy} disabled={disabled}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}

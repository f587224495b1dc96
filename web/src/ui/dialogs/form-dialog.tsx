import type { ComponentProps, ReactNode } from 'react'
import { Button, type ButtonVariant } from '../forms/button.tsx'
import { Alert } from '../page/alert.tsx'
import { Dialog, DialogBody, DialogFooter } from './dialog.tsx'

/** A dialog with a form, and the failure above its fields. Nothing closes it while the form is sent. */
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
  /** Label of the button that sends the form. */
  action: string
  variant?: ButtonVariant
  /** Whether there is nothing to send yet. */
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

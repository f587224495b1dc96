import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

/** A window over the page. Escape and a press on the backdrop close it; the page behind does not scroll. */
export function Dialog({
  open,
  onClose,
  title,
  locked = false,
  width = 'md',
  bare = false,
  children,
}: {
  open: boolean
  onClose: () => void
  /** Heading, and the dialog's name. */
  title: string
  /** While an action runs: nothing closes the dialog. */
  locked?: boolean
  /** 480, 520 or 1120 px. */
  width?: 'md' | 'wide' | 'stage'
  /** Without the head: the content draws its own and its own `DialogClose`. */
  bare?: boolean
  children: ReactNode
}) {
  const guard = (event: Event) => {
    if (locked) event.preventDefault()
  }
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Radix.Content
            className={classNames('dialog', width !== 'md' && `dialog-${width}`)}
            aria-describedby={undefined}
            aria-busy={locked || undefined}
            onEscapeKeyDown={guard}
            onInteractOutside={guard}
          >
            {bare ? (
              <Radix.Title className="sr-only">{title}</Radix.Title>
            ) : (
              <div className="dialog-head">
                <Radix.Title>{title}</Radix.Title>
                <DialogClose locked={locked} />
              </div>
            )}
            {children}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The cross that closes the dialog around it. */
export function DialogClose({ locked = false, className }: { locked?: boolean; className?: string }) {
  return (
    <Radix.Close asChild>
      <Button variant="ghost" className={classNames('btn-icon', className)} aria-label="Close" disabled={locked}>
        <X className="icon" aria-hidden="true" />
      </Button>
    </Radix.Close>
  )
}

/** What the dialog says and asks. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('dialog-body', className)}>{children}</div>
}

/** The dialog's actions, the one that does it at the right. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>
}

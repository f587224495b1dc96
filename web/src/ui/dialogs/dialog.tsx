import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import { Button } from '../forms/button.tsx'

/** A window over the page. Escape and a press on the backdrop close it; the page behind does not scroll. */
export function Dialog({
  open,
  onClose,
  title,
  locked = false,
  width = 'md',
  bare = false,
  returnTo,
  children,
}: {
  open: boolean
  onClose: () => void
  /** Heading and name of the dialog. */
  title: string
  /** While an action runs: nothing closes the dialog. */
  locked?: boolean
  /** 480, 520, 680, 1120 or 1240 px. */
  width?: 'md' | 'wide' | 'export' | 'stage' | 'moment'
  /** Without a header: the content draws its own, with its own `DialogClose`. */
  bare?: boolean
  /** The element that gets the focus when it closes; by default, and for null, the one that opened it. */
  returnTo?: () => HTMLElement | null
  children: ReactNode
}) {
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && !locked && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim">
          <Window
            className={classNames('dialog', width !== 'md' && `dialog-${width}`)}
            locked={locked}
            returnTo={returnTo}
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
          </Window>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * The element that opened the dialog: the focused one. A menu entry disappears with its menu, so there it is the menu's
 * button.
 */
function findOpener(): HTMLElement | null {
  const focused = document.activeElement
  const menu = focused?.closest('[role="menu"]')
  const opener = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused
  return opener instanceof HTMLElement ? opener : null
}

/** Exists while the dialog is open. Closing it returns the focus to its opener, if that still exists. */
function Window({
  locked,
  className,
  returnTo,
  children,
}: {
  locked: boolean
  className: string
  returnTo: (() => HTMLElement | null) | undefined
  children: ReactNode
}) {
  const [opener] = useState(findOpener)
  const guard = (event: Event) => {
    // Toasts are above the dialog: a press on one is not a press on the page behind it.
    const onToast = event.target instanceof Element && event.target.closest('.toasts')
    if (locked || onToast) event.preventDefault()
  }
  // Radix gets the key before the field does. A field that closes something of its own keeps Escape from the dialog.
  const guardEscape = (event: KeyboardEvent) => {
    if (event.target instanceof Element && event.target.matches('[data-keeps-escape]')) event.preventDefault()
    else guard(event)
  }
  return (
    <Radix.Content
      className={className}
      aria-describedby={undefined}
      aria-busy={locked || undefined}
      onEscapeKeyDown={guardEscape}
      onInteractOutside={guard}
      onCloseAutoFocus={(event) => {
        event.preventDefault()
        const target = returnTo?.()
        if (target && target !== opener) target.focus()
        else opener?.focus({ preventScroll: true })
      }}
    >
      {children}
    </Radix.Content>
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

/** Content of the dialog. */
export function DialogBody({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('dialog-body', className)}>{children}</div>
}

/** Buttons of the dialog, with the main one on the right. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return <div className="dialog-foot">{children}</div>
}

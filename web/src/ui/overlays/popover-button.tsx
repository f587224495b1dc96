import { type ReactNode, useState } from 'react'
import { classNames } from '../class-names.ts'
import { buttonClass } from '../forms/button.tsx'
import type { PopoverState } from './popover.tsx'

/** A button with a popover, which loads at the first press. */
export function PopoverButton({
  label,
  className,
  text = false,
  state,
  popover,
  children,
}: {
  label: string
  className?: string
  /** Whether it shows text, not an icon alone. */
  text?: boolean
  /** Whether it is open, and the function that changes that, if something else opens it, too. */
  state?: readonly [boolean, (open: boolean) => void]
  /** Draws the popover, a lazy part. */
  popover: (state: PopoverState & { onMissing: () => void }) => ReactNode
  children: ReactNode
}) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const own = useState(false)
  const [open, setOpen] = state ?? own
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  return (
    <>
      <button
        ref={setButton}
        type="button"
        className={classNames(
          text ? buttonClass({ size: 'sm' }) : classNames(buttonClass({ variant: 'ghost' }), 'btn-icon'),
          className,
        )}
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {children}
      </button>
      {opened &&
        button &&
        popover({
          open,
          onOpenChange: setOpen,
          button,
          onMissing: () => {
            setOpen(false)
            setOpened(false)
          },
        })}
    </>
  )
}

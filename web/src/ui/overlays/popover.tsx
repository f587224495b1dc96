import { Popover as Parts } from 'radix-ui'
import type { ComponentProps } from 'react'

export interface PopoverState {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button above it, which gets the focus back unless another element has it. */
  button: HTMLButtonElement
}

/** A popover below its button. Accepts all props of its content. */
export function Popover({
  open,
  onOpenChange,
  button,
  ...content
}: PopoverState & ComponentProps<typeof Parts.Content>) {
  return (
    <Parts.Root open={open} onOpenChange={onOpenChange}>
      <Parts.Anchor virtualRef={{ current: button }} />
      <Parts.Portal>
        <Parts.Content
          align="end"
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // If the person pressed a field meanwhile, the focus stays there.
            if (document.activeElement === document.body) button.focus()
          }}
          onInteractOutside={(event) => {
            // The button itself closes it: closing it here, too, would open it again.
            if (event.target instanceof Node && button.contains(event.target)) event.preventDefault()
          }}
          {...content}
        />
      </Parts.Portal>
    </Parts.Root>
  )
}

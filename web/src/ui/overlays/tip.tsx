import { DismissableLayer, Popper } from 'radix-ui/internal'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The text of a tooltip, beside its control. @see Tooltip */
export function Tip({
  id,
  text,
  side,
  anchor,
  onEnter,
  onLeave,
  onDismiss,
}: {
  id: string
  text: ReactNode
  side: 'top' | 'bottom' | 'left' | 'right'
  anchor: HTMLElement
  /** The pointer enters or leaves the text. */
  onEnter: () => void
  onLeave: () => void
  /** Escape, or a press elsewhere. */
  onDismiss: () => void
}) {
  return createPortal(
    <Popper.Root>
      <Popper.Anchor virtualRef={{ current: anchor }} />
      <DismissableLayer.Root asChild onFocusOutside={(event) => event.preventDefault()} onDismiss={onDismiss}>
        <Popper.Content
          id={id}
          role="tooltip"
          className="tip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onPointerEnter={onEnter}
          onPointerLeave={onLeave}
        >
          {text}
        </Popper.Content>
      </DismissableLayer.Root>
    </Popper.Root>,
    document.body,
  )
}

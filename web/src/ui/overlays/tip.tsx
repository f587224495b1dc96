import { DismissableLayer, Popper } from 'radix-ui/internal'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** The words of a tooltip, beside what they are about. @see Tooltip */
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
  /** The pointer comes to the words, and leaves them. */
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

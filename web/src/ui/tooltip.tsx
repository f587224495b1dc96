import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Says in a few words what a control does, or why something is so. Appears after 300 ms and on focus. */
export function Tooltip({
  text,
  side = 'bottom',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that can take focus. */
  children: ReactNode
}) {
  return (
    <Radix.Provider delayDuration={300}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content className="tip" side={side} sideOffset={6} collisionPadding={8}>
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}

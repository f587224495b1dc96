import { Menu as Radix } from 'radix-ui/internal'
import { type ReactNode, useRef } from 'react'
import { useLatest } from '../../lib/use-latest.ts'
import { classNames } from '../class-names.ts'
import { MenuParts } from './menu-parts.ts'

interface MenuContentProps {
  id: string
  /** The button that opens it. It gives the menu its place and its name, and gets the focus back. */
  trigger: HTMLElement
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Whether a key opened it: then the first entry gets the focus, otherwise the menu itself. */
  by_keyboard: boolean
  align: 'start' | 'end'
  className?: string | undefined
  portal: HTMLElement | null
  children: ReactNode
}

/** The list of a menu. @see Menu */
export function MenuContent(props: MenuContentProps) {
  const { id, trigger, open, onOpenChange, by_keyboard, align, className, portal, children } = props
  const list = useRef<HTMLDivElement>(null)
  // A press outside has already put the focus in the right place.
  const pressedElsewhere = useRef(false)
  const opened = useLatest(open)
  return (
    <Radix.Root
      modal={false}
      open={open}
      onOpenChange={(next) => {
        // At once: keys that a person types next belong to the page.
        if (!next && !pressedElsewhere.current && list.current?.contains(document.activeElement)) trigger.focus()
        onOpenChange(next)
      }}
    >
      <Radix.Anchor virtualRef={{ current: trigger }} />
      <Radix.Portal container={portal}>
        <Radix.Content
          ref={list}
          id={id}
          aria-labelledby={trigger.id}
          className={classNames('menu', className)}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onEntryFocus={(event) => {
            if (!by_keyboard) return
            // The library does not know about keys that were pressed before it loaded.
            event.preventDefault()
            list.current?.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
          }}
          onInteractOutside={() => {
            pressedElsewhere.current = true
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            // The library calls this a task later: meanwhile a press may have opened the menu again, and it would close;
            // or something else may have got the focus.
            const nowhere = !document.activeElement || document.activeElement === document.body
            if (!pressedElsewhere.current && !opened.current && nowhere) trigger.focus()
            pressedElsewhere.current = false
          }}
        >
          <MenuParts value={Radix}>{children}</MenuParts>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

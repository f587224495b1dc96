import {
  type ComponentProps,
  cloneElement,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { Tip } from './tip.tsx'

/**
 * Milliseconds that the pointer must rest before a tooltip opens, and that it has to get from the control to the text.
 */
const DELAY = { open: 300, close: 120 } as const

let loaded: typeof Tip | null = null
/** Loads the tooltip components. Without them a control still has its name, which says the same. */
const load = () =>
  import('./tip.tsx').then(
    (part) => {
      loaded = part.Tip
    },
    () => undefined,
  )

/**
 * Describes a control, or the reason for something, in a few words. It opens after 300 ms, and on keyboard focus; the
 * pointer may move onto its text. Its components load when a person reaches for the control.
 */
export function Tooltip({
  text,
  side = 'bottom',
  children,
}: {
  text: ReactNode
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that can take focus, without pointer and focus handlers of its own. */
  children: ReactElement<ComponentProps<'button'>>
}) {
  const id = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(false)
  const [Words, setWords] = useState(() => loaded)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const change = (next: boolean, delay = 0) => {
    if (next) void load().then(() => setWords(() => loaded))
    clearTimeout(timer.current)
    if (delay > 0) timer.current = setTimeout(() => setOpen(next), delay)
    else setOpen(next)
  }
  const close = () => change(false)
  const control = cloneElement(children, {
    ref: setElement,
    ...(open ? { 'aria-describedby': id } : {}),
    onPointerEnter: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') change(true, open ? 0 : DELAY.open)
    },
    onPointerLeave: () => change(false, DELAY.close),
    onPointerDown: close,
    onFocus: (event: FocusEvent) => {
      if (event.currentTarget.matches(':focus-visible')) change(true)
    },
    onBlur: close,
  })
  return (
    <>
      {control}
      {open && element && Words && (
        <Words
          id={id}
          text={text}
          side={side}
          anchor={element}
          onEnter={() => change(true)}
          onLeave={() => change(false, DELAY.close)}
          onDismiss={close}
        />
      )}
    </>
  )
}

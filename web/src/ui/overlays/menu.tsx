import { Check, type LucideIcon } from 'lucide-react'
import {
  type ComponentProps,
  cloneElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  use,
  useId,
  useState,
} from 'react'
import { Link } from 'react-router'
import { classNames } from '../class-names.ts'
import { lazyPart } from './lazy-part.tsx'
import { MenuParts } from './menu-parts.ts'

const load = () => import('./menu-content.tsx')
/** Loads the menu components before one opens. A failure is shown when a person opens it. */
const prepare = () => void load().catch(() => undefined)
const MenuContent = lazyPart(async () => (await load()).MenuContent)

const OPENING_KEYS = ['Enter', ' ', 'ArrowDown']

/**
 * A menu that opens from its trigger, by a press, Enter, Space or the down arrow. Its components load when a person
 * reaches for it by pointer, focus or press.
 */
export function Menu({
  trigger,
  children,
  align = 'end',
  className,
  portal = null,
}: {
  /** One button without handlers of its own. */
  trigger: ReactElement<ComponentProps<'button'>>
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
  /** Element to draw it in, if not the page. */
  portal?: HTMLElement | null
}) {
  const id = useId()
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState(false)
  const [open, setOpen] = useState(false)
  const [byKeyboard, setByKeyboard] = useState(false)
  const change = (next: boolean, key = false) => {
    setAsked(true)
    setByKeyboard(key)
    setOpen(next)
  }
  const button = cloneElement(trigger, {
    id: `${id}-trigger`,
    ref: setElement,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    'aria-controls': open ? `${id}-menu` : undefined,
    onPointerEnter: prepare,
    onFocus: prepare,
    onPointerDown: (event: PointerEvent) => {
      if (trigger.props.disabled || event.button !== 0 || event.ctrlKey) return
      change(!open)
      // The menu gets the focus, not its button.
      if (!open) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (trigger.props.disabled || !OPENING_KEYS.includes(event.key)) return
      event.preventDefault()
      change(event.key === 'ArrowDown' || !open, true)
    },
  })
  return (
    <>
      {button}
      {asked && element && (
        <MenuContent
          id={`${id}-menu`}
          trigger={element}
          open={open}
          onOpenChange={setOpen}
          by_keyboard={byKeyboard}
          align={align}
          className={className}
          portal={portal}
          onMissing={() => {
            setOpen(false)
            setAsked(false)
          }}
        >
          {children}
        </MenuContent>
      )}
    </>
  )
}

/** @throws Error outside of a menu */
function useParts() {
  const parts = use(MenuParts)
  if (!parts) throw new Error('A menu entry must be inside a menu.')
  return parts
}

/** One action of a menu. Destructive ones come last. */
export function MenuItem({
  icon: Icon,
  danger = false,
  disabled,
  onSelect,
  children,
}: {
  icon?: LucideIcon
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) {
  const Parts = useParts()
  return (
    <Parts.Item
      className={classNames('menu-item', danger && 'menu-item-danger')}
      disabled={disabled}
      onSelect={() => onSelect()}
    >
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </Parts.Item>
  )
}

/** A menu entry that is an element of its own, such as a link. */
export function MenuEntry({ children }: { children: ReactNode }) {
  const Parts = useParts()
  return (
    <Parts.Item className="menu-item" asChild>
      {children}
    </Parts.Item>
  )
}

/** A menu entry that leads to another page. */
export function MenuLink({ to, icon: Icon, children }: { to: string; icon?: LucideIcon; children: ReactNode }) {
  return (
    <MenuEntry>
      <Link to={to}>
        {Icon && <Icon className="icon" aria-hidden="true" />}
        {children}
      </Link>
    </MenuEntry>
  )
}

/** Heading of a group of entries. */
export function MenuLabel({ children }: { children: ReactNode }) {
  const Parts = useParts()
  return <Parts.Label className="menu-label">{children}</Parts.Label>
}

/** A line between groups of entries. */
export function MenuLine() {
  const Parts = useParts()
  return <Parts.Separator className="menu-line" />
}

/** An entry that is on or off; without `onChange` it only says so. */
export function MenuCheck({
  checked,
  onChange,
  children,
}: {
  checked: boolean
  onChange?: (checked: boolean) => void
  children: ReactNode
}) {
  const Parts = useParts()
  return (
    <Parts.CheckboxItem className="menu-item" checked={checked} disabled={!onChange} onCheckedChange={onChange}>
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <Parts.ItemIndicator>
        <Check className="icon text-text" aria-hidden="true" />
      </Parts.ItemIndicator>
    </Parts.CheckboxItem>
  )
}

/** One option of a choice. */
export interface Choice<Value extends string> {
  value: Value
  label: string
  /** Consequences of choosing it, in a few words. */
  hint?: string
}

/** A choice of one option inside a menu. */
export function MenuChoice<Value extends string>({
  options,
  value,
  onChange,
}: {
  options: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const Parts = useParts()
  return (
    <Parts.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <Parts.RadioItem key={option.value} value={option.value} className="menu-item">
          <span className="min-w-0 flex-1 truncate" dir="auto">
            {option.label}
            {option.hint && <span className="text-text-2">{` ${option.hint}`}</span>}
          </span>
          <Parts.ItemIndicator>
            <Check className="icon text-text" aria-hidden="true" />
          </Parts.ItemIndicator>
        </Parts.RadioItem>
      ))}
    </Parts.RadioGroup>
  )
}

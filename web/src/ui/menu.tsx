import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A menu that opens from its trigger, which must be one element that can take focus. */
export function Menu({
  trigger,
  children,
  align = 'end',
  className,
  portal,
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
  /** Where it is drawn, when that is not the page. */
  portal?: HTMLElement | null
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={portal ?? null}>
        <Radix.Content className={classNames('menu', className)} align={align} sideOffset={6} collisionPadding={8}>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** One action of a menu. Destructive ones stand last. */
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
  return (
    <Radix.Item
      className={classNames('menu-item', danger && 'menu-item-danger')}
      disabled={disabled}
      onSelect={() => onSelect()}
    >
      {Icon && <Icon className="icon" aria-hidden="true" />}
      {children}
    </Radix.Item>
  )
}

/** An entry of a menu that is an element of its own, such as a link. */
export function MenuEntry({ children }: { children: ReactNode }) {
  return (
    <Radix.Item className="menu-item" asChild>
      {children}
    </Radix.Item>
  )
}

/** Words over a group of entries. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="menu-label">{children}</Radix.Label>
}

/** A line between groups of entries. */
export function MenuLine() {
  return <Radix.Separator className="menu-line" />
}

/** One of the things that can be chosen. */
export interface Choice<Value extends string> {
  value: Value
  label: string
  /** What choosing it means, in a few words. */
  hint?: string
}

/** A choice of one inside a menu. */
export function MenuChoice<Value extends string>({
  options,
  value,
  onChange,
}: {
  options: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as Value)}>
      {options.map((option) => (
        <Radix.RadioItem key={option.value} value={option.value} className="menu-item">
          <span className="min-w-0 flex-1 truncate">
            {option.label}
            {option.hint && <span className="text-text-2">{` ${option.hint}`}</span>}
          </span>
          <Radix.ItemIndicator>
            <Check className="icon text-text" aria-hidden="true" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

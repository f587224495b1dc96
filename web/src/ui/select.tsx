import { ChevronDown, type LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'
import { Menu, MenuChoice } from './menu.tsx'

/** A choice of one from a list that opens: filters, sorts, the collection of a search. */
export function Select<Value extends string>({
  label,
  options,
  value,
  onChange,
  icon: Icon,
  className = 'btn',
  placeholder = '',
  disabled,
  align = 'end',
}: {
  /** What is chosen; together with the choice it is the control's name. */
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
  icon?: LucideIcon
  /** Class names of the trigger; a button unless told. */
  className?: string
  /** Shown while `value` is none of the options. */
  placeholder?: string
  disabled?: boolean
  align?: 'start' | 'end'
}) {
  const chosen = options.find((option) => option.value === value)?.label ?? placeholder
  const trigger = (
    <button
      type="button"
      className={classNames(className, 'min-w-0')}
      aria-label={`${label}: ${chosen}`}
      disabled={disabled}
    >
      {Icon && <Icon className="icon" aria-hidden="true" />}
      <span className="truncate">{chosen}</span>
      <ChevronDown className="icon icon-sm text-text-3" aria-hidden="true" />
    </button>
  )
  return (
    <Menu trigger={trigger} align={align}>
      <MenuChoice options={options} value={value} onChange={onChange} />
    </Menu>
  )
}

import { ChevronDown, type LucideIcon } from 'lucide-react'
import { classNames } from '../class-names.ts'
import { type Choice, Menu, MenuChoice } from '../overlays/menu.tsx'

/** A choice of one from a list that opens, for filters, sorting and the collection of a search. */
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
  /** Label of the choice; the control's name is this and the chosen option. */
  label: string
  options: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  icon?: LucideIcon
  /** Class names of the trigger; a button by default. */
  className?: string
  /** Shown while `value` is none of the options. */
  placeholder?: string
  disabled?: boolean
  align?: 'start' | 'end'
}) {
  const choice = options.find((option) => option.value === value)
  const chosen = choice?.label ?? placeholder
  const words = choice?.hint ? `${chosen} ${choice.hint}` : chosen
  const trigger = (
    <button
      type="button"
      className={classNames(className, 'min-w-0')}
      aria-label={`${label}: ${words}`}
      disabled={disabled}
    >
      {Icon && <Icon className="icon" aria-hidden="true" />}
      <span className="truncate" dir="auto">
        {chosen}
        {choice?.hint && <span className="font-normal text-text-2">{` ${choice.hint}`}</span>}
      </span>
      <ChevronDown className="icon icon-sm text-text-3" aria-hidden="true" />
    </button>
  )
  return (
    <Menu className="menu-options" trigger={trigger} align={align}>
      <MenuChoice options={options} value={value} onChange={onChange} />
    </Menu>
  )
}

/** A select in a form: its label above, as wide as the form. */
export function SelectField<Value extends string>({
  label,
  options,
  value,
  onChange,
  disabled,
}: {
  label: string
  options: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
  disabled?: boolean
}) {
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {label}
      </span>
      <Select
        className="input select"
        align="start"
        label={label}
        options={options}
        value={value}
        onChange={onChange}
        {...(disabled ? { disabled } : {})}
      />
    </div>
  )
}

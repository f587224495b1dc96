import { useId } from 'react'
import './choice-cards.css'

/** One card: its name, and a few words about it. */
export interface CardChoice<Value extends string> {
  readonly value: Value
  readonly name: string
  readonly kind: string
}

/** A choice of one among cards, all visible. Made of radio buttons, so arrow keys change the choice. */
export function ChoiceCards<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly CardChoice<Value>[]
  value: Value
  onChange: (value: Value) => void
}) {
  const group = useId()
  return (
    <fieldset className="choice-cards">
      <legend className="label">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="choice-card">
          <input type="radio" name={group} checked={option.value === value} onChange={() => onChange(option.value)} />
          <b>{option.name}</b>
          <span>{option.kind}</span>
        </label>
      ))}
    </fieldset>
  )
}

import { type Choice, OFFERS } from './formats.ts'

/** The formats as cards. Guests get no stills. */
export function FormatChoice({
  choice,
  onChoose,
  guest,
}: {
  choice: Choice
  onChoose: (choice: Choice) => void
  guest: boolean
}) {
  const choices = (Object.keys(OFFERS) as Choice[]).filter((one) => !(guest && one === 'stills'))
  return (
    <fieldset className="export-formats">
      <legend className="label">Format</legend>
      {choices.map((one) => (
        <label key={one} className="export-format">
          <input type="radio" name="format" checked={one === choice} onChange={() => onChoose(one)} />
          <b>{OFFERS[one].name}</b>
          <span>{OFFERS[one].kind}</span>
        </label>
      ))}
    </fieldset>
  )
}

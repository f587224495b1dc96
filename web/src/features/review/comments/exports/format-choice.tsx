import { ChoiceCards } from '../../../../ui/dialogs/choice-cards.tsx'
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
  const options = choices.map((value) => ({ value, name: OFFERS[value].name, kind: OFFERS[value].kind }))
  return <ChoiceCards label="Format" options={options} value={choice} onChange={onChoose} />
}

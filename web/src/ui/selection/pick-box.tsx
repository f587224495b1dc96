import { isKey } from '../../lib/keyboard/keys.ts'
import { classNames } from '../class-names.ts'
import { Checkbox } from '../forms/checkbox.tsx'
import './pick-box.css'

/** The checkbox on a card that selects it; with Shift all cards up to it. */
export function PickBox({
  name,
  chosen,
  onPick,
  className,
}: {
  /** What the card shows. */
  name: string
  chosen: boolean
  onPick: (range: boolean) => void
  className?: string
}) {
  return (
    <Checkbox
      className={classNames('pick', className)}
      checked={chosen}
      onChange={({ nativeEvent }) => onPick(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      onKeyDown={(event) => {
        if (!isKey('select_range', event)) return
        event.preventDefault()
        onPick(true)
      }}
    >
      <span className="sr-only">Select {name}</span>
    </Checkbox>
  )
}

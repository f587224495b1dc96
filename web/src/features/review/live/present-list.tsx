import type { PresentEvent } from '@footnote/contract/nouns/review/live.ts'
import { Avatar, namesIn } from '../../../ui/marks/avatar.tsx'
import { PersonName } from '../../../ui/marks/person-name.tsx'
import { Popover, type PopoverState } from '../../../ui/overlays/popover.tsx'

/** The people who have the video open, by name, and how many have none. */
export function PresentList({
  people,
  unnamed,
  ...state
}: PopoverState & { people: PresentEvent['people']; unnamed: number }) {
  return (
    <Popover {...state} className="menu" aria-label="Also here">
      <ul className="present-list">
        {people.map(({ name, kind }, at) => (
          // Two people may have one name.
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no state
          <li key={at}>
            <Avatar {...namesIn(name)} guest={kind === 'guest'} size="sm" />
            <PersonName name={name} guest={kind === 'guest'} />
          </li>
        ))}
        {unnamed > 0 && <li>{unnamed === 1 ? '1 more without a name' : `${unnamed} more without a name`}</li>}
      </ul>
    </Popover>
  )
}

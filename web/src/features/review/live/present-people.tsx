import type { PresentEvent } from '@footnote/contract/nouns/review/live.ts'
import { shownName } from '@footnote/contract/shared/guests.ts'
import { Avatar, namesIn } from '../../../ui/marks/avatar.tsx'
import { lazyPart } from '../../../ui/overlays/lazy-part.tsx'
import { PopoverButton } from '../../../ui/overlays/popover-button.tsx'
import './present-people.css'

const PresentList = lazyPart(async () => (await import('./present-list.tsx')).PresentList)

/** Discs beside each other at most. */
const DISCS = 3

/**
 * Who else has the video open. Nothing announces that people come and go: it would interrupt reading, and the name of the
 * button always says who is there.
 */
export function PresentPeople({ present: { others, people }, guest }: { present: PresentEvent; guest: boolean }) {
  if (guest) return <span className="present-words">{`You and ${counted(others, 'other')}`}</span>
  const unnamed = others - people.length
  const names = people.map(({ name, kind }) => shownName({ name, is_guest: kind === 'guest' }))
  const words = unnamed > 0 ? [...names, counted(unnamed, people.length > 0 ? 'more' : 'guest')] : names
  const discs = people.slice(0, DISCS)
  const more = others - discs.length
  return (
    <PopoverButton
      label={`Also here: ${new Intl.ListFormat('en').format(words)}`}
      className="present"
      popover={(state) => <PresentList {...state} people={people} unnamed={unnamed} />}
    >
      {discs.map(({ name, kind }, at) => (
        // Two people may have one name.
        // biome-ignore lint/suspicious/noArrayIndexKey: discs have no state
        <Avatar key={at} {...namesIn(name)} guest={kind === 'guest'} size="sm" />
      ))}
      {/* The style sheet draws the number: the name of the button has these people by their names. */}
      {more > 0 &&
        (discs.length > 0 ? (
          <span className="present-more" aria-hidden="true" data-count={`+${more}`} />
        ) : (
          <span className="present-more">{counted(more, 'guest')}</span>
        ))}
    </PopoverButton>
  )
}

/** 'more' has no plural. */
const counted = (count: number, noun: 'other' | 'guest' | 'more'): string =>
  `${count} ${noun}${count === 1 || noun === 'more' ? '' : 's'}`

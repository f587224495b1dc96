import { classNames } from '../class-names.ts'

const first = (text: string): string => Array.from(text.trim())[0] ?? ''

/** First and last word of a name, for its initials. */
export function namesIn(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}

// The style sheet draws the initials, because text would become part of the name of the control around them.
/**
 * A person's initials; those of a guest in a ring, which no member has. Decoration: the full name is beside it, or names
 * the control around it.
 */
export function Avatar({
  firstName,
  lastName,
  guest = false,
  size = 'md',
}: {
  firstName: string
  lastName: string
  guest?: boolean
  size?: 'sm' | 'md'
}) {
  return (
    <span
      className={classNames('avatar', size === 'sm' && 'avatar-sm', guest && 'avatar-guest')}
      aria-hidden="true"
      data-initials={(first(firstName) + first(lastName)).toUpperCase()}
    />
  )
}

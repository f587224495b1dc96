import { classNames } from '../class-names.ts'

const first = (text: string): string => Array.from(text.trim())[0] ?? ''

// The style sheet draws the initials, because text would become part of the name of the control around them.
/** A person's initials. Decoration: the full name is beside it, or names the control around it. */
export function Avatar({
  firstName,
  lastName,
  size = 'md',
}: {
  firstName: string
  lastName: string
  size?: 'sm' | 'md'
}) {
  return (
    <span
      className={classNames('avatar', size === 'sm' && 'avatar-sm')}
      aria-hidden="true"
      data-initials={(first(firstName) + first(lastName)).toUpperCase()}
    />
  )
}

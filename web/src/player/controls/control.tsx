import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One button of the player. */
export function Control({
  icon: Icon,
  label,
  pressed,
  shortcut,
  className,
  onPress,
  children,
}: {
  icon: LucideIcon
  label: string
  pressed?: boolean
  /** Shortcut for the same action, shown beside the icon. */
  shortcut?: string
  className?: string
  /** Absent where there is nothing to do; the button keeps the focus. */
  onPress: (() => void) | undefined
  children?: ReactNode
}) {
  return (
    <button
      type="button"
      className={`ctl ${className ?? ''}`}
      aria-label={label}
      title={shortcut ? `${label} (${shortcut})` : label}
      aria-keyshortcuts={shortcut}
      aria-pressed={pressed}
      aria-disabled={!onPress || undefined}
      // A pointer press leaves the focus where it was, so that Space still plays and pauses.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      <Icon className="icon" aria-hidden="true" />
      {children}
      {shortcut && <kbd className="ctl-words">{shortcut}</kbd>}
    </button>
  )
}

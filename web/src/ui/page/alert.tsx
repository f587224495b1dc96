import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const icons = { danger: CircleAlert, warn: TriangleAlert, ok: CircleCheck, info: Info }

/** A message in a coloured line. Screen readers announce failures at once, the others when they are idle. */
export function Alert({
  kind = 'danger',
  action,
  quiet = false,
  children,
}: {
  kind?: keyof typeof icons
  /** A button that helps. */
  action?: ReactNode
  /** The text changes all the time: announcing it would drown everything else. */
  quiet?: boolean
  children: ReactNode
}) {
  const Icon = icons[kind]
  return (
    <div
      className={`alert tint-${kind === 'info' ? 'idle' : kind}`}
      role={quiet ? undefined : kind === 'danger' ? 'alert' : 'status'}
    >
      <Icon className="icon" aria-hidden="true" />
      <div className="alert-words">{children}</div>
      {action}
    </div>
  )
}

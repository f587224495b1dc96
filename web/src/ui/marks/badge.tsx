import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export type BadgeKind = 'idle' | 'busy' | 'ok' | 'warn' | 'danger' | 'visual' | 'speech' | 'ocr' | 'line'

/** One or two words on a coloured background. */
export function Badge({
  kind = 'idle',
  icon: Icon,
  spin = false,
  children,
}: {
  kind?: BadgeKind
  icon?: LucideIcon
  /** Makes the icon spin. */
  spin?: boolean
  children: ReactNode
}) {
  return (
    <span className={kind === 'line' ? 'badge badge-line tint-idle' : `badge tint-${kind}`}>
      {Icon && <Icon className={classNames('icon', spin && 'spin')} aria-hidden="true" />}
      {children}
    </span>
  )
}

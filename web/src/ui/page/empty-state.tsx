import type { ReactNode } from 'react'

/** An empty list: the fact, the next step, one button. */
export function EmptyState({ fact, next, action }: { fact: string; next?: ReactNode; action?: ReactNode }) {
  return (
    <div className="empty">
      <strong className="font-semibold text-text">{fact}</strong>
      {next && <span>{next}</span>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import { Alert } from './alert.tsx'

/** Says what failed to load, with a button that retries. */
export const NotLoaded = ({ what, onRetry }: { what: string; onRetry: () => void }) => (
  <Alert
    action={
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    {what}
  </Alert>
)

/** In place of data: placeholders while they load, and after a failure what was not loaded, with a button that retries. */
export const Unloaded = ({
  loading,
  what,
  onRetry,
  children,
}: {
  loading: boolean
  /** The failure, a sentence. */
  what: string
  onRetry: () => void
  /** Placeholders, one below the other. */
  children: ReactNode
}) =>
  loading ? (
    <div className="grid gap-8" aria-busy="true">
      {children}
    </div>
  ) : (
    <NotLoaded what={what} onRetry={onRetry} />
  )

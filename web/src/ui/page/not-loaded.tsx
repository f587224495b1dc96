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

import { Button } from '../forms/button.tsx'
import { Alert } from './alert.tsx'

/** What could not be read, with another try. */
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

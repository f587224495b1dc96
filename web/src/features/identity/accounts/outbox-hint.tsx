import { health } from '@footnote/contract/calls/health.ts'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/calls/client.ts'
import { Alert } from '../../../ui/page/alert.tsx'

/** Says where to find codes on a server that cannot send mail. */
export function OutboxHint() {
  const [outbox, setOutbox] = useState(false)
  useEffect(() => {
    call(health.check, {}).then(
      ({ mail }) => setOutbox(mail === 'outbox'),
      (error: unknown) => console.warn('health', error),
    )
  }, [])
  if (!outbox) return null
  return (
    <Alert kind="info">
      No mail server is set up. The code is on the console of this server, and in the folder “outbox” of its data.
    </Alert>
  )
}

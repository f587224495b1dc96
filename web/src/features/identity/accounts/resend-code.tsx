import { accounts } from '@footnote/contract/nouns/identity/accounts.ts'
import { ACCOUNT } from '@footnote/contract/shared/limits.ts'
import { useState } from 'react'
import { ApiError, errorDetail } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { useCountdown } from '../../../lib/times/use-countdown.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'

/** Mails another code; locked for 15 s after each one. */
export function ResendCode({
  email,
  signup,
  quiet,
  onSend,
}: {
  email: string
  signup: string | undefined
  /** Hides the result of the last sending, because the form shows something newer. */
  quiet: boolean
  /** Earlier codes are no longer valid. */
  onSend: () => void
}) {
  const [left, restart] = useCountdown(ACCOUNT.resend_cooldown)
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'ok' | 'danger'; text: string } | null>(null)
  const resend = async () => {
    setBusy(true)
    setOutcome(null)
    onSend()
    try {
      const { message } = await call(accounts.resendCode, { body: { email, signup } })
      setOutcome({ kind: 'ok', text: message || 'Verification code sent successfully!' })
      restart(ACCOUNT.resend_cooldown)
    } catch (error) {
      setOutcome({ kind: 'danger', text: errorDetail(error, 'An error occurred during resend. Please try again.') })
      if (error instanceof ApiError && error.retry_after !== null) restart(error.retry_after)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-4">
      <Button disabled={left > 0} busy={busy} onClick={resend}>
        {left > 0 ? `Resend code in ${left}s` : 'Resend code'}
      </Button>
      {outcome && !quiet && <Alert kind={outcome.kind}>{outcome.text}</Alert>}
    </div>
  )
}

import { accounts } from '@footnote/contract/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../lib/api-error.ts'
import { call } from '../../lib/client.ts'
import { endSession } from '../../lib/session.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Setting } from '../../ui/setting.tsx'

/** Ends the person's sessions in every browser, this one too. */
export function SessionsSetting() {
  const leave = useMutation({
    mutationFn: () => call(accounts.signOutEverywhere, {}),
    onSuccess: () => endSession(true),
  })
  return (
    <Setting title="Sessions" explanation="End your other sessions when you lose a device.">
      {leave.error && <Alert>{errorDetail(leave.error, 'You are still signed in. Please try again.')}</Alert>}
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign out everywhere
      </Button>
    </Setting>
  )
}

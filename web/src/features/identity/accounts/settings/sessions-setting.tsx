import { accounts } from '@footnote/contract/nouns/identity/accounts.ts'
import { useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../../../lib/calls/api-error.ts'
import { call } from '../../../../lib/calls/client.ts'
import { endSession } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/forms/button.tsx'
import { Setting } from '../../../../ui/forms/setting.tsx'
import { Alert } from '../../../../ui/page/alert.tsx'

/** Ends the person's sessions in every browser, including this one. */
export function SessionsSetting() {
  const leave = useMutation({
    mutationFn: () => call(accounts.signOutEverywhere, {}),
    onSuccess: () => endSession(true),
  })
  return (
    <Setting title="Sessions" explanation="End your other sessions when you lose a device.">
      {leave.error && <Alert>{errorDetail(leave.error, 'Your sessions did not end. Please try again.')}</Alert>}
      <Button busy={leave.isPending} onClick={() => leave.mutate()}>
        Sign out everywhere
      </Button>
    </Setting>
  )
}

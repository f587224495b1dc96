import { ApiError, errorDetail } from '../../../lib/calls/api-error.ts'
import { ButtonLink } from '../../../ui/forms/button.tsx'
import { Alert } from '../../../ui/page/alert.tsx'

/** Why a change was refused. If another version is the current one, the way to it. */
export function Refusal({
  error,
  newer,
}: {
  error: Error
  newer: { readonly version: number; readonly address: string } | null
}) {
  if (!(error instanceof ApiError && error.code === 'not_current'))
    return <Alert>{errorDetail(error, 'Nothing was changed. Try again.')}</Alert>
  return (
    <Alert
      kind="warn"
      action={newer && <ButtonLink size="sm" to={newer.address}>{`Go to version ${newer.version}`}</ButtonLink>}
    >
      There is a newer version. {newer ? 'Only its approval counts.' : 'Ask for a link to it.'}
    </Alert>
  )
}

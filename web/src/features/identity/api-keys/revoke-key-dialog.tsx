import type { ApiKey } from '@footnote/contract/nouns/identity/api-keys.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { useRevokeKey } from './api.ts'

/** Asks before a key stops working. */
export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useRevokeKey()
  return (
    <Confirm
      title="Revoke API key"
      action="Revoke"
      note="Programs that use it lose access at once."
      failure={revoke.isError ? 'It was not revoked.' : null}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(apiKey.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      Revoke <strong className="font-semibold [overflow-wrap:anywhere]">{apiKey.name}</strong>?
    </Confirm>
  )
}

import type { CompanyUser } from '@footnote/contract/nouns/identity/companies.ts'
import { Confirm } from '../../../ui/dialogs/confirm.tsx'
import { useRemoveUser } from './api.ts'

/** Asks before a member is removed or an invitation withdrawn. */
export function RemoveUserDialog({ user, onClose }: { user: CompanyUser; onClose: () => void }) {
  const remove = useRemoveUser()
  const name = `${user.first_name} ${user.last_name}`.trim() || user.email
  return (
    <Confirm
      title={user.verified ? 'Remove user' : 'Remove invitation'}
      action="Remove"
      note={
        user.verified
          ? 'The account stays, in a company of its own. The collections stay here.'
          : 'The link in the mail stops working.'
      }
      failure={remove.isError ? 'Nobody was removed.' : null}
      busy={remove.isPending}
      onConfirm={() => remove.mutate(user.email, { onSuccess: onClose })}
      onClose={onClose}
    >
      Remove <strong className="font-semibold [overflow-wrap:anywhere]">{name}</strong> from the company?
    </Confirm>
  )
}

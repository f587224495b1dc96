import type { CompanyUser } from '@footnote/contract/nouns/identity/companies.ts'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/forms/button.tsx'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { AddUsers } from './add-users.tsx'
import { useMakeAdmin, useResendInvite } from './api.ts'
import { RemoveUserDialog } from './remove-user-dialog.tsx'
import './company.css'

interface TeamProps {
  users: readonly CompanyUser[]
  /** The viewer's own address. */
  own_email: string
  /** Whether the viewer may change the team. */
  is_admin: boolean
}

/** Members and invitations; admins resend invitations, promote and remove people. */
export function TeamTable({ users, own_email, is_admin }: TeamProps) {
  const [removing, setRemoving] = useState<CompanyUser | null>(null)
  return (
    <div className="panel">
      {is_admin && <AddUsers />}
      <div className="table-wrap">
        <table className="table">
          <thead>
            <tr>
              <th>Name</th>
              <th className="wide-only">E-mail</th>
              <th className="wide-only">Role</th>
              <th>Status</th>
              {is_admin && (
                <th>
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {users.map((user) => (
              <tr key={user.email}>
                <Identity user={user} own={user.email === own_email} />
                <td className="wide-only">{user.is_admin ? 'Admin' : 'Member'}</td>
                <td>
                  <span className="flex flex-wrap gap-1">
                    <Badge kind={user.verified ? 'ok' : 'warn'}>{user.verified ? 'Active' : 'Pending'}</Badge>
                    {user.read_only && <Badge>Read-only</Badge>}
                  </span>
                </td>
                {is_admin && (
                  <td className="acts">
                    {user.email !== own_email && <Actions user={user} onRemove={() => setRemoving(user)} />}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {removing && <RemoveUserDialog user={removing} onClose={() => setRemoving(null)} />}
    </div>
  )
}

function Identity({ user: { first_name, last_name, email, is_admin }, own }: { user: CompanyUser; own: boolean }) {
  const name = `${first_name} ${last_name}`.trim()
  return (
    <>
      <td className="team-name">
        <span className="flex items-center gap-2">
          <Avatar firstName={first_name || email} lastName={last_name} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              {name ? (
                <span className="truncate font-medium" dir="auto">
                  {name}
                </span>
              ) : (
                <span className="text-text-2">Invited</span>
              )}
              {own && <span className="text-text-3">you</span>}
            </span>
            <span className="narrow-only block truncate text-xs text-text-2">
              {email}
              {is_admin && ', Admin'}
            </span>
          </span>
        </span>
      </td>
      <td className="wide-only team-email text-text-2">{email}</td>
    </>
  )
}

function Actions({ user, onRemove }: { user: CompanyUser; onRemove: () => void }) {
  const [resend, promote] = [useResendInvite(), useMakeAdmin()]
  const { email, verified, is_admin } = user
  const acts = [
    ...(verified ? [] : [{ label: 'Resend Invite', act: () => resend.mutate(email), busy: resend.isPending }]),
    ...(verified && !is_admin
      ? [{ label: 'Make admin', act: () => promote.mutate(email), busy: promote.isPending }]
      : []),
    { label: 'Remove', act: onRemove, busy: false },
  ]
  return (
    <>
      <span className="team-acts">
        {acts.map(({ label, act, busy }) => (
          <Button key={label} variant="ghost" size="sm" aria-label={`${label}: ${email}`} busy={busy} onClick={act}>
            {label}
          </Button>
        ))}
      </span>
      <span className="team-menu">
        <Menu
          trigger={
            <Button variant="ghost" size="sm" className="btn-icon" aria-label={`Actions for ${email}`}>
              <Ellipsis className="icon icon-sm" aria-hidden="true" />
            </Button>
          }
        >
          {acts.map(({ label, act }) => (
            <MenuItem key={label} danger={label === 'Remove'} onSelect={act}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </span>
    </>
  )
}

import { companies } from '@footnote/contract/nouns/identity/companies.ts'
import { TIMING } from '@footnote/contract/shared/limits.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { useReload } from '../../../lib/calls/use-reload.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** The company, its usage, members and invitations. */
export const companyQuery = () =>
  queryOptions({
    queryKey: ['company', 'details'],
    queryFn: ({ signal }) => call(companies.details, {}, signal),
  })

/** Indexed videos, newest first. */
export const usageHistoryQuery = () =>
  queryOptions({
    queryKey: ['company', 'usage'],
    queryFn: ({ signal }) => call(companies.usageHistory, {}, signal),
  })

/** Reloads the company, and the plan, whose used seats may have changed. */
const useReloadCompany = () => useReload(companyQuery().queryKey, ['subscription'])

const TOAST = { duration: TIMING.admin_toast }

/** Invites people, all or none; resolves when the table shows them. The form shows a refusal. */
export function useInvite() {
  const reload = useReloadCompany()
  return useMutation({
    mutationFn: (emails: string[]) => call(companies.invite, { body: { emails } }),
    onSuccess: async ({ message }) => {
      toast.success(message, TOAST)
      await reload()
    },
  })
}

/**
 * An admin's action on one person. A toast shows the result, and the table reloads.
 * @param done sentence
 * @param failed sentence
 */
function usePersonAction(
  endpoint: typeof companies.resendInvite | typeof companies.deleteUser | typeof companies.makeAdmin,
  done: string,
  failed: string,
) {
  const reload = useReloadCompany()
  return useMutation({
    mutationFn: (email: string) => call(endpoint, { body: { email } }),
    onSuccess: async () => {
      toast.success(done, TOAST)
      await reload()
    },
    onError: (error) => toast.error(`${failed} ${errorDetail(error, '')}`.trim(), TOAST),
  })
}

/** Mails an invitation once more, with a new token. */
export const useResendInvite = () =>
  usePersonAction(
    companies.resendInvite,
    'Verification email sent successfully.',
    'Failed to resend verification email.',
  )
/** Removes a person or withdraws an invitation. */
export const useRemoveUser = () =>
  usePersonAction(companies.deleteUser, 'User removed successfully.', 'Failed to remove user.')
/** Makes a member an admin. */
export const useMakeAdmin = () =>
  usePersonAction(companies.makeAdmin, 'User is an admin now.', 'Failed to make this user an admin.')

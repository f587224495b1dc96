import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { UploadPanel } from '../../features/library/uploads/upload-panel.tsx'
import { NotificationsBell } from '../../features/personal/notifications/notifications-bell.tsx'
import type { FollowPerson } from '../../lib/calls/events.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { readSession, type StoredSession, watchSession } from '../../lib/session.ts'
import { InUserShell } from '../../lib/use-session.ts'
import { Toaster } from '../../ui/overlays/toaster.tsx'
import { KeysHelp } from '../keys/keys-help.tsx'
import { Main } from '../main-area.tsx'
import { Bar } from './bar.tsx'
import { RequestAccess } from './request-access.tsx'
import { PhoneUserMenu, UserMenu } from './user-menu.tsx'

/**
 * How the bell follows the person. If the program cannot load, for example after an update of the server, the bell reads
 * notifications from time to time.
 */
const followPerson: FollowPerson = (listener, signal) =>
  void import('../../features/review/live/person-stream.ts').then(
    ({ personStream }) => personStream.followPerson(listener, signal),
    (error: unknown) => console.warn('live', error),
  )

let kept: { readonly user_id: string; readonly queries: QueryClient } | null = null

/** The query cache of a user. It outlives the shell, which unmounts on public pages, but not the session. */
function queriesOf(user_id: string): QueryClient {
  if (kept?.user_id === user_id) return kept.queries
  const queries = createQueryClient()
  kept = { user_id, queries }
  const unwatch = watchSession(() => {
    if (readSession()?.user_id === user_id) return
    unwatch()
    if (kept?.queries === queries) kept = null
  })
  return queries
}

/** Bar and page of a signed-in user, with their query cache. */
export function SignedInShell({ session }: { session: StoredSession }) {
  const [queries] = useState(() => queriesOf(session.user_id))
  const [keys, setKeys] = useState(false)
  return (
    <QueryClientProvider client={queries}>
      <Bar
        audience="user"
        tools={
          <>
            <RequestAccess className="nav-link max-md:hidden" />
            <NotificationsBell follow={followPerson} />
            <UserMenu session={session} onKeys={() => setKeys(true)} />
          </>
        }
        phoneTools={
          <>
            <RequestAccess className="nav-link h-11 w-full" />
            <PhoneUserMenu session={session} />
          </>
        }
      />
      <Main>
        <InUserShell value={true}>
          <Outlet />
        </InUserShell>
      </Main>
      <UploadPanel />
      <KeysHelp open={keys} onChange={setKeys} />
      <Toaster />
    </QueryClientProvider>
  )
}

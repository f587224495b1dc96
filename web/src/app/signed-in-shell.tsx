import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { NotificationsBell } from '../features/notifications/notifications-bell.tsx'
import { UploadPanel } from '../features/uploads/upload-panel.tsx'
import { createQueryClient } from '../lib/query-client.ts'
import type { StoredSession } from '../lib/session.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Bar } from './bar.tsx'
import { Main } from './main-area.tsx'
import { RequestAccess } from './request-access.tsx'
import { PhoneUserMenu, UserMenu } from './user-menu.tsx'

/** Bar and page of one person who is signed in, with the memory of what was read from the API. */
export function SignedInShell({ session }: { session: StoredSession }) {
  const [queries] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queries}>
      <Bar
        audience="user"
        tools={
          <>
            <RequestAccess className="nav-link max-md:hidden" />
            <NotificationsBell />
            <UserMenu session={session} />
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
        <Outlet />
      </Main>
      <UploadPanel />
      <Toaster />
    </QueryClientProvider>
  )
}

import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { createQueryClient } from '../lib/query-client.ts'
import { useSession } from '../lib/use-session.ts'
import { Bar } from './bar.tsx'
import { loginAddress } from './session-guard.ts'
import { PhoneUserMenu, UserMenu } from './user-menu.tsx'

/** Bar and page of people who are signed in. When the session ends, in any tab, it leads to the login screen. */
export function SignedInShell() {
  const [queries] = useState(createQueryClient)
  const session = useSession()
  const { pathname, search } = useLocation()
  if (!session) return <Navigate to={loginAddress(pathname + search)} replace />
  return (
    <QueryClientProvider client={queries} key={session.user_id}>
      <Bar audience="user" tools={<UserMenu session={session} />} phoneTools={<PhoneUserMenu session={session} />} />
      <div id="main" tabIndex={-1} data-focus="none" className="outline-none">
        <Outlet />
      </div>
    </QueryClientProvider>
  )
}

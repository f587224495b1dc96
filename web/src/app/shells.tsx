import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../lib/use-session.ts'
import { Toaster } from '../ui/toaster.tsx'
import { Bar } from './bar.tsx'
import { Main } from './main-area.tsx'
import { LeadToLogin } from './session-guard.tsx'

// What only people signed in need (queries, menus, tooltips) is not sent to visitors.
const SignedInShell = lazy(async () => ({ default: (await import('./signed-in-shell.tsx')).SignedInShell }))

/** Bar and page of people who are not signed in. */
export function VisitorShell() {
  return (
    <>
      <Bar audience="visitor" />
      <Main>
        <Outlet />
      </Main>
      <Toaster />
    </>
  )
}

/** Bar and page of people who are signed in; others, and they when their session ends, are led to the login screen. */
export function UserShell() {
  const session = useSession()
  if (!session) return <LeadToLogin />
  return (
    <Suspense fallback={null}>
      <SignedInShell session={session} key={session.user_id} />
    </Suspense>
  )
}

/** The bar that fits the person, for pages that anyone may see. */
export function AnyoneShell() {
  return useSession() ? <UserShell /> : <VisitorShell />
}

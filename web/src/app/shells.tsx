import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useSession } from '../lib/use-session.ts'
import { Bar } from './bar.tsx'

const SignedInShell = lazy(async () => ({ default: (await import('./signed-in-shell.tsx')).SignedInShell }))

/** Bar and page of people who are not signed in. */
export function VisitorShell() {
  return (
    <>
      <Bar audience="visitor" />
      <div id="main" tabIndex={-1} data-focus="none" className="outline-none">
        <Outlet />
      </div>
    </>
  )
}

/** The bar that fits the person, for pages that anyone may see. */
export function AnyoneShell() {
  if (!useSession()) return <VisitorShell />
  return (
    <Suspense fallback={null}>
      <SignedInShell />
    </Suspense>
  )
}

import { type ComponentType, memo, useCallback, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import type { StoredSession } from '../../lib/session.ts'
import { useSession } from '../../lib/use-session.ts'
import { Toaster } from '../../ui/overlays/toaster.tsx'
import { KeysHelp } from '../keys/keys-help.tsx'
import { Main } from '../main-area.tsx'
import { LeadToLogin } from '../session-guard.tsx'
import { Bar } from './bar.tsx'
import { GuestBar } from './guest-bar.tsx'

type Shell = ComponentType<{ session: StoredSession }>
// What only people signed in need (queries, notifications) is not sent to visitors.
let loaded: Shell | null = null
const load = async () => {
  loaded = (await import('./signed-in-shell.tsx')).SignedInShell
}

/** The shell of people who are signed in; null until it is loaded. @throws what its loading failed with */
function useSignedInShell(wanted: boolean): Shell | null {
  const [Shell, setShell] = useState(() => loaded)
  const [failure, setFailure] = useState<{ error: unknown } | null>(null)
  useEffect(() => {
    if (!wanted || Shell) return
    load().then(
      () => setShell(() => loaded),
      (error: unknown) => setFailure({ error }),
    )
  }, [wanted, Shell])
  if (failure) throw failure.error
  return Shell
}

/**
 * Bar and page of people who are not signed in. Memorised: a page that was drawn at build time and comes alive part by part loses
 * what it shows where it is drawn again before it has.
 */
export const VisitorShell = memo(function VisitorShell({ onShown }: { onShown?: () => void }) {
  return (
    <>
      <Bar audience="visitor" />
      <Main {...(onShown ? { onShown } : {})}>
        <Outlet />
      </Main>
      <Toaster />
    </>
  )
})

/** Bar and page of people who are signed in; others, and they when their session ends, are led to the login screen. */
export function UserShell() {
  const session = useSession()
  const Shell = useSignedInShell(session !== null)
  if (!session) return <LeadToLogin />
  return Shell && <Shell session={session} key={session.user_id} />
}

/** The bar that fits the person, for pages that anyone may see. A page that was drawn stays until the person's own bar is there. */
export function AnyoneShell() {
  const session = useSession()
  const Shell = useSignedInShell(session !== null)
  // Its own program may come after that of the bar.
  const [shown, setShown] = useState(() => loaded !== null)
  const onShown = useCallback(() => setShown(true), [])
  if (session && Shell && shown) return <Shell session={session} key={session.user_id} />
  return <VisitorShell onShown={onShown} />
}

/** Bar and page of what a link shows, whoever looks at it. */
export function GuestShell() {
  const [keys, setKeys] = useState(false)
  return (
    <>
      <GuestBar />
      <Main>
        <Outlet />
      </Main>
      <KeysHelp open={keys} onChange={setKeys} />
      <Toaster />
    </>
  )
}

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
// Visitors do not load what only signed-in people need (queries, notifications).
let loaded: Shell | null = null
const load = async () => {
  loaded = (await import('./signed-in-shell.tsx')).SignedInShell
}

/** The shell of signed-in people; null until it is loaded. @throws the error of its loading */
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
 * Bar and page of visitors. Memorised: a prerendered page that renders again before hydration ends loses its content.
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

/** Bar and page of signed-in people. Everybody else is led to the login screen, as they are when their session ends. */
export function UserShell() {
  const session = useSession()
  const Shell = useSignedInShell(session !== null)
  if (!session) return <LeadToLogin />
  return Shell && <Shell session={session} key={session.user_id} />
}

/**
 * The bar that fits the person, for pages that anyone may see. A prerendered page stays until the person's own bar is
 * loaded.
 */
export function AnyoneShell() {
  const session = useSession()
  const Shell = useSignedInShell(session !== null)
  // The page's program may load after that of the bar.
  const [shown, setShown] = useState(() => loaded !== null)
  const onShown = useCallback(() => setShown(true), [])
  if (session && Shell && shown) return <Shell session={session} key={session.user_id} />
  return <VisitorShell onShown={onShown} />
}

/** Bar and page behind a share link, for everybody. */
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

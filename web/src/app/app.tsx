import { lazy, type ReactNode, useEffect } from 'react'
import { BrowserRouter, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageNotFound } from './error-screens.tsx'
import { type Audience, screenRoutes } from './screen-routes.ts'
import { FrontDoor } from './session-guard.tsx'
import { AnyoneShell, UserShell, VisitorShell } from './shells.tsx'

/** A new page starts at its top, with the keyboard in it; going back returns to where one was. */
function usePageTop() {
  const { pathname } = useLocation()
  const kind = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new page
  useEffect(() => {
    if (kind === 'POP') return
    window.scrollTo(0, 0)
    const main = document.getElementById('main')
    if (main && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname])
}

function Page({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  usePageTop()
  return <ErrorBoundary address={pathname}>{children}</ErrorBoundary>
}

const screens = screenRoutes.map((route) => ({ ...route, Screen: lazy(route.load) }))

const screensFor = (audience: Audience) =>
  screens
    .filter((screen) => screen.audience === audience)
    .map(({ path, title, Screen }) => (
      <Route
        key={path}
        path={path}
        element={
          <>
            <title>{`${title} · Footnote`}</title>
            <Screen />
          </>
        }
      />
    ))

/** The route table, made from the one list of screens. */
export function AppRoutes() {
  return (
    <Page>
      <Routes>
        <Route path="/" element={<FrontDoor />} />
        <Route element={<UserShell />}>{screensFor('user')}</Route>
        <Route element={<VisitorShell />}>{screensFor('visitor')}</Route>
        <Route element={<AnyoneShell />}>
          {screensFor('anyone')}
          <Route path="*" element={<PageNotFound />} />
        </Route>
      </Routes>
    </Page>
  )
}

/** The whole product. */
export function App() {
  return (
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>
  )
}

import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react'
import { BrowserRouter, matchRoutes, Navigate, Route, Routes, useLocation, useNavigationType } from 'react-router'
import { listAddress } from '../lib/addresses.ts'
import { siteFacts } from '../lib/site.ts'
import { PageMeta } from '../ui/page/page-meta.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PageNotFound } from './error-screens.tsx'
import { type Audience, audienceOf, type ScreenRoute, screenRoutes } from './screen-routes.ts'
import { AnyoneShell, GuestShell, UserShell, VisitorShell } from './shell/shells.tsx'

/** A new page starts at its top, with the focus in it; going back restores the scroll position. */
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

const screens = screenRoutes.map((route) => ({ ...route, ...partsOf(route) }))

function partsOf({ load }: ScreenRoute) {
  const Loading = lazy(load)
  let loaded: ComponentType | null = null
  return {
    prepare: async () => {
      loaded = (await load()).default
    },
    Screen: function Screen() {
      const [Content] = useState<ComponentType>(() => loaded ?? Loading)
      return <Content />
    },
  }
}

/**
 * Loads the screen of an address, which is then drawn with the first frame. React would hold it back for 300 ms after
 * the empty page that is drawn without it (see `lazyPart`).
 */
export async function prepareScreen(pathname: string): Promise<void> {
  const [match] = matchRoutes(screens, pathname) ?? []
  await match?.route.prepare()
}

const screensFor = (audience: Audience) =>
  screens
    .filter((screen) => audienceOf(screen, siteFacts().public_pages) === audience)
    .filter(({ billing }) => !billing || siteFacts().billing)
    .map(({ path, title, description, Screen }) => (
      <Route
        key={path}
        path={path}
        element={
          <>
            {title && description && <PageMeta title={title} description={description} path={path} />}
            {title && !description && <title>{`${title} · Footnote`}</title>}
            <Screen />
          </>
        }
      />
    ))

/** The route table, made from the list of screens. */
export function AppRoutes() {
  return (
    <Page>
      <Routes>
        <Route element={<UserShell />}>
          {screensFor('user')}
          <Route path="/quickreview" element={<Navigate to={listAddress('review')} replace />} />
        </Route>
        <Route element={<VisitorShell />}>{screensFor('visitor')}</Route>
        <Route element={<GuestShell />}>{screensFor('guest')}</Route>
        <Route element={<AnyoneShell />}>
          {screensFor('anyone')}
          {!siteFacts().public_pages && <Route path="/" element={<Navigate to="/login" replace />} />}
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

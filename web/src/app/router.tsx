import { createBrowserRouter, Outlet, type RouteObject, ScrollRestoration } from 'react-router'
import { Toaster } from '../ui/toaster.tsx'
import { PageNotFound, UnexpectedError } from './error-screens.tsx'
import { type Audience, screenRoutes } from './screen-routes.ts'
import { frontDoor, requireSession } from './session-guard.ts'
import { AnyoneShell, VisitorShell } from './shells.tsx'

function Root() {
  return (
    <>
      <ScrollRestoration />
      <Outlet />
      <Toaster />
    </>
  )
}

const screensFor = (audience: Audience): RouteObject[] =>
  screenRoutes
    .filter((screen) => screen.audience === audience)
    .map(({ path, title, load }) => ({
      path,
      lazy: async () => {
        const { default: Screen } = await load()
        const Component = () => (
          <>
            <title>{`${title} · Footnote`}</title>
            <Screen />
          </>
        )
        return { Component }
      },
    }))

/** The route table, made from the one list of screens. Each screen is loaded when it is first visited. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: UnexpectedError,
    HydrateFallback: () => null,
    children: [
      { path: '/', loader: frontDoor },
      {
        loader: requireSession,
        lazy: async () => ({ Component: (await import('./signed-in-shell.tsx')).SignedInShell }),
        children: screensFor('user'),
      },
      { Component: VisitorShell, children: screensFor('visitor') },
      { Component: AnyoneShell, children: [...screensFor('anyone'), { path: '*', Component: PageNotFound }] },
    ],
  },
]

export const createRouter = () => createBrowserRouter(routes)

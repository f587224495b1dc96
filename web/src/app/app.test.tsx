import { render, screen } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../lib/session.ts'
import { AppRoutes, prepareScreen } from './app.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { audienceOf, screenRoutes } from './screen-routes.ts'

const site = vi.hoisted(() => ({ public_pages: true }))
vi.mock('../lib/site.ts', async (original) => {
  const { siteFacts } = await original<typeof import('../lib/site.ts')>()
  return { siteFacts: () => ({ ...siteFacts(), ...site }) }
})

const session = {
  access: 'a',
  refresh: 'r',
  user: { id: 'u', first_name: 'Mara', last_name: 'Lindqvist', email: 'mara@example.com', company_id: 'c' },
}
function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const visit = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Address />
      <AppRoutes />
    </MemoryRouter>,
  )
const address = () => screen.getByRole('status').textContent

beforeEach(() => {
  localStorage.clear()
  site.public_pages = true
  window.scrollTo = () => undefined
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})

test('without a session the signed-in area leads to the login screen and remembers the page that the person wanted', () => {
  visit('/collections?openCreateModal=true')
  expect(address()).toBe('/login?next=%2Fcollections%3FopenCreateModal%3Dtrue')
})

test('the front door is the landing page', async () => {
  visit('/')
  expect(await screen.findByRole('heading', { level: 1, name: /Ask Your Videos Anything\./ })).toBeDefined()
  expect(address()).toBe('/')
})

test('everybody reads the guide, with public pages and without', () => {
  const routes = ['/help', '/help/:page'].map((path) => screenRoutes.find((route) => route.path === path))
  for (const shown of [true, false])
    expect(routes.map((route) => route && audienceOf(route, shown))).toEqual(['anyone', 'anyone'])
})

test('a screen that is prepared is drawn with the first frame', async () => {
  await prepareScreen('/forgot-password')
  visit('/forgot-password')
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
})

test('an address that leads nowhere says so', () => {
  visit('/quick-sand')
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeDefined()
  expect(address()).toBe('/quick-sand')
})

test('with the public pages off, the root leads to the login screen and each of them is not found', async () => {
  site.public_pages = false
  for (const [from, to] of [
    ['/', '/login'],
    ['/pricing', '/login?next=%2Fpricing'],
    ['/signup', '/signup'],
  ] as const) {
    const { unmount } = visit(from)
    await expect.poll(address).toBe(to)
    unmount()
  }
  for (const gone of ['/about', '/team', '/use-cases', '/use-cases/one', '/quick-search', '/quick-review']) {
    const { unmount } = visit(gone)
    expect(screen.getByRole('heading', { name: 'Page Not Found' }), gone).toBeDefined()
    unmount()
  }
})

test('a session that ends leads to the login screen', async () => {
  await import('./shell/signed-in-shell.tsx')
  startSession(session)
  visit('/change-password')
  expect(await screen.findByRole('button', { name: 'User menu: Mara Lindqvist' })).toBeDefined()
  endSession()
  await expect.poll(address).toBe('/login?next=%2Fchange-password')
})

test('a page that breaks shows the error screen until another page is opened', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Broken = () => {
    throw new Error('secret detail')
  }
  const at = (path: string, page: React.ReactNode) => (
    <MemoryRouter>
      <ErrorBoundary address={path}>{page}</ErrorBoundary>
    </MemoryRouter>
  )
  const { rerender } = render(at('/a', <Broken />))
  expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeDefined()
  expect(document.body.textContent).not.toContain('secret detail')
  rerender(at('/b', <p>fine</p>))
  expect(screen.getByText('fine')).toBeDefined()
})

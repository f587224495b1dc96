import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../seed/answers/collections.ts'
import { json } from '../../test/json.ts'
import { createQueryClient } from '../lib/calls/query-client.ts'
import Home from './home.tsx'

/** Lets the list of collections arrive. */
let arrive: () => void
beforeEach(() => {
  // jsdom does not know the element <search>, and React warns about it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const arrived = new Promise<void>((done) => {
    arrive = done
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://footnote.example')
    if (pathname === '/api/indexes') {
      await arrived
      return json({ indexes: [aCollection('c', 'Films')] })
    }
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return new Response('{}', { status: 404 })
  })
})

function openHome() {
  const router = createMemoryRouter(
    [
      { path: '/home', element: <Home /> },
      { path: '*', element: null },
    ],
    { initialEntries: ['/home'] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

test('the search field does not claim that there is no collection while the collections load', async () => {
  openHome()
  const places = screen.getByRole('button', { name: /Collection/ })
  expect(places.textContent).toBe('Loading…')
  await act(async () => arrive())
  expect((await screen.findByRole('button', { name: /^Collection.*Films/ })).textContent).toBe('Films')
})

test('a search that is sent while the collections load starts when they have arrived', async () => {
  const router = openHome()
  fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'red boat' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(router.state.location.pathname).toBe('/home')
  await act(async () => arrive())
  await expect.poll(() => router.state.location.pathname).toBe('/collections/c/search')
  expect(router.state.location.search).toBe('?q=red+boat')
})

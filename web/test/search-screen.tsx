import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '../src/lib/calls/query-client.ts'
import SearchScreen from '../src/screens/search/search.tsx'

/** Opens the search screen at an address; every other address shows nothing. */
export function openSearch(address: string) {
  const queries = createQueryClient()
  const routes = [
    { path: '/collections/:id/search', element: <SearchScreen /> },
    { path: '*', element: null },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const { unmount } = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { router, queries, unmount }
}

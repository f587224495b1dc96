import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '../src/lib/calls/query-client.ts'
import CollectionScreen from '../src/screens/collections/collection.tsx'

/** Opens the screen of the collection `c`. @param search of its address */
export function openCollection(search = '') {
  const queries = createQueryClient()
  const router = createMemoryRouter([{ path: '/collections/:id', element: <CollectionScreen /> }], {
    initialEntries: [`/collections/c${search}`],
  })
  render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { queries, router }
}

import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { createQueryClient } from '../src/lib/calls/query-client.ts'
import CollectionScreen from '../src/screens/collections/collection.tsx'

/** Opens the screen of the collection `c`. */
export function openCollection() {
  const queries = createQueryClient()
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter initialEntries={['/collections/c']}>
        <Routes>
          <Route path="/collections/:id" element={<CollectionScreen />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { queries }
}

import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aCollection } from '../../../../../seed/answers/collections.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { CollectionSections } from './collection-sections.tsx'

function show(...samples: string[]) {
  vi.stubGlobal('fetch', async (address: string) => {
    const indexes =
      address === '/api/sample_indexes' ? samples.map((name) => aCollection(name, name, { sample: true })) : []
    return new Response(JSON.stringify({ indexes }), { headers: { 'content-type': 'application/json' } })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CollectionSections onCreate={() => undefined} besideSample={(id) => <p>Films of {id}</p>} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('the films of a single sample collection are shown beside it', async () => {
  show('Harbour')
  expect(await screen.findByText('Films of Harbour')).toBeDefined()
})

test('several sample collections fill the row without films', async () => {
  show('Harbour', 'Kitchen')
  await screen.findByRole('article', { name: 'Kitchen' })
  expect(screen.queryByText(/^Films of/)).toBeNull()
})

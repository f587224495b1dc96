import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aCollection } from '../../../../../seed/answers/collections.ts'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { CreateDialog } from './create-dialog.tsx'
import { CreateReviewDialog } from './create-review-dialog.tsx'

const NOTHING = () => undefined

test.each<[string, ReactNode, string]>([
  ['collection', <CreateDialog key="c" onClose={NOTHING} />, '/collections/new?openUploadModal=true'],
  [
    'review collection',
    <CreateReviewDialog key="r" onClose={NOTHING} />,
    '/quick-review/collections/new?openUploadModal=true',
  ],
])('a new %s opens, and asks for its first videos', async (_kind, dialog, address) => {
  vi.stubGlobal('fetch', async () => json({ ...aCollection('new', 'Rushes'), visual: true, ocr: false, audio: true }))
  const router = createMemoryRouter([{ path: '*', element: dialog }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Rushes' } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Create' })))
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe(address)
})

test('a name that a collection has is pointed out, and one that is too long says how long it may be', async () => {
  vi.stubGlobal('fetch', async () => json({ indexes: [aCollection('c', 'Newsroom')] }))
  const router = createMemoryRouter([{ path: '*', element: <CreateDialog onClose={NOTHING} /> }])
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const name = screen.getByRole('textbox', { name: 'Name' })
  fireEvent.change(name, { target: { value: 'newsroom ' } })
  await screen.findByText('A collection already has this name.')
  fireEvent.change(name, { target: { value: 'x'.repeat(300) } })
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Create' })))
  expect(screen.getByRole('alert').textContent).toBe('At most 120 characters are allowed')
})

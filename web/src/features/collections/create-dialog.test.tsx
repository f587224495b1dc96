import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { json } from '../../../test/json.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
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

import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { NotificationsPopover } from '../features/personal/notifications/notifications-popover.tsx'
import { ListFailed } from '../features/review/comments/list/comment-states.tsx'
import { ExistingLinks } from '../features/review/sharing/existing-links.tsx'
import { createQueryClient } from '../lib/calls/query-client.ts'
import CollectionScreen from './collections/collection.tsx'
import CollectionsScreen from './collections/collections.tsx'
import SearchScreen from './search/search.tsx'

const VIDEO = { kind: 'video', id: 'v', name: '', thumbnail_url: null, duration: null, may_share: true } as const
const bell = document.createElement('button')
const PLACES: [what: string, sentence: string, part: ReactNode][] = [
  ['a collection', 'The collection could not be loaded.', <CollectionScreen key="c" />],
  ['the collection of a search', 'The collection could not be loaded.', <SearchScreen key="s" />],
  ['the list of collections', 'The list could not be loaded.', <CollectionsScreen key="l" />],
  ['share links', 'The links could not be loaded.', <ExistingLinks key="e" subject={VIDEO} onOpen={() => undefined} />],
  [
    'notifications',
    'Your notifications could not be loaded.',
    <NotificationsPopover key="n" open onOpenChange={() => undefined} button={bell} />,
  ],
]

test.each(PLACES)('%s that fails to load is announced as an alert with Retry', async (_what, sentence, part) => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return new Response('{}', { status: 400 })
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/collections/c']}>
        <Routes>
          <Route path="/collections/:id" element={part} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const [words] = await screen.findAllByText(sentence)
  const alert = words?.closest<HTMLElement>('[role=alert]')
  if (!alert) throw new Error('it is no alert')
  const before = asked.length
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(before))
})

test('comments that fail to load are announced as an alert with Retry', () => {
  const retry = vi.fn()
  render(<ListFailed some={false} onRetry={retry} />)
  const alert = screen.getByRole('alert')
  expect(alert.textContent).toContain('The comments could not be loaded.')
  fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
})

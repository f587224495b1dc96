import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { draftName, draftOf, keepDraft } from '../../features/comments/writing/draft.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { startSession } from '../../lib/session.ts'
import { ReviewDeleted } from './review-deleted.tsx'

test('words that were not sent can be read and copied after the last version was deleted', () => {
  startSession({
    access: 'a',
    refresh: 'r',
    user: { id: 'ada', first_name: 'Ada', last_name: '', email: 'ada@example.com', company_id: 'c' },
  })
  keepDraft(draftName('v', 'ada'), draftOf({ text: 'Hold this two beats longer.' }))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ReviewDeleted video={aVideoDetail('v', 'c')} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { name: 'This video was deleted' })).toBeDefined()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hold this two beats longer.')
  expect(screen.getByRole('button', { name: 'Copy your comment' })).toBeDefined()
})

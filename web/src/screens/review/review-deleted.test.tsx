import type { Version } from '@footnote/contract/nouns/library/videos/versions.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { versionsQuery } from '../../features/library/versions/api.ts'
import { draftName, draftOf, keepDraft, replyName } from '../../features/review/comments/writing/draft.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import { startSession } from '../../lib/session.ts'
import { ReviewDeleted } from './review-deleted.tsx'

const BOX = draftName('v', 'ada')
const version = (video_id: string, number: number): Version => ({
  ...{ video_id, version: number, user_id: 'ada', file_name: 'cut.mp4', status: 'SUCCESS', error: null, duration: 60 },
  ...{ thumbnail_url: null, created_at: '2026-01-01T00:00:00.000Z', first_name: 'Ada', last_name: '' },
  ...{ open_comments: 0, review_status: 'in_progress', current: number === 2 },
})

beforeEach(() => {
  sessionStorage.clear()
  startSession({
    access: 'a',
    refresh: 'r',
    user: { id: 'ada', first_name: 'Ada', last_name: '', email: 'ada@example.com', company_id: 'c' },
  })
})

/** Opens the page of a deleted video. @param versions that the page knew */
function open(versions: readonly Version[] = []) {
  const queries = createQueryClient()
  queries.setQueryData(versionsQuery('v').queryKey, [...versions])
  render(
    <QueryClientProvider client={queries}>
      <MemoryRouter>
        <ReviewDeleted video={aVideoDetail('v', 'c')} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('words that were not sent can be read and copied after the last version was deleted', () => {
  keepDraft(BOX, draftOf({ text: 'Hold this two beats longer.' }))
  open()
  expect(screen.getByRole('heading', { name: 'This video was deleted' })).toBeDefined()
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hold this two beats longer.')
  expect(screen.getByRole('button', { name: 'Copy your comment' })).toBeDefined()
})

test.each([
  ['a new comment', BOX, true],
  ['a reply to a deleted comment', replyName(BOX, 'root'), false],
])('of %s the page says whether the next version has it', async (_, name, moves) => {
  vi.stubGlobal('fetch', async () => json({ stack_id: 's', versions: [version('w', 2)] }))
  keepDraft(name, draftOf({ text: 'Hold this.' }))
  open([version('w', 2), version('v', 1)])
  await screen.findByRole('link', { name: 'Go to version 2' })
  expect(screen.queryByText(/in the box of version 2/) !== null).toBe(moves)
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Hold this.')
})

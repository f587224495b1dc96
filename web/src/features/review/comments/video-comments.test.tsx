import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../../seed/answers/videos.ts'
import { quietStream } from '../../../../test/comments-api.ts'
import { logOut } from '../../../app/user-actions.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { endSession, startSession } from '../../../lib/session.ts'
import { createBoard } from './drawing/board.ts'
import { VideoComments } from './video-comments.tsx'

const signIn = (id: string) =>
  startSession({
    access: 'a',
    refresh: 'r',
    user: { id, first_name: id, last_name: '', email: `${id}@example.com`, company_id: 'c' },
  })

/** Opens the panel. @param share_token the link that opens it, if any */
function open(share_token: string | null) {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <VideoComments
          video={aVideoDetail('v', 'c')}
          follow={quietStream}
          share={share_token === null ? null : { share_token }}
          earlier={false}
          timing={null}
          playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
          board={createBoard()}
          selected={null}
          onSelect={() => undefined}
          onMarkers={() => undefined}
          onEnded={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

/** Text in the box when somebody opens the panel. @param share_token the link that opens it, if any */
function look(share_token: string | null = null, type?: string): string {
  const { unmount } = open(share_token)
  const box = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })
  if (type) fireEvent.change(box, { target: { value: type } })
  const { value } = box
  unmount()
  return value
}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  signIn('ada')
})

test('a draft outlives the session, and only its author finds it again', () => {
  look(null, 'Between us')
  endSession()
  expect(look('link')).toBe('')
  signIn('ben')
  expect(look()).toBe('')
  signIn('ada')
  expect(look()).toBe('Between us')
})

test("a guest's draft is found again through the link", () => {
  endSession()
  look('link', 'Hello')
  expect(look('link')).toBe('Hello')
})

test('logging out removes the drafts', () => {
  look(null, 'Between us')
  logOut()
  expect(sessionStorage).toHaveLength(0)
})

import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../../seed/answers/videos.ts'
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
function open(share_token: string | null, can_comment = true) {
  const detail = aVideoDetail('v', 'c')
  const video = { ...detail, can: { ...detail.can, comment: can_comment } }
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <VideoComments
          video={video}
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

test('each open page has a key of its own for the stream, also one that cannot comment, and does not keep it', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address)
    return new Promise(() => undefined)
  })
  endSession()
  for (let page = 0; page < 2; page += 1) open('link', false)
  const keys = () => asked.flatMap((address) => /\/events\/v\?page_key=([0-9a-f]{48})$/.exec(address)?.[1] ?? [])
  await expect.poll(() => new Set(keys()).size).toBe(2)
  const kept = JSON.stringify([localStorage, sessionStorage])
  expect(keys().filter((key) => kept.includes(key))).toEqual([])
})

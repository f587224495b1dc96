import { NO_RIGHTS } from '@footnote/contract/nouns/review/comments.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi, quietStream } from '../../../../../test/comments-api.ts'
import { Toaster } from '../../../../ui/overlays/toaster.tsx'
import type { CommentsApi } from '../comments-api.ts'
import { CommentsPane } from '../comments-pane.tsx'
import { createBoard } from '../drawing/board.ts'
import { EVERYTHING } from './filter.ts'

// The browser of tests does not scroll.
Element.prototype.scrollIntoView = () => undefined
const DELETED = {
  deleted_at: '2026-01-02T00:00:00.000Z',
  content: '',
  first_name: '',
  mine: false,
  can: { ...NO_RIGHTS, reply: true },
}
const reply = aComment('r', 10, { parent_comment_id: 'a', depth: 1, first_name: 'Kim', mine: false })
const roots = [
  aComment('a', 10, { reply_count: 1 }),
  aComment('b', 20, { ...DELETED, reply_count: 2 }),
  aComment('c', 140, { content: 'As in https://example.org/x. See 0:05, not 9:00' }),
]

async function open(answers: Partial<CommentsApi> = {}) {
  const page = { items: roots, index_id: 'i', page: 1, page_size: 50, total: 3, counts: { open: 3, resolved: 0 } }
  const told = { onSelect: vi.fn(), onSeek: vi.fn(), onMarkers: vi.fn(), onEnded: vi.fn(), onFilter: vi.fn() }
  const replies = async () => [reply]
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CommentsPane
        api={{ ...aCommentsApi, list: async () => page, replies, ...answers }}
        follow={quietStream}
        guest={false}
        canComment
        draftKey="draft"
        duration={100}
        timing={null}
        playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
        board={createBoard()}
        selected={null}
        filter={EVERYTHING}
        {...told}
      />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByText('Words of a')
  await act(async () => undefined)
  return told
}
const entry = (id: string) => document.getElementById(`comment-${id}`) as HTMLElement

test('a deleted comment above replies says so, and offers nothing but to reply', async () => {
  await open()
  expect(entry('b').textContent).toContain('This comment was deleted.')
  expect(within(entry('b')).getByRole('button', { name: 'Reply: deleted comment' })).toBeDefined()
  expect(within(entry('b')).queryByRole('button', { name: /Edit|Delete|Resolve|Add/ })).toBeNull()
  expect(within(entry('b')).getByRole('button', { name: 'Show 2 replies' })).toBeDefined()
})

test.each([
  ['a member', { user_email: 'kim@example.org' }, 'Its author is notified. You can undo this for 10 seconds.'],
  [
    'a member who has left the company',
    { user_email: 'kim@example.org', author_left: true } as const,
    'You can undo this for 10 seconds.',
  ],
  ['a guest', { is_guest: true }, 'Guests are not notified. You can undo this for 10 seconds.'],
  ['a deleted account', { first_name: 'Deleted user' }, 'You can undo this for 10 seconds.'],
])('the question before the comment of %s is deleted says who is notified', async (_, author, note) => {
  const items = [aComment('a', 10, { first_name: 'Kim', mine: false, ...author })]
  const page = { items, index_id: 'i', page: 1, page_size: 50, total: 1, counts: { open: 1, resolved: 0 } }
  await open({ list: async () => page })
  fireEvent.click(within(entry('a')).getByRole('button', { name: /^Delete: comment by / }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain(note)
  expect(question.textContent?.match(/notified/g)?.length ?? 0).toBe(note.includes('notified') ? 1 : 0)
})

test('a deletion leaves the replies, and can be undone', async () => {
  const remove = vi.fn(async () => undefined)
  const restore = vi.fn(async () => aComment('a', 10, { reply_count: 1 }))
  await open({ remove, restore })
  fireEvent.click(within(entry('a')).getByRole('button', { name: 'Delete: comment by Ada' }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('Replies to it stay. You can undo this for 10 seconds.')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(entry('a').textContent).toContain('This comment was deleted.'))
  expect(entry('a').textContent).not.toContain('Words of a')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(entry('a').textContent).toContain('Words of a'))
  expect(restore).toHaveBeenCalledExactlyOnceWith('a')
})

test('addresses open in a new tab, times of the video lead there, and neither plays the comment', async () => {
  const { onSeek, onSelect } = await open()
  const link = within(entry('c')).getByRole('link', { name: 'https://example.org/x' })
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://example.org/x',
    '_blank',
    'noopener',
  ])
  link.addEventListener('click', (event) => event.preventDefault())
  fireEvent.click(link)
  fireEvent.click(within(entry('c')).getByRole('button', { name: 'Go to 0:05' }))
  expect(onSeek).toHaveBeenCalledExactlyOnceWith(5)
  expect(onSelect).not.toHaveBeenCalled()
  expect(within(entry('c')).queryByRole('button', { name: 'Go to 9:00' })).toBeNull()
  expect(entry('c').textContent).toContain('As in https://example.org/x. See 0:05, not 9:00')
})

test('a comment past the end of the video says so', async () => {
  await open()
  expect(entry('c').textContent).toContain('After the end of this version')
  expect(entry('a').textContent).not.toContain('After the end')
})

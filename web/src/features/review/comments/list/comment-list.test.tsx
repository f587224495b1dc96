import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi, quietStream } from '../../../../../test/comments-api.ts'
import { CommentsPane } from '../comments-pane.tsx'
import { createBoard } from '../drawing/board.ts'
import { type CommentFilter, EVERYTHING } from './filter.ts'

const COUNT = 120
const board = createBoard()
const roots = Array.from({ length: COUNT }, (_, place) => aComment(`c${place}`, place))

function Pane({ items = roots }: { items?: readonly Comment[] }) {
  const [filter, setFilter] = useState<CommentFilter>(EVERYTHING)
  return (
    <CommentsPane
      api={{
        ...aCommentsApi,
        list: async () => ({
          items: [...items],
          index_id: 'i',
          page: 1,
          page_size: COUNT,
          total: COUNT,
          counts: { open: COUNT, resolved: 0 },
        }),
      }}
      follow={quietStream}
      guest={false}
      canComment
      draftKey="draft"
      duration={COUNT}
      timing={null}
      playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
      board={board}
      selected={null}
      filter={filter}
      onFilter={setFilter}
      onSelect={() => undefined}
      onMarkers={() => undefined}
      onEnded={() => undefined}
    />
  )
}

test('after another choice the list is short again, also when somebody comes back to an earlier one', async () => {
  let near: () => void = () => undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        near = () => callback([{ isIntersecting: true } as IntersectionObserverEntry], this as never)
      }
      observe() {}
      disconnect() {}
    },
  )
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Pane />
    </QueryClientProvider>,
  )
  await screen.findByText('Words of c0')
  await act(async () => undefined)
  const shown = () => within(screen.getByRole('list', { name: 'Comments' })).getAllByRole('listitem').length
  const first = shown()
  while (shown() < COUNT) await act(async () => near())
  const show = (name: RegExp) => act(async () => fireEvent.click(screen.getByRole('radio', { name })))
  await show(/^Open/)
  expect(shown()).toBeLessThanOrEqual(first)
  await show(/^All/)
  expect(shown()).toBeLessThanOrEqual(first)
})

test('a guest with the name of a member is marked, in the list, in names of buttons and in the choice of people', async () => {
  const guest = { is_guest: true, mine: false, user_email: null }
  const member = { first_name: 'Ada', last_name: 'Lovelace', mine: false, user_email: 'ada@example.org' }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Pane items={[aComment('a', 1, member), aComment('b', 2, { ...guest, first_name: 'Ada Lovelace' })]} />
    </QueryClientProvider>,
  )
  const [ofMember, ofGuest] = await screen.findAllByRole('listitem')
  expect(within(ofMember!).queryByText('guest')).toBeNull()
  expect(within(ofGuest!).getByText('guest')).toBeDefined()
  // The same initials, in a ring that no member has.
  const avatars = [ofMember, ofGuest].map((item) => item!.querySelector<HTMLElement>('.avatar')!)
  expect(avatars.map(({ dataset }) => dataset.initials)).toEqual(['AL', 'AL'])
  expect(avatars.map(({ classList }) => classList.contains('avatar-guest'))).toEqual([false, true])
  expect(within(ofGuest!).getByRole('button', { name: 'Reply: comment by Ada Lovelace (guest)' })).toBeDefined()
  fireEvent.keyDown(screen.getByRole('button', { name: /^Filter/ }), { key: 'Enter' })
  const choices = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
  expect(choices).toEqual(expect.arrayContaining(['Ada Lovelace', 'Ada Lovelace (guest)']))
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi, quietStream } from '../../../../../test/comments-api.ts'
import type { Marker } from '../../../../player/player-props.ts'
import type { CommentsApi } from '../comments-api.ts'
import { CommentsPane } from '../comments-pane.tsx'
import { createBoard } from '../drawing/board.ts'
import { EVERYTHING } from './filter.ts'

const roots = [aComment('a', 10, { reply_count: 1 }), aComment('b', 20, { number: '2', has_drawing: true })]
const reply = aComment('r', 10, { parent_comment_id: 'a', depth: 1 })
const PAGE = { items: roots, index_id: 'i', page: 1, page_size: 50, total: 2, counts: { open: 2, resolved: 0 } }

/** Opens a pane whose address names the reply. */
function open(list: CommentsApi['list'] = async () => PAGE) {
  const scrolled: string[] = []
  Element.prototype.scrollIntoView = vi.fn(function (this: Element) {
    if (this.classList.contains('reply')) scrolled.push(this.textContent ?? '')
  })
  const api = { ...aCommentsApi, list, replies: async () => [reply] }
  const onMarkers = vi.fn<(markers: readonly Marker[] | null) => void>()
  const [board, linked_path] = [createBoard(), ['a', 'r']]
  function Pane() {
    const [filter, setFilter] = useState<typeof EVERYTHING>(EVERYTHING)
    const [selected, setSelected] = useState('a')
    return (
      <CommentsPane
        api={api}
        follow={quietStream}
        guest={false}
        canComment={false}
        draftKey="draft"
        duration={100}
        timing={null}
        playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
        board={board}
        linked_path={linked_path}
        selected={selected}
        filter={filter}
        onFilter={setFilter}
        onSelect={({ id }) => setSelected(id)}
        onMarkers={onMarkers}
        onEnded={() => undefined}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Pane />
    </QueryClientProvider>,
  )
  return { scrolled, onMarkers }
}
const words = (of: string) => screen.findByText(`Words of ${of}`)
const marked = () => document.querySelector('.reply[aria-current]')

afterEach(() => vi.restoreAllMocks())

test('a reply that the address names is marked while its thread is selected', async () => {
  const { scrolled } = open()
  await words('r')
  expect(marked()?.textContent).toContain('Words of r')
  expect(scrolled).toHaveLength(1)
  fireEvent.click(await words('b'))
  await expect.poll(marked).toBeNull()
  fireEvent.click(await words('a'))
  await expect.poll(marked).not.toBeNull()
  expect(scrolled).toHaveLength(1)
})

test('the thread of an address opens once: another filter does not open it again', async () => {
  open()
  await words('r')
  fireEvent.click(screen.getByRole('radio', { name: /^Resolved/ }))
  await expect.poll(() => document.querySelector('.comment')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: /^All/ }))
  await words('a')
  await expect.poll(() => screen.queryByRole('button', { name: 'Show 1 reply' })).not.toBeNull()
  expect(screen.queryByText('Words of r')).toBeNull()
})

test('a comment with a drawing is shown, one without is played', async () => {
  open()
  const button = async (of: string, name: RegExp) =>
    within((await words(of)).closest<HTMLElement>('li.comment')!).getByRole('button', { name })
  await button('b', /Show ?0:20/)
  await button('a', /^Play from ?0:10/)
})

test('nobody hears of markers before the comments are read', async () => {
  const { onMarkers } = open(() => new Promise(() => undefined))
  await expect.poll(() => onMarkers.mock.lastCall).toEqual([null])
  expect(onMarkers.mock.calls.every(([markers]) => markers === null)).toBe(true)
})

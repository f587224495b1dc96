import { NO_RIGHTS } from '@footnote/contract/nouns/review/comments.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aCommentsApi, quietStream } from '../../../../../test/comments-api.ts'
import type { Marker } from '../../../../player/player-props.ts'
import { Toaster } from '../../../../ui/overlays/toaster.tsx'
import type { CommentsApi } from '../comments-api.ts'
import { CommentsPane } from '../comments-pane.tsx'
import { createBoard } from '../drawing/board.ts'
import { type CommentFilter, EVERYTHING } from './filter.ts'

// The browser of tests does not scroll.
Element.prototype.scrollIntoView = () => undefined
const done = { resolved_at: '2026-01-02T00:00:00.000Z', resolved_by: 'Ana Ruiz' }
const roots = [
  aComment('a', 10),
  aComment('b', 20, { ...done, number: '2', first_name: 'Kim', mine: false }),
  aComment('c', 30, { number: '3', can: { ...NO_RIGHTS, reply: true } }),
]

const OPEN = { resolved_at: null, resolved_by: null }

type PaneProps = Pick<ComponentProps<typeof CommentsPane>, 'above' | 'onAdd'>

/** Opens a pane with three comments, of which one is resolved. @param selected the comment that is selected on the page */
async function open(answers: Partial<CommentsApi> = {}, selected: string | null = null, more: Partial<PaneProps> = {}) {
  const page = { items: roots, index_id: 'i', page: 1, page_size: 50, total: 3, counts: { open: 2, resolved: 1 } }
  const change = vi.fn(async (id: string, _name: string, body: object) => {
    const changed = 'resolved' in body && body.resolved ? { resolved_at: done.resolved_at, resolved_by: 'Ada' } : OPEN
    return { ...roots.find((root) => root.id === id)!, ...changed }
  })
  const api = { ...aCommentsApi, list: async () => page, change, ...answers }
  const onMarkers = vi.fn<(markers: readonly Marker[] | null) => void>()
  const board = createBoard()
  function Pane() {
    const [filter, setFilter] = useState<CommentFilter>(EVERYTHING)
    return (
      <CommentsPane
        api={api}
        follow={quietStream}
        guest={false}
        canComment
        draftKey="draft"
        duration={100}
        timing={null}
        playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
        board={board}
        selected={selected}
        filter={filter}
        onFilter={setFilter}
        onSelect={() => undefined}
        onMarkers={onMarkers}
        onEnded={() => undefined}
        {...more}
      />
    )
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Pane />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByText('Words of a')
  // The list is loaded again once the stream is open, and is complete from then on.
  await act(async () => undefined)
  const markers = () => onMarkers.mock.lastCall?.[0]?.map(({ number, resolved }) => `${number}${resolved ? '✓' : ''}`)
  return { change, markers }
}

const entry = (id: string) => document.getElementById(`comment-${id}`)!
const show = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const tick = (id: string) => within(entry(id)).getByRole('button', { name: /^(Resolve|Reopen):/ })
const label = (id: string) => tick(id).getAttribute('aria-label')

afterEach(() => vi.restoreAllMocks())

test('the tick resolves a thread, and the entry says who did; counts and markers follow', async () => {
  const { change, markers } = await open()
  expect(screen.getByRole('radio', { name: 'Open 2' })).toBeDefined()
  expect(entry('b').textContent).toContain('Resolved by Ana Ruiz')
  expect(within(entry('c')).queryByRole('button', { name: /^Resolve/ })).toBeNull()
  await act(async () => fireEvent.click(tick('a')))
  expect(change).toHaveBeenCalledExactlyOnceWith('a', 'resolve', { resolved: true })
  expect(entry('a').textContent).toContain('Resolved by Ada')
  for (const name of ['Open 1', 'Resolved 2', 'All 3']) expect(screen.getByRole('radio', { name })).toBeDefined()
  expect(markers()).toEqual(['1✓', '2✓', '3'])
  await act(async () => fireEvent.click(tick('a')))
  expect(change).toHaveBeenLastCalledWith('a', 'resolve', { resolved: false })
  expect(label('a')).toBe('Resolve: comment by Ada')
})

test('E does the same for the selected comment, or for the one with the focus', async () => {
  const { change } = await open({}, 'a')
  const press = () => act(async () => fireEvent.keyDown(document.activeElement ?? document.body, { key: 'e' }))
  await press()
  expect(change).toHaveBeenLastCalledWith('a', 'resolve', { resolved: true })
  act(() => tick('b').focus())
  await press()
  expect(change).toHaveBeenLastCalledWith('b', 'resolve', { resolved: false })
  act(() =>
    within(entry('c'))
      .getByRole('button', { name: /^Play from/ })
      .focus(),
  )
  await press()
  expect(change).toHaveBeenCalledTimes(2)
})

test('the list shows open or resolved comments; a comment that leaves it can be brought back', async () => {
  const { change, markers } = await open()
  show(/^Open/)
  expect([entry('a') !== null, entry('b')]).toEqual([true, null])
  expect(markers()).toEqual(['1', '3'])
  act(() => tick('a').focus())
  await act(async () => fireEvent.click(tick('a')))
  expect(entry('a')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'List of comments' }))
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
  expect(change).toHaveBeenLastCalledWith('a', 'resolve', { resolved: false })
  expect(entry('a')).not.toBeNull()
  show(/^Resolved/)
  expect([entry('a'), entry('b') !== null]).toEqual([null, true])
})

test('a thread that could not be resolved is open again, and a message says so', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  await open({ change: async () => Promise.reject(new Error('No network')) })
  await act(async () => fireEvent.click(tick('a')))
  expect(label('a')).toBe('Resolve: comment by Ada')
  expect(screen.getByText('Failed to resolve comment')).toBeDefined()
})

test('a reply to a resolved thread opens it again', async () => {
  const { change } = await open()
  fireEvent.click(within(entry('b')).getByRole('button', { name: /^Reply and reopen/ }))
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reply to Kim' }), { target: { value: 'Not yet' } })
  await act(async () => fireEvent.click(within(entry('b')).getByRole('button', { name: 'Reply and reopen' })))
  expect(change).toHaveBeenCalledExactlyOnceWith('b', 'resolve', { resolved: false })
})

test('a filter that hides everything says so and offers all comments', async () => {
  await open({
    list: async () => ({
      items: [roots[0]!, roots[2]!],
      index_id: 'i',
      page: 1,
      page_size: 50,
      total: 2,
      counts: { open: 2, resolved: 0 },
    }),
  })
  show(/^Resolved/)
  expect(screen.getByText('Nothing is resolved yet')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }))
  expect(entry('a')).not.toBeNull()
})

test('the key resolves the thread of an earlier version that has the focus or is selected', async () => {
  const pressed = vi.fn()
  const above = (
    <ul>
      <li className="comment" aria-current="true">
        <button type="button" className="tick" aria-label="Resolve: comment by Ada on v1" onClick={pressed} />
        <button type="button">Reply to v1</button>
      </li>
    </ul>
  )
  const { change } = await open({}, 'earlier', { above })
  fireEvent.keyDown(document.body, { key: 'e' })
  expect(pressed).toHaveBeenCalledTimes(1)
  const inside = screen.getByRole('button', { name: 'Reply to v1' })
  inside.focus()
  fireEvent.keyDown(inside, { key: 'e' })
  expect(pressed).toHaveBeenCalledTimes(2)
  expect(change).not.toHaveBeenCalled()
})

test('a comment and the place of the composer go to selects, by a press or the key', async () => {
  const onAdd = vi.fn()
  await open({}, null, { onAdd })
  fireEvent.click(screen.getByRole('button', { name: 'Add to selects: comment by Kim' }))
  expect(onAdd).toHaveBeenLastCalledWith({ start_time: 20, end_time_inclusive: null }, 'Words of b')
  fireEvent.keyDown(document.body, { key: 'g' })
  expect(onAdd).toHaveBeenLastCalledWith({ start_time: 0, end_time_inclusive: null }, '')
  fireEvent.click(screen.getByRole('button', { name: 'Add to selects' }))
  expect(onAdd).toHaveBeenCalledTimes(3)
})

import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { json } from '../../../../../test/json.ts'
import { createQueryClient } from '../../../../lib/calls/query-client.ts'
import type { Marker } from '../../../../player/player-props.ts'
import { Toaster } from '../../../../ui/overlays/toaster.tsx'
import { commentsApi } from '../comments-api.ts'
import { type CommentFilter, EVERYTHING } from '../list/filter.ts'
import { EarlierComments } from './earlier-comments.tsx'

/** A server with these comments of earlier versions, and replies to them. @returns the changes that it was asked for */
function serve(items: Comment[], replies: Comment[] = []) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') {
      asked.push(body ? [path, JSON.parse(String(body))] : path)
      return json(items.shift())
    }
    if (method === 'DELETE') {
      asked.push(`DELETE ${path}`)
      items.shift()
      return json({ message: 'The comment was deleted' })
    }
    if (path.endsWith('/comments/old/a')) return json({ replies })
    const counts = { open: items.length, resolved: 0 }
    return json({ items, index_id: 'c', page: 1, page_size: 100, total: items.length, counts })
  })
  return asked
}
function show(onSelect: (comment: Comment) => void = () => undefined, filter: CommentFilter = EVERYTHING) {
  const onMarkers = vi.fn<(markers: readonly Marker[]) => void>()
  const playhead = { read: () => ({ seconds: 12.5, frame: null }), watch: () => () => undefined }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EarlierComments
        videoId="new"
        api={commentsApi('new', 'c', null)}
        duration={60}
        draftKey="draft"
        playhead={playhead}
        canComment
        filter={filter}
        selected="b"
        onSelect={onSelect}
        onMarkers={onMarkers}
      />
    </QueryClientProvider>,
  )
  return { marked: () => onMarkers.mock.lastCall?.[0] }
}
const old = (id: string, fields: Partial<Comment> = {}) => aComment(id, 4, { video_id: 'old', version: 2, ...fields })

test('open comments of earlier versions have the number of their version, and a switch hides them', async () => {
  serve([old('a'), old('b')])
  const onSelect = vi.fn()
  show(onSelect)
  const list = await screen.findByRole('region', { name: 'Open from earlier versions' })
  const [first] = within(list).getAllByRole('listitem')
  expect(within(first!).getByText('v2')).toBeDefined()
  fireEvent.click(within(first!).getByRole('button', { name: /^Play from/ }))
  expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 'a', start_time: 4 }))
  fireEvent.click(within(list).getByRole('checkbox', { name: 'Open from earlier versions 2' }))
  expect(within(list).queryAllByRole('listitem')).toEqual([])
})

test('a comment gets a place at the playhead with its length, and is resolved on its own version', async () => {
  const asked = serve([old('a', { end_time: 6 }), old('b')])
  show()
  fireEvent.click((await screen.findAllByRole('button', { name: /^Place here/ }))[0]!)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1))
  fireEvent.click(screen.getByRole('button', { name: /^Resolve/ }))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  expect(asked).toEqual([
    ['/api/quick-review/carry-comment/new/a', { start_time: 12.5, end_time: 14.5 }],
    ['/api/quick-review/resolve-comment/old/b', { resolved: true }],
  ])
})

test('its thread is read and answered on its own version', async () => {
  const answer = (id: string) => old(id, { parent_comment_id: 'a', depth: 1 })
  const items = [old('a', { reply_count: 1 })]
  const asked = serve(items, [answer('r')])
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Show 1 reply' }))
  expect(await screen.findByText('Words of r')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: /^Reply/ })[0]!)
  fireEvent.change(await screen.findByRole('textbox', { name: 'Reply to Ada' }), { target: { value: 'Done' } })
  items.unshift(answer('s'))
  fireEvent.click(screen.getByRole('button', { name: 'Reply' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toMatchObject(['/api/quick-review/create-comment/old', { content: 'Done', parent_comment_id: 'a' }])
})

test('one that got another place already goes back there by a message', async () => {
  const items = [old('a', { start_time: 3, carried: true })]
  const asked = serve(items)
  show()
  render(<Toaster />)
  const place = await screen.findByRole('button', { name: /^Place here instead/ })
  items.push(old('a', { start_time: 12.5, carried: true }), old('a', { carried: true }))
  fireEvent.click(place)
  fireEvent.click(within(await screen.findByText('Comment placed')).getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked).toEqual([
    ['/api/quick-review/carry-comment/new/a', { start_time: 12.5, end_time: null }],
    ['/api/quick-review/carry-comment/new/a', { start_time: 3, end_time: null }],
  ])
})

test('a resolved one goes away, and a message brings it back', async () => {
  const items = [old('a')]
  const asked = serve(items)
  show()
  render(<Toaster />)
  fireEvent.click(await screen.findByRole('button', { name: /^Resolve/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open from earlier versions' })).toBeNull())
  items.push(old('a'), old('a'))
  const [message] = await screen.findAllByText('Comment resolved')
  fireEvent.click(within(message!).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('region', { name: 'Open from earlier versions' })).toBeDefined()
  expect(asked).toEqual([
    ['/api/quick-review/resolve-comment/old/a', { resolved: true }],
    ['/api/quick-review/resolve-comment/old/a', { resolved: false }],
  ])
})

test("an owner deletes a guest's comment on its own version, and a message brings it back", async () => {
  const guests = old('a', { first_name: 'Grace', is_guest: true, mine: false })
  const items = [guests]
  const asked = serve(items)
  show()
  render(<Toaster />)
  fireEvent.click(await screen.findByRole('button', { name: 'Delete: comment by Grace (guest)' }))
  const question = await screen.findByRole('dialog')
  expect(question.textContent).toContain('by Grace (guest)')
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
  const [message] = await screen.findAllByText('Comment deleted')
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Open from earlier versions' })).toBeNull())
  items.push(guests, guests)
  fireEvent.click(within(message!).getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('region', { name: 'Open from earlier versions' })).toBeDefined()
  expect(asked).toEqual(['DELETE /api/quick-review/comments/old/a', '/api/quick-review/restore-comment/old/a'])
})

test('the timeline gets their markers with their version, and none while the switch is off', async () => {
  serve([old('a'), old('b', { end_time: 6 })])
  const { marked } = show()
  const list = await screen.findByRole('region', { name: 'Open from earlier versions' })
  expect(marked()).toMatchObject([
    { id: 'a', version: 2, start_time: 4, end_time_inclusive: null, label: expect.stringMatching(/^Ada.*: /) },
    { id: 'b', version: 2, start_time: 4, end_time_inclusive: 6 },
  ])
  expect(within(list).getAllByRole('listitem')[1]!.getAttribute('aria-current')).toBe('true')
  fireEvent.click(within(list).getByRole('checkbox'))
  expect(marked()).toEqual([])
})

test('the filter of the list holds for them, too', async () => {
  serve([old('a'), old('b', { mine: false, first_name: 'Kim', user_email: 'kim@example.org' })])
  const { marked } = show(undefined, { ...EVERYTHING, by: 'me' })
  expect(await screen.findByRole('checkbox', { name: 'Open from earlier versions 1' })).toBeDefined()
  expect(marked()?.map(({ id }) => id)).toEqual(['a'])
})

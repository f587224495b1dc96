import type { Comment } from '@footnote/contract/nouns/comments.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../test/a-comment.ts'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { EarlierComments } from './earlier-comments.tsx'

/** A server with these comments of earlier versions. @returns the changes that it was asked for */
function serve(items: Comment[]) {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') {
      asked.push([path, JSON.parse(String(body))])
      return json(items.shift())
    }
    const counts = { open: items.length, resolved: 0 }
    return json({ items, index_id: 'c', page: 1, page_size: 100, total: items.length, counts })
  })
  return asked
}
function show(onSelect: (comment: Comment) => void = () => undefined) {
  const playhead = { read: () => ({ seconds: 12.5, frame: null }), watch: () => () => undefined }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EarlierComments videoId="new" playhead={playhead} canComment onSelect={onSelect} />
    </QueryClientProvider>,
  )
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

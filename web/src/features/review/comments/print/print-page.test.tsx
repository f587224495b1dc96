import type { Comment } from '@footnote/contract/nouns/review/comments.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { aComment } from '../../../../../../seed/answers/comments.ts'
import { aVideoDetail } from '../../../../../../seed/answers/videos.ts'
import { json } from '../../../../../test/json.ts'
import { createQueryClient } from '../../../../lib/calls/query-client.ts'
import { PrintPage } from './print-page.tsx'

const film = aVideoDetail('v', 'c', { version: 2, frame_rate: { num: 25, den: 1 }, collection_name: 'Cuts' })

/** Answers lists of roots page by page, and replies by the comment that they answer. */
function serve(roots: readonly Comment[], replies: Readonly<Record<string, readonly Comment[]>> = {}) {
  vi.stubGlobal('fetch', async (path: string) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost')
    const answered = replies[pathname.split('/').at(-1) ?? '']
    if (answered) return json({ replies: answered })
    const [page, page_size] = [Number(searchParams.get('page')), Number(searchParams.get('page_size'))]
    const items = roots.slice((page - 1) * page_size, page * page_size)
    return json({ items, index_id: 'c', page, page_size, total: roots.length, counts: { open: 0, resolved: 0 } })
  })
}
const open = (search = '', guest = false) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/print${search}`]}>
        <PrintPage video={film} share={guest ? { share_token: 't' } : null} back="/review" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const printed = async () => (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)
const print = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Print' })
const resolved = { resolved_at: '2026-01-02T00:00:00.000Z', resolved_by: 'Bo Lind' }

test('prints what the filter shows, with its numbers and timecode', async () => {
  const words = { content: 'מהר מדי', ...resolved }
  serve([
    aComment('a', 1),
    aComment('b', 2, { ...words, number: '7', end_time: 3 }),
    aComment('c', 4, { ...resolved, number: 'T3' }),
  ])
  open('?show=resolved')
  expect(await printed()).toEqual(['700:00:02:00 – 00:00:03:00', 'T300:00:04:00'])
  expect(screen.getByText(/^Version 2\. Resolved comments \(2\)\. /)).toBeDefined()
  expect(screen.getByText('מהר מדי').dir).toBe('auto')
  expect(screen.getAllByText(/^Resolved by/)[0]!.textContent).toMatch(/^Resolved by Bo Lind, January 2, 2026/)
})

test('prints every page of the list, and each reply after the comment that it answers', async () => {
  const roots = Array.from({ length: 60 }, (_, n) =>
    aComment(`r${n}`, n, { number: `${n + 1}`, reply_count: n === 55 ? 2 : 0 }),
  )
  const reply = (id: string, depth: number, reply_count = 0) =>
    aComment(id, 55, { depth, reply_count, parent_comment_id: 'r55' })
  serve(roots, { r55: [reply('x', 1, 1), reply('z', 1)], x: [reply('y', 2)] })
  open()
  expect(await printed()).toHaveLength(60)
  const list = screen.getByRole('list', { name: 'Replies to comment 56' })
  expect(
    within(list)
      .getAllByText(/^Words of/)
      .map((words) => words.textContent),
  ).toEqual(['Words of x', 'Words of y', 'Words of z'])
})

test('prints team-only comments after a choice, and says how many there are', async () => {
  serve([aComment('a', 1), aComment('b', 2, { visibility: 'team' })])
  open()
  expect(await printed()).toEqual(['100:00:01:00'])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Team-only comments too (1)' }))
  expect(await screen.findByText('Words of b')).toBeDefined()
  expect(screen.getByText('Open. Team only')).toBeDefined()
})

test('names the person of a filter, and says when it shows nothing', async () => {
  const bo = { user_email: 'bo@example.org', first_name: 'Bo', last_name: 'Lind' }
  serve([aComment('a', 1, bo), aComment('b', 2)])
  const { unmount } = open('?by=bo@example.org')
  expect(await screen.findByText(/Comments by .Bo Lind. \(1\)/)).toBeDefined()
  unmount()
  open('?by=bo@example.org&kind=drawing')
  expect(await screen.findByText(/^There is no comment to print/)).toBeDefined()
  expect(print().disabled).toBe(true)
})

test('opens the printer of the browser', async () => {
  const opened = vi.fn()
  vi.stubGlobal('print', opened)
  serve([aComment('a', 1)])
  open('', true)
  await printed()
  fireEvent.click(print())
  expect(opened).toHaveBeenCalledOnce()
})

test('says why comments are missing, and reads them again', async () => {
  const detail = 'The database is not reachable.'
  vi.stubGlobal('fetch', async () =>
    json({ type: 'about:blank', title: 'No', status: 400, code: 'invalid_request', detail, message: detail }, 400),
  )
  open()
  expect((await screen.findByRole('alert')).textContent).toContain(detail)
  expect(print().disabled).toBe(true)
  serve([aComment('a', 1)])
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await printed()).toEqual(['100:00:01:00'])
})

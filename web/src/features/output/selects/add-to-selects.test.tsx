import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anItem, aSelects } from '../../../../../seed/answers/selects.ts'
import { json } from '../../../../test/json.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { toast } from '../../../ui/overlays/toast.ts'
import { Toaster } from '../../../ui/overlays/toaster.tsx'
import { AddToSelects } from './add-to-selects.tsx'

const asked = vi.fn<(method: string, path: string, body: unknown) => void>()
const items = [{ video_id: 'v', start_time: 1, end_time: 3, note: '' }]
const refused = {
  type: 'about:blank',
  title: 'No',
  status: 400,
  code: 'validation_failed',
  detail: 'Too long.',
  message: 'Too long.',
}
let full: boolean
/** Answers in place of the usual ones. */
let answer: (path: string, method: string, sent: { revision: number }) => Response | null
const onClose = vi.fn()

beforeEach(() => {
  localStorage.clear()
  full = false
  answer = () => null
  const { items: _, videos: __, rendered: ___, renderings: ____, ...summary } = aSelects([])
  const list = [
    { ...summary, id: 'one', name: 'First' },
    { ...summary, id: 'two', name: 'Second' },
    { ...summary, id: 'not mine', name: 'Of Bo', can: { change: false, render: true, duplicate: true } },
  ]
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent = body ? JSON.parse(String(body)) : null
    if (method !== 'GET') asked(method, path, sent)
    const other = answer(path, method, sent)
    if (other) return other
    if (method === 'GET') return json({ selects: list })
    if (full && path.endsWith('/items')) return json(refused, 400)
    const named = path === '/api/selects' ? { id: 'new', name: sent.name } : { id: path.split('/')[3] ?? '' }
    return json({ ...aSelects([], named), added: ['added'] })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  toast.remove()
  vi.clearAllMocks()
})
const open = async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AddToSelects items={items} onClose={onClose} />
        <Toaster />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('radio', { name: /^New selects/ })
}
const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add' }))
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))

test('moments go to the chosen selects of one’s own, which are the first choice the next time', async () => {
  await open()
  expect(screen.queryByRole('radio', { name: /Of Bo/ })).toBeNull()
  choose(/^Second/)
  add()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(asked.mock.calls).toEqual([['POST', '/api/selects/two/items', { items, idempotency_key: expect.any(String) }]])
  expect(localStorage.getItem('selects_last')).toBe('two')
})

test('new selects are made once, also when adding fails first', async () => {
  await open()
  choose(/^New/)
  add()
  expect(screen.getByText('A name is required')).toBeDefined()
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Harbour' } })
  full = true
  add()
  expect(await screen.findByText('Too long.')).toBeDefined()
  full = false
  add()
  await expect.poll(() => onClose.mock.calls.length).toBe(1)
  expect(asked.mock.calls.map(([, path]) => path)).toEqual([
    '/api/selects',
    '/api/selects/new/items',
    '/api/selects/new/items',
  ])
  const [, first, second] = asked.mock.calls.map(([, , body]) => body)
  expect(second).toEqual(first)
})

test('the message leads to the selects, and takes the pieces out again, whatever was changed meanwhile', async () => {
  const old = anItem('old', 0, 20)
  // Another tab has appended it after a first try that got no answer.
  const later = anItem('later', 60, 70)
  const added = anItem('added', 30, 50)
  answer = (path, method, sent) => {
    if (path === '/api/selects' && method === 'GET') return null
    if (method === 'PUT' && sent.revision === 1) return json({ ...refused, code: 'changed_meanwhile' }, 409)
    const revision = asked.mock.calls.some(([how]) => how === 'PUT') ? 2 : 1
    return json({ ...aSelects([old, added, later], { id: 'one', name: 'First', revision }), added: ['added'] })
  }
  await open()
  add()
  const message = await screen.findByText('Added to')
  expect(screen.getByRole('link', { name: 'Open selects' }).getAttribute('href')).toBe('/selects/one')
  fireEvent.click(within(message.parentElement!).getByRole('button', { name: 'Undo' }))
  await screen.findByText('Taken out of First')
  const puts = asked.mock.calls.filter(([method]) => method === 'PUT')
  expect(puts.map(([, , body]) => body)).toEqual(
    [1, 2].map((revision) => ({
      revision,
      items: [expect.objectContaining({ id: 'old' }), expect.objectContaining({ id: 'later' })],
    })),
  )
})

test('new selects that were begun for the pieces go with them', async () => {
  const piece = anItem('added', 30, 50)
  answer = (path, method) =>
    path.startsWith('/api/selects/new') && (method === 'GET' || path.endsWith('/items'))
      ? json({ ...aSelects([piece], { id: 'new', name: 'Harbour' }), added: ['added'] })
      : method === 'DELETE'
        ? json({ message: 'Deleted' })
        : null
  await open()
  choose(/^New/)
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Harbour' } })
  add()
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Taken out of Harbour')
  expect(asked.mock.calls.at(-1)?.slice(0, 2)).toEqual(['DELETE', '/api/selects/new'])
})

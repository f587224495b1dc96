import type { Selects } from '@footnote/contract/nouns/output/selects.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anItem, aSelects } from '../../../../../seed/answers/selects.ts'
import { json } from '../../../../test/json.ts'
import { playableVideo } from '../../../../test/video-element.ts'
import { createQueryClient } from '../../../lib/calls/query-client.ts'
import { SelectsPage } from './selects-page.tsx'

let server: Selects
const asked = vi.fn<(path: string, body: unknown) => void>()

beforeEach(() => {
  playableVideo(40)
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    const sent = body ? JSON.parse(String(body)) : null
    asked(path, sent)
    if (path.endsWith('/items')) {
      const known = new Map(server.items.map((item) => [item.id, item]))
      const items = sent.items.map((item: { id: string }) => ({ ...known.get(item.id), ...item }))
      server = { ...server, items, revision: server.revision + 1 }
    }
    return json(server)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  asked.mockClear()
})

function open(selects: Selects) {
  server = selects
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <SelectsPage selects={selects} collections={[{ id: 'r', name: 'Rushes' }]} onShare={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const notes = () => [...document.querySelectorAll('.cut-note .truncate')].map(({ textContent }) => textContent)
const row = (number: number) => screen.getAllByRole('listitem')[number - 1] as HTMLElement
const lastSaved = () => asked.mock.calls.filter(([path]) => path.endsWith('/items')).at(-1)?.[1]
const three = [anItem('a', 0, 10), anItem('b', 20, 30), anItem('c', 40, 50)]

test('Alt and an arrow move the row with the focus, say so, and save the order', async () => {
  open(aSelects(three))
  within(row(1)).getByRole('button', { name: 'Move piece 1' }).focus()
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowDown', altKey: true })
  expect(notes()).toEqual(['Note b', 'Note a', 'Note c'])
  expect(screen.getByText('Piece 1 is now 2 of 3')).toBeDefined()
  await expect
    .poll(lastSaved, { timeout: 3_000 })
    .toMatchObject({ revision: 1, items: [{ id: 'b' }, { id: 'a' }, { id: 'c' }] })
})

test('Delete removes a row, and undo brings it back', () => {
  open(aSelects(three))
  within(row(2))
    .getByRole('button', { name: /^Show piece 2/ })
    .focus()
  fireEvent.keyDown(document.activeElement as Element, { key: 'Delete' })
  expect(notes()).toEqual(['Note a', 'Note c'])
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(notes()).toEqual(['Note a', 'Note b', 'Note c'])
})

test('a typed timecode trims a piece; what is none stays visible and changes nothing', async () => {
  open(aSelects(three))
  fireEvent.click(within(row(1)).getByText('00:00:00:09'))
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Out of piece 1' })
  fireEvent.change(field, { target: { value: 'soon' } })
  fireEvent.blur(field)
  expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['soon', 'true'])
  fireEvent.change(field, { target: { value: '00:00:01:04' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  await expect
    .poll(lastSaved, { timeout: 3_000 })
    .toMatchObject({ items: [{ id: 'a', start_frame: 0, end_frame: 30 }, {}, {}] })
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(field.value).toBe('00:00:01:03')
})

test('who is not the maker reads, exports and duplicates, and cannot change', () => {
  open(aSelects(three, { can: { change: false, render: true, duplicate: true } }))
  expect(screen.queryByRole('button', { name: 'Move piece 1' })).toBeNull()
  fireEvent.keyDown(document.body, { key: 'Delete' })
  fireEvent.keyDown(document.body, { key: 'i' })
  expect(notes()).toEqual(['Note a', 'Note b', 'Note c'])
  for (const name of ['Export', 'Duplicate', 'Render']) expect(screen.getByRole('button', { name })).toBeDefined()
})

test('a piece whose video is gone is grey, skipped, and said before a file is made', async () => {
  const gone = anItem('b', 20, 30, { state: 'GONE', video_id: null, start_time: null, end_time: null })
  open(aSelects([three[0] as (typeof three)[0], gone]))
  expect(within(row(2)).getByText(/was deleted/)).toBeDefined()
  expect(screen.getByText('The player skips 1 piece: 2.')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByText(/1 piece is left out/)).toBeDefined()
})

test('a piece leads back to the search that found it', () => {
  const source = { kind: 'search' as const, index_id: 'c', query: 'harbour', types: [], frame: null, score: 0.9 }
  open(aSelects([anItem('a', 0, 10, { source })]))
  expect(screen.getByRole('link', { name: 'harbour' }).getAttribute('href')).toBe('/collections/c/search?q=harbour')
})

test('a rendering goes to a review collection with the chosen options', async () => {
  open(aSelects(three))
  fireEvent.click(screen.getByRole('button', { name: 'Render' }))
  fireEvent.click(await screen.findByRole('radio', { name: '720p' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Note' }))
  fireEvent.click(screen.getByRole('radio', { name: 'A video to review' }))
  const render = screen.getAllByRole('button', { name: 'Render' }).at(-1) as HTMLElement
  fireEvent.click(render)
  await expect
    .poll(() => asked.mock.calls.find(([path]) => path.endsWith('/render'))?.[1])
    .toEqual({ size: '720p', rate: 'first', burn_in: ['note'], index_id: 'r' })
})

import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { PastSearch } from '@footnote/contract/nouns/output/search.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { textsOf } from '../../../test/texts-of.ts'
import { createQueryClient } from '../../lib/calls/query-client.ts'
import Search from './search.tsx'

const detail: CollectionDetail = {
  collection: aCollection('c', 'Harbour'),
  videos: [aVideo('a', 'c')],
  visual: true,
  ocr: true,
  audio: true,
  expired: false,
}
const past = (id: string, query: string, more: Partial<PastSearch> = {}): PastSearch => ({
  id,
  index_id: 'c',
  collection_name: 'Harbour',
  query,
  types: [],
  saved: false,
  searched_at: '2026-01-01T00:00:00Z',
  ...more,
})

/** A server that stores searches. @returns the changes that it was asked for */
function serve(...kept: PastSearch[]) {
  let searches = kept
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    if (path.split('?')[0] === '/api/indexes/c') return json(detail)
    if (path === '/api/indexes') return json({ indexes: [detail.collection] })
    if (path === '/api/sample_indexes') return json({ indexes: [] })
    if (path === '/api/quick-review/review_collections') return json({ review_collections: [] })
    if (path.startsWith('/api/query_index'))
      return json({ matches: [], videos: [], truncated: false, corrected: null, understood: true })
    if (!path.startsWith('/api/search_history')) return new Promise(() => undefined)
    const [, , , id] = path.split('/')
    if (method === 'GET') return json({ searches })
    asked.push(`${method} ${path}${body ? ` ${body}` : ''}`)
    if (method === 'DELETE') {
      searches = searches.filter((search) => (id ? search.id !== id : search.saved))
      return json({ message: 'Done' })
    }
    const sent = JSON.parse(String(body))
    const search = id ? { ...searches.find((one) => one.id === id)!, ...sent } : past('new', sent.query, sent)
    searches = [search, ...searches.filter((one) => one.id !== search.id)]
    return json(search)
  })
  return asked
}
const Address = () => <output data-testid="address">{useLocation().search}</output>
async function show(search = '', place = 'c') {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/collections/${place}/search${search}`]}>
        <Address />
        <Routes>
          <Route path="/collections/:id/search" element={<Search />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return await screen.findByLabelText<HTMLInputElement>('Search')
}
const lists = () => screen.queryAllByRole('region', { name: 'Your searches' })
const links = (where: HTMLElement) => textsOf(where, 'link')
async function press(name: string) {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

// jsdom does not know the element <search>, and React warns about it.
beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  localStorage.clear()
})

test('an answered search is stored once, with its types unless it has all of them, and can be saved', async () => {
  const asked = serve()
  await show('?q=a+red+boat&options=VISUAL')
  await press('Save search')
  expect(await screen.findByRole('button', { name: 'Saved search' })).toBeDefined()
  expect(asked).toEqual([
    'POST /api/search_history {"index_id":"c","query":"a red boat","types":["VISUAL"]}',
    'POST /api/search_history/new/save {"saved":true}',
  ])
})

test('a search for all types is stored without naming them', async () => {
  const asked = serve()
  await show('?q=boat&options=VISUAL&options=CONVERSATION&options=TEXT_IN_VIDEO')
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toContain('"types":[]')
})

test('a search of all collections is stored, and listed under their name', async () => {
  const asked = serve(past('a', 'the ferry', { index_id: 'all', collection_name: null }))
  const field = await show('?q=boat', 'all')
  await waitFor(() => expect(asked).toEqual(['POST /api/search_history {"index_id":"all","query":"boat","types":[]}']))
  fireEvent.click(field)
  fireEvent.change(field, { target: { value: '' } })
  const list = await screen.findByRole('region', { name: 'Your searches' })
  const link = await within(list).findByRole('link', { name: 'the ferry All collections' })
  expect(link.getAttribute('href')).toBe('/collections/all/search?q=the+ferry')
})

test('the empty search screen shows saved and recent searches, each a link to its answers', async () => {
  serve(past('a', 'the ferry', { types: ['CONVERSATION'] }), past('b', 'bread', { saved: true, index_id: 'k' }))
  await show()
  const list = await screen.findByRole('region', { name: 'Your searches' })
  expect(textsOf(list, 'heading')).toEqual(['Saved searches', 'Recent searches'])
  expect(links(list)).toEqual(['bread Harbour', 'the ferry Harbour, Conversation'])
  expect(
    within(list)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href')),
  ).toEqual(['/collections/k/search?q=bread', '/collections/c/search?q=the+ferry&options=CONVERSATION'])
  fireEvent.click(within(list).getAllByRole('link')[1]!)
  expect(screen.getByTestId('address').textContent).toBe('?q=the+ferry&options=CONVERSATION')
})

test('a person saves, forgets and clears their searches', async () => {
  const asked = serve(past('a', 'the ferry'), past('b', 'bread'))
  await show()
  await screen.findByText('bread')
  await press('Save the ferry')
  expect(await screen.findByText('Saved searches')).toBeDefined()
  await press('Forget bread')
  await waitFor(() => expect(screen.queryByText('bread')).toBeNull())
  await press('Do not save the ferry')
  await press('Clear')
  await waitFor(() => expect(screen.queryByRole('link', { name: /the ferry/ })).toBeNull())
  expect(asked).toEqual([
    'POST /api/search_history/a/save {"saved":true}',
    'DELETE /api/search_history/b',
    'POST /api/search_history/a/save {"saved":false}',
    'DELETE /api/search_history',
  ])
})

test('Undo restores a forgotten search, saved if it was saved, and cleared ones', async () => {
  const asked = serve(past('a', 'the ferry'), past('b', 'bread', { saved: true, types: ['VISUAL'] }), past('c', 'rain'))
  await show()
  await screen.findByText('bread')
  await press('Forget bread')
  expect(await screen.findByText('Forgot “bread”')).toBeDefined()
  await press('Undo')
  await screen.findByText('bread')
  expect(screen.queryByText('Forgot “bread”')).toBeNull()
  expect(asked.slice(1)).toEqual([
    'POST /api/search_history {"index_id":"c","query":"bread","types":["VISUAL"]}',
    'POST /api/search_history/new/save {"saved":true}',
  ])
  await press('Clear')
  expect(await screen.findByText('Forgot 2 searches')).toBeDefined()
  await press('Undo')
  await waitFor(() => expect(asked).toHaveLength(6))
  expect(asked.slice(4).map((line) => line.slice(0, 64))).toEqual(
    [
      'POST /api/search_history {"index_id":"c","query":"rain","types":[',
      'POST /api/search_history {"index_id":"c","query":"the ferry","typ',
    ].map((line) => line.slice(0, 64)),
  )
})

test('an empty field shows the searches after a press or the down arrow, not because its page opened', async () => {
  const asked = serve(past('a', 'the ferry'), past('b', 'bread'))
  const field = await show('?q=boat')
  await waitFor(() => expect(asked).toHaveLength(1))
  fireEvent.click(field)
  expect(lists()).toEqual([])
  fireEvent.change(field, { target: { value: '' } })
  const list = await screen.findByRole('region', { name: 'Your searches' })
  await within(list).findByText('bread')
  fireEvent.keyDown(field, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toContain('boat')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' })
  expect(document.activeElement?.textContent).toContain('the ferry')
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  fireEvent.keyDown(document.activeElement!, { key: 'ArrowUp' })
  expect(document.activeElement).toBe(field)
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(lists()).toEqual([])
  fireEvent.click(field)
  expect(lists()).toHaveLength(1)
  fireEvent.change(field, { target: { value: 'x' } })
  expect(lists()).toEqual([])
})

test('without searches there is no list', async () => {
  serve()
  const field = await show()
  fireEvent.click(field)
  await act(async () => undefined)
  expect(lists()).toEqual([])
})

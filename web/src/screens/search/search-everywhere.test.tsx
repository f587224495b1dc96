import type { Collection } from '@footnote/contract/nouns/library/collections.ts'
import type { Match, NamedVideo } from '@footnote/contract/nouns/output/search.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aMatch } from '../../../../seed/answers/search.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { openSearch } from '../../../test/search-screen.tsx'
import { playableVideo } from '../../../test/video-element.ts'

const match = (video_id: string, collection_name: string): Match =>
  aMatch(video_id, 3, { collection_id: collection_name, collection_name })
const named = (id: string, more: Partial<NamedVideo> = {}): NamedVideo => ({
  ...aVideo(id, 'c'),
  stream_url: `/${id}/stream`,
  collection_name: 'Films',
  hits: [{ from: 0, to: 2 }],
  ...more,
})

let lists: Record<'mine' | 'review' | 'samples', Collection[]>
let matches: Match[]
let videos: NamedVideo[]
/** Collection, query and types of each search, oldest first. */
let asked: (string | null)[][]
/** Calls that fail until they are retried. */
let failing: Set<string>
beforeEach(() => {
  // jsdom does not know the element <search>, and React warns about it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  playableVideo(60)
  lists = {
    mine: [aCollection('c', 'Films'), aCollection('d', 'Reels'), aCollection('e', 'Old', { expired: true })],
    review: [],
    samples: [aCollection('s', 'Samples', { sample: true })],
  }
  matches = [match('lane', 'Films'), match('pier', 'Reels'), match('quay', 'Reels')]
  videos = []
  asked = []
  failing = new Set()
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://footnote.example')
    if (failing.delete(pathname)) return new Response('{}', { status: 400 })
    if (pathname === '/api/query_index') {
      asked.push(['index_id', 'query', 'search_type'].map((name) => searchParams.get(name)))
      return json({ matches, videos, truncated: false, corrected: null, understood: true })
    }
    if (pathname === '/api/sample_indexes') return json({ indexes: lists.samples })
    if (pathname === '/api/quick-review/review_collections') return json({ review_collections: lists.review })
    if (pathname === '/api/indexes') return json({ indexes: lists.mine })
    const one = lists.mine.find(({ id }) => pathname === `/api/indexes/${id}`)
    if (!one) return new Response('{}', { status: 404 })
    const detail = { collection: one, videos: [aVideo('lane', one.id)], visual: true, ocr: false, audio: true }
    return json({ ...detail, expired: one.expired })
  })
})

/** The selector of collections, after it has loaded its options. */
const selector = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name: `Collection: ${name}` })
    expect(button.disabled).toBe(false)
    return button
  })

test('all collections answer from their address, and each match names its collection', async () => {
  openSearch('/collections/all/search?q=ledger&options=CONVERSATION')
  await selector('All collections')
  const cards = await screen.findAllByRole('article')
  expect(cards.map((card) => within(card).getByTitle(/^(Films|Reels)$/).textContent)).toEqual([
    'Collection: Films',
    'Collection: Reels',
    'Collection: Reels',
  ])
  expect(asked).toEqual([['all', 'ledger', 'CONVERSATION']])
  expect(screen.getByText('3 matches in 3 videos, 2 collections')).toBeDefined()
  expect(document.title).toBe('ledger · All collections · Footnote')
})

test('the selector leads from one collection to all and back, with the query', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger')
  const openMenu = async (chosen: string) => fireEvent.keyDown(await selector(chosen), { key: 'Enter' })
  const choose = (name: string) => fireEvent.click(screen.getByRole('menuitemradio', { name }))
  await openMenu('Films')
  const choices = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent)
  expect(choices).toEqual(['All collections', 'Films', 'Reels', 'Samples'])
  expect(screen.queryByTitle('Reels')).toBeNull()
  choose('All collections')
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/collections/all/search', search: '?q=ledger' }),
  )
  await openMenu('All collections')
  await screen.findAllByRole('menuitemradio')
  choose('Reels')
  await waitFor(() => expect(router.state.location.pathname).toBe('/collections/d/search'))
  await act(() => router.navigate(-1))
  await selector('All collections')
  expect(await screen.findByText('3 matches in 3 videos, 2 collections')).toBeDefined()
})

test('a match plays with the name of its collection, and leads to its review', async () => {
  const { router } = openSearch('/collections/all/search?q=ledger')
  fireEvent.click(await screen.findByRole('button', { name: 'Play pier.mp4, 0:03 – 0:08' }))
  const dialog = await screen.findByRole('dialog', { name: 'pier.mp4' })
  expect(within(dialog).getByText('Reels')).toBeDefined()
  fireEvent.click(within(dialog).getByRole('link', { name: 'Quick Review: pier.mp4' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/quick-review/u/pier'))
})

test('videos are found by their names, marked and with their collection, and play on the search page', async () => {
  matches = []
  videos = [named('quay'), named('quarry')]
  openSearch('/collections/all/search?q=qu')
  const list = await screen.findByRole('region', { name: 'Videos by name' })
  const rows = within(list).getAllByRole('button', { name: /Watch/ })
  expect(rows.map((row) => row.querySelector('mark')?.textContent)).toEqual(['qu', 'qu'])
  expect(within(list).getAllByTitle('Films')).toHaveLength(2)
  expect(screen.queryByText('No results found')).toBeNull()
  fireEvent.click(within(list).getByRole('button', { name: /Watch\s*quay\.mp4\s*Collection:\s*Films$/ }))
  const dialog = await screen.findByRole('dialog', { name: 'quay.mp4' })
  expect(within(dialog).queryByRole('button', { name: 'Delete' })).toBeNull()
})

test('Back closes a playing video and stays on the page, and Forward opens it again', async () => {
  videos = [named('quay')]
  const { router } = openSearch('/collections/all/search?q=qu')
  fireEvent.click(await screen.findByRole('button', { name: /Watch\s*quay\.mp4\s*Collection:\s*Films$/ }))
  await screen.findByRole('dialog', { name: 'quay.mp4' })
  expect(router.state.location.search).toBe('?q=qu&m=quay')
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(router.state.location.search).toBe('?q=qu')
  await act(() => router.navigate(1))
  await screen.findByRole('dialog', { name: 'quay.mp4' })
  await act(() => router.navigate('/collections/all/search?q=quay'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('of many names the first few are shown, and all on demand', async () => {
  videos = Array.from({ length: 6 }, (_, place) => named(`quay${place}`))
  openSearch('/collections/c/search?q=qu')
  const list = await screen.findByRole('region', { name: 'Videos by name' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(4)
  // In one collection, the name of the collection is not shown.
  expect(within(list).queryByTitle('Films')).toBeNull()
  fireEvent.click(within(list).getByRole('button', { name: 'Show all 6' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(6)
  fireEvent.click(within(list).getByRole('button', { name: 'Show fewer' }))
  expect(within(list).getAllByRole('listitem')).toHaveLength(4)
})

test('matching names without moments are counted alone', async () => {
  matches = []
  videos = [named('quay'), named('quarry')]
  openSearch('/collections/all/search?q=qu')
  await screen.findByText('2 videos by name')
})

test('a video that cannot be played yet leads to its collection', async () => {
  const { can } = aVideo('quay', 'c')
  videos = [named('quay', { status: 'PROCESSING_SPEECH', status_percentage: 34, can: { ...can, open: false } })]
  const { router } = openSearch('/collections/all/search?q=quay')
  const link = await screen.findByRole('link', { name: /Go to\s*quay\.mp4\s*Collection:\s*Films/ })
  expect(link.textContent).toContain('Processing Conversation 34%')
  fireEvent.click(link)
  await waitFor(() => expect(router.state.location.pathname).toBe('/collections/c'))
})

test('without any video there is nothing to search, and with the samples alone there are questions to start with', async () => {
  lists = { mine: [aCollection('c', 'Films', { num_videos: 0 })], review: [], samples: lists.samples }
  openSearch('/collections/all/search')
  const question = await screen.findByRole('link', { name: 'when does the last ferry leave' })
  expect(question.getAttribute('href')).toMatch(/^\/collections\/all\/search\?q=when/)
})

test('a company without videos and without samples is asked for videos', async () => {
  lists = { mine: [], review: [], samples: [] }
  openSearch('/collections/all/search?q=ledger')
  await screen.findByText('Please upload videos to search.')
  expect(screen.getByRole('link', { name: 'Go to Collections' }).getAttribute('href')).toBe('/collections')
  expect(asked).toEqual([])
})

test('a search of all collections says that it leaves the samples out, with a link to them', async () => {
  openSearch('/collections/all/search?q=ledger&options=VISUAL')
  await screen.findByText(/A search in all collections leaves out the samples/)
  const link = screen.getByRole('link', { name: 'Search Samples' })
  expect(link.getAttribute('href')).toBe('/collections/s/search?q=ledger')
})

test('videos of review collections are searched, too', async () => {
  lists = { mine: [], review: [aCollection('r', 'Cuts', { kind: 'review' })], samples: lists.samples }
  openSearch('/collections/all/search')
  await screen.findByText('Ask for a moment')
  expect(screen.queryByRole('link', { name: 'when does the last ferry leave' })).toBeNull()
})

test('collections that failed to load are retried', async () => {
  failing.add('/api/indexes')
  openSearch('/collections/all/search?q=ledger')
  await screen.findByText('The collections could not be loaded.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('3 matches in 3 videos, 2 collections')
})

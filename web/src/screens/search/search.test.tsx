import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { Correction, Match } from '@footnote/contract/nouns/output/search.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aMatch } from '../../../../seed/answers/search.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { openSearch } from '../../../test/search-screen.tsx'
import { playableVideo } from '../../../test/video-element.ts'

const video = aVideo('lane', 'c')
const collection = aCollection('c', 'Films')
const detail: CollectionDetail = { collection, videos: [video], visual: true, ocr: false, audio: true, expired: false }

/** The collection in the server's answer. */
let answered: CollectionDetail
/** Matches in the server's answers, by query. */
let found: Record<string, Match[]>
/** Spelling corrections in the server's answers, by query. */
let spellings: Record<string, Correction>
beforeEach(() => {
  // jsdom does not know the element <search>, and React warns about it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  playableVideo(60)
  answered = detail
  spellings = {}
  found = {
    ledger: [aMatch('lane', 3), aMatch('lane', 20), aMatch('pier', 8)],
    rain: [aMatch('pier', 30), aMatch('lane', 40)],
  }
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://footnote.example')
    if (pathname === '/api/query_index') {
      const query = searchParams.get('query') ?? ''
      const spelling = searchParams.has('as_typed') ? undefined : spellings[query]
      const matches = found[spelling?.query ?? query] ?? []
      return json({ matches, videos: [], truncated: false, corrected: spelling ?? null, understood: true })
    }
    if (pathname.startsWith('/api/indexes/')) return json(answered)
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return json({ indexes: [collection, { ...collection, id: 'd', name: 'Reels' }] })
  })
})

const play = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

test('a match leads to the review of its video, at its start, for people who may review it', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger')
  await play('Play lane.mp4, 0:20 – 0:25')
  fireEvent.click(await screen.findByRole('link', { name: 'Quick Review: lane.mp4' }))
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/quick-review/u/lane', search: '?t=20' }),
  )
})

test('a match of a video without permission to review has no link to a review', async () => {
  found.ledger = found.ledger!.map((one) => ({ ...one, can: { review: false, comment: true } }))
  openSearch('/collections/c/search?q=ledger')
  await play('Play lane.mp4, 0:20 – 0:25')
  await screen.findByText('Match 2 of 3')
  expect(screen.queryByRole('link', { name: /Quick Review/ })).toBeNull()
})

test('a review collection is shown at its own address', async () => {
  answered = { ...detail, collection: { ...collection, kind: 'review' } }
  const { router } = openSearch('/collections/c/search?q=ledger')
  await waitFor(() => expect(router.state.location.pathname).toBe('/quick-review/collections/c'))
})

test('input that was not sent yet goes along to another collection', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger&options=VISUAL')
  const choose = async () => {
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Collection: Films' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Reels' }))
  }
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: ' rain ' } })
  await choose()
  await waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/collections/d/search', search: '?q=rain' }),
  )
  await act(() => router.navigate('/collections/c/search?q=ledger'))
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: ' ' } })
  await choose()
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger'))
})

const low = (video_id: string, start_time: number): Match => ({ ...aMatch(video_id, start_time), score: 0.3 })
const play0 = (name: string) => screen.queryByRole('button', { name: `Play ${name}` })

test('less certain matches are folded behind sure ones, and the address keeps them unfolded', async () => {
  found.ledger = [aMatch('lane', 3), low('pier', 8), low('lane', 20)]
  const { router } = openSearch('/collections/c/search?q=ledger')
  const fold = await screen.findByRole('button', { name: /^Less certain \(2\)/ })
  expect(fold.getAttribute('aria-expanded')).toBe('false')
  expect(fold.textContent).toContain('Low confidence, in 2 videos')
  expect(play0('lane.mp4, 0:03 – 0:08')).not.toBeNull()
  expect(play0('pier.mp4, 0:08 – 0:13')).toBeNull()
  fireEvent.click(fold)
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:08 – 0:13' })
  expect(router.state.location.search).toBe('?q=ledger&confidence=Low')
  fireEvent.click(screen.getByRole('button', { name: /^Less certain/ }))
  await waitFor(() => expect(play0('pier.mp4, 0:08 – 0:13')).toBeNull())
  expect(router.state.location.search).toBe('?q=ledger')
})

test('choosing Low unfolds them', async () => {
  found.ledger = [aMatch('lane', 3), low('pier', 8)]
  openSearch('/collections/c/search?q=ledger&confidence=Medium')
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
  expect(screen.queryByRole('button', { name: /^Less certain/ })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Low' }))
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:08 – 0:13' })
})

test('without sure matches it says so, and shows the less certain ones', async () => {
  found.ledger = [low('pier', 8)]
  openSearch('/collections/c/search?q=ledger')
  await screen.findByText('Nothing strong for this question.')
  expect(play0('pier.mp4, 0:08 – 0:13')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^Less certain/ })).toBeNull()
})

test('an empty search offers words that people say in the videos of this collection', async () => {
  answered = { ...detail, videos: [{ ...video, subtitle_url: '/lane.vtt' }, aVideo('silent', 'c')] }
  const api = fetch
  vi.stubGlobal('fetch', async (address: string) =>
    address === '/lane.vtt'
      ? new Response('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nThe copper kettle whistles.\n')
      : api(address),
  )
  const { router } = openSearch('/collections/c/search')
  fireEvent.click(await screen.findByRole('link', { name: 'copper kettle whistles' }))
  expect(new URLSearchParams(router.state.location.search).get('q')).toBe('copper kettle whistles')
})

test('the search of an expired collection leads to the plans', async () => {
  answered = { ...detail, collection: { ...collection, expired: true }, expired: true }
  openSearch('/collections/c/search?q=ledger')
  expect((await screen.findByRole('link', { name: 'See plans' })).getAttribute('href')).toBe('/pricing')
})

const under = () => screen.getAllByRole('status')[0]?.textContent

test('a corrected word is named, with a link to the word as typed and back', async () => {
  spellings = { ledgr: { query: 'ledger', typed: 'ledgr' } }
  const { router } = openSearch('/collections/c/search?q=ledgr')
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
  expect(under()).toBe('Results for ledger. Search for ledgr instead')
  fireEvent.click(screen.getByRole('link', { name: 'Search for ledgr instead' }))
  await screen.findByText('No results found')
  expect(router.state.location.search).toBe('?q=ledgr&as_typed=true')
  expect(under()).toBe('Exactly as typed. Allow other spellings')
  fireEvent.click(screen.getByRole('link', { name: 'Allow other spellings' }))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
  expect(router.state.location.search).toBe('?q=ledgr')
})

test('the next query is corrected again', async () => {
  const { router } = openSearch('/collections/c/search?q=ledgr&as_typed=true')
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: 'rain' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:40 – 0:45' })
  expect(router.state.location.search).toBe('?q=rain')
})

test('a line under the field explains quotation marks and a minus, and with a query their effect', async () => {
  const { router } = openSearch('/collections/c/search')
  await screen.findByText('Ask for a moment')
  expect(under()).toBe('“in quotes” as said or written-word leaves outA >> B 12s one after the other')
  await act(() =>
    router.navigate(`/collections/c/search?${new URLSearchParams({ q: '"hold the lane" truck -red -"on fire"' })}`),
  )
  await screen.findByText('No results found')
  expect(under()).toBe('As said or written: “hold the lane”Without moments that say or show “red”, “on fire”')
  expect(screen.getByLabelText('Search')).toHaveProperty('value', '"hold the lane" truck -red -"on fire"')
})

test('a query that only excludes explains what it lacks', async () => {
  openSearch('/collections/c/search?q=-red')
  await screen.findByText('Say what to look for, too: words with a minus only leave out.')
})

test('on a phone one button opens modalities and confidence', async () => {
  const wide = window.matchMedia
  const phone = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => Object.assign(wide(media), { matches: media.includes('max-width: 639.98px') }))
  onTestFinished(() => phone.mockRestore())
  answered = { ...detail, ocr: true }
  const { router } = openSearch('/collections/c/search?q=ledger')
  const filters = await screen.findByRole('button', { name: 'Filters' })
  expect(screen.queryByLabelText('Visual')).toBeNull()
  fireEvent.click(filters)
  fireEvent.click(await screen.findByLabelText('Visual'))
  fireEvent.click(screen.getByRole('radio', { name: 'High' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show matches' }))
  expect(await screen.findByRole('button', { name: 'Filters: 2' })).toBeDefined()
  expect(router.state.location.search).toBe('?q=ledger&options=CONVERSATION&options=TEXT_IN_VIDEO&confidence=High')
})

const STEPS: Match['steps'] = [
  { start_time: 3, end_time: 8, types: ['speech'], text: 'a ledger', hits: [{ from: 2, to: 8 }], thumbnail_url: null },
  { start_time: 12, end_time: 14, types: ['visual'], text: 'Seen: rain', hits: [], thumbnail_url: null },
]

test('a second field asks for the moment after it, by keyboard, and the address brings both back', async () => {
  found['ledger >> rain 12s'] = [{ ...aMatch('lane', 3), end_time: 14, types: ['speech', 'visual'], steps: STEPS }]
  const { router } = openSearch('/collections/c/search?q=ledger')
  fireEvent.click(await screen.findByRole('button', { name: 'Add what comes after it' }))
  const second = await screen.findByLabelText('Then')
  expect(document.activeElement).toBe(second)
  fireEvent.change(second, { target: { value: 'rain' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  const card = (await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:14' })).closest('article')
  expect(router.state.location.search).toBe('?q=ledger+%3E%3E+rain+12s')
  expect(card?.textContent).toContain('0:03 – 0:14')
  expect(card?.textContent).toContain('“a ledger”Then, at 0:12: Seen: rain')
  expect(screen.getByLabelText('Search')).toHaveProperty('value', 'ledger')
  expect(screen.getByLabelText('Then')).toHaveProperty('value', 'rain')
  expect(under()).toBe('Then rain, at most 12 s later')
})

test('a sequence that is typed into the first field fills both, and removing the second asks for one moment', async () => {
  const { router } = openSearch('/collections/c/search')
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: 'ledger >> rain 20s' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  expect(await screen.findByLabelText('Then')).toHaveProperty('value', 'rain')
  expect(screen.getByRole('button', { name: 'Time between: then, within 20 s' })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Remove the second field' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Search'))
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
  expect(router.state.location.search).toBe('?q=ledger')
})

test('other seconds between the moments are searched for at once', async () => {
  const { router } = openSearch(`/collections/c/search?${new URLSearchParams({ q: 'ledger >> rain 12s' })}`)
  fireEvent.keyDown(await screen.findByRole('button', { name: /^Time between/ }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'then, within 30 s' }))
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger+%3E%3E+rain+30s'))
})

test('while videos are indexed a weak answer says so, and a sure one replaces it and stays', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answered = { ...detail, videos: [{ ...video, status: 'PROCESSING_VISUAL' }] }
  found.harbour = [{ ...aMatch('quay', 3), score: 0.4 }]
  openSearch('/collections/c/search?q=harbour')
  await screen.findByText(/1 video is still being indexed. Stronger matches appear here./)
  found.harbour = [{ ...aMatch('lane', 3), score: 0.95 }]
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
  expect(screen.getByText('1 video is still being indexed. Search again for new moments.')).toBeDefined()
  found.harbour = []
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(screen.getByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })).toBeDefined()
})

test('a match that indexing adds appears where there was none before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answered = { ...detail, videos: [{ ...video, status: 'PROCESSING_VISUAL' }] }
  openSearch('/collections/c/search?q=harbour')
  await screen.findByText('1 video is still being indexed. New matches appear here.')
  found.harbour = [aMatch('lane', 3)]
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
})

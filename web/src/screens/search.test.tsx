// Past 250 lines: one screen in all its states.
import type { CollectionDetail } from '@footnote/contract/nouns/collections.ts'
import type { Correction, Match } from '@footnote/contract/nouns/search.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { aCollection } from '../../test/a-collection.ts'
import { aMatch } from '../../test/a-match.ts'
import { aVideo } from '../../test/a-video.ts'
import { json, openSearch } from '../../test/search-screen.tsx'
import { playableVideo } from '../../test/video-element.ts'

const video = aVideo('lane', 'c')
const collection = aCollection('c', 'Films')
const detail: CollectionDetail = { collection, videos: [video], visual: true, ocr: false, audio: true, expired: false }

/** The collection, as the server answers it. */
let answered: CollectionDetail
/** What the server finds, by what is asked. */
let found: Record<string, Match[]>
/** What it searches for in place of misspelt words, by what is asked. */
let spellings: Record<string, Correction>
beforeEach(() => {
  // jsdom does not know the element <search>, and React complains of it.
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
      return json({ matches, videos: [], truncated: false, corrected: spelling ?? null })
    }
    if (pathname.startsWith('/api/indexes/')) return json(answered)
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return json({ indexes: [collection, { ...collection, id: 'd', name: 'Reels' }] })
  })
})

const play = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.queryByRole('dialog')

test('a match that plays closes with its search, and does not open again with it', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger')
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' })
  await act(() => router.navigate('/collections/c/search?q=rain'))
  await play('Play lane.mp4, 0:40 – 0:45')
  await screen.findByText('Match 2 of 2')
  await act(() => router.navigate(-1))
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:08 – 0:13', hidden: true })
  expect(dialog()).toBeNull()
  await act(() => router.navigate(1))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:40 – 0:45', hidden: true })
  expect(dialog()).toBeNull()
})

test('a match that plays stays when others are found before it, and closes when it is found no more', async () => {
  const { queries } = openSearch('/collections/c/search?q=ledger')
  await play('Play lane.mp4, 0:20 – 0:25')
  await screen.findByText('Match 2 of 3')
  found.ledger?.unshift(aMatch('pier', 50))
  await act(() => queries.refetchQueries({ queryKey: ['search'] }))
  expect(await screen.findByText('Match 3 of 4')).toBeDefined()
  expect(screen.getByRole('dialog', { name: 'lane.mp4' })).toBeDefined()
  found.ledger?.splice(2, 1)
  await act(() => queries.refetchQueries({ queryKey: ['search'] }))
  await vi.waitFor(() => expect(dialog()).toBeNull())
})

test('a match leads to the review of its video, where it begins, for those who may review it', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger')
  await play('Play lane.mp4, 0:20 – 0:25')
  fireEvent.click(await screen.findByRole('link', { name: 'Quick Review: lane.mp4' }))
  await vi.waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/quick-review/u/lane', search: '?t=20' }),
  )
})

test('a match of a video that one may only watch leads to no review', async () => {
  found.ledger = found.ledger!.map((one) => ({ ...one, can: { review: false } }))
  openSearch('/collections/c/search?q=ledger')
  await play('Play lane.mp4, 0:20 – 0:25')
  await screen.findByText('Match 2 of 3')
  expect(screen.queryByRole('link', { name: /Quick Review/ })).toBeNull()
})

test('a collection that is only reviewed is shown at its own address', async () => {
  answered = { ...detail, collection: { ...collection, kind: 'review' } }
  const { router } = openSearch('/collections/c/search?q=ledger')
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/quick-review/collections/c'))
})

test('what is typed and not yet asked goes along to another collection', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger&options=VISUAL')
  const choose = async () => {
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Collection: Films' }), { key: 'Enter' })
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Reels' }))
  }
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: ' rain ' } })
  await choose()
  await vi.waitFor(() =>
    expect(router.state.location).toMatchObject({ pathname: '/collections/d/search', search: '?q=rain' }),
  )
  await act(() => router.navigate('/collections/c/search?q=ledger'))
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: ' ' } })
  await choose()
  await vi.waitFor(() => expect(router.state.location.search).toBe('?q=ledger'))
})

const low = (video_id: string, start_time: number): Match => ({ ...aMatch(video_id, start_time), score: 0.3 })
const play0 = (name: string) => screen.queryByRole('button', { name: `Play ${name}` })

test('what is less certain is folded behind what is sure, and the address keeps that it was unfolded', async () => {
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
  await vi.waitFor(() => expect(play0('pier.mp4, 0:08 – 0:13')).toBeNull())
  expect(router.state.location.search).toBe('?q=ledger')
})

test('choosing Low unfolds', async () => {
  found.ledger = [aMatch('lane', 3), low('pier', 8)]
  openSearch('/collections/c/search?q=ledger&confidence=Medium')
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
  expect(screen.queryByRole('button', { name: /^Less certain/ })).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Low' }))
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:08 – 0:13' })
})

test('where nothing is sure it is said in words, and what there is is shown', async () => {
  found.ledger = [low('pier', 8)]
  openSearch('/collections/c/search?q=ledger')
  await screen.findByText('Nothing strong for this question.')
  expect(play0('pier.mp4, 0:08 – 0:13')).not.toBeNull()
  expect(screen.queryByRole('button', { name: /^Less certain/ })).toBeNull()
})

test('a search that was not begun offers what is said in the videos of this collection', async () => {
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

test('a misspelt word that was met by another is named, with the way to the word as typed and back', async () => {
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

test('another question is searched for in other spellings again', async () => {
  const { router } = openSearch('/collections/c/search?q=ledgr&as_typed=true')
  fireEvent.change(await screen.findByLabelText('Search'), { target: { value: 'rain' } })
  fireEvent.click(screen.getByRole('button', { name: 'Search' }))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:40 – 0:45' })
  expect(router.state.location.search).toBe('?q=rain')
})

test('under the field it says what quotation marks and a minus mean, and in a question with them what they do', async () => {
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

test('a question that only leaves out learns what it lacks', async () => {
  openSearch('/collections/c/search?q=-red')
  await screen.findByText('Say what to look for, too: words with a minus only leave out.')
})

test('on a phone one button opens what is searched and how sure a match must be', async () => {
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

test('a second field asks what comes after it, by keyboard, and the address brings both back', async () => {
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

test('other seconds between are searched by at once', async () => {
  const { router } = openSearch(`/collections/c/search?${new URLSearchParams({ q: 'ledger >> rain 12s' })}`)
  fireEvent.keyDown(await screen.findByRole('button', { name: /^Time between/ }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitemradio', { name: 'then, within 30 s' }))
  await vi.waitFor(() => expect(router.state.location.search).toBe('?q=ledger+%3E%3E+rain+30s'))
})

test('while videos are indexed a weak answer says so and gives way to a sure one, which stays', async () => {
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

test('what is found in a video while it is indexed appears where nothing was found before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  answered = { ...detail, videos: [{ ...video, status: 'PROCESSING_VISUAL' }] }
  openSearch('/collections/c/search?q=harbour')
  await screen.findByText('1 video is still being indexed. New matches appear here.')
  found.harbour = [aMatch('lane', 3)]
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:03 – 0:08' })
})

import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { Match } from '@footnote/contract/nouns/output/search.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aMatch } from '../../../../seed/answers/search.ts'
import { aVideo, aVideoDetail } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { openSearch } from '../../../test/search-screen.tsx'
import { playableVideo } from '../../../test/video-element.ts'

const collection = aCollection('c', 'Films')
const detail: CollectionDetail = {
  collection,
  videos: [aVideo('lane', 'c')],
  visual: true,
  ocr: false,
  audio: true,
  expired: false,
}
const rate = { num: 25, den: 1 }

/** Matches in the server's answers, whatever the query. */
let found: Match[]
/** Names of the videos that this person may see, by their ids. */
let seen: Record<string, string>
/** Whether this person may share them. */
let may_share: boolean
let copied: string[]
beforeEach(() => {
  // jsdom does not know the element <search>, and React warns about it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  vi.spyOn(console, 'warn').mockReturnValue(undefined)
  playableVideo(60)
  found = [aMatch('lane', 20), aMatch('pier', 8), aMatch('lane', 3), aMatch('lane', 40)]
  seen = { lane: 'lane.mp4', pier: 'pier.mp4', quay: 'The quay.mp4' }
  may_share = true
  copied = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => void copied.push(text) },
  })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://footnote.example')
    if (/query_index|image_search/.test(pathname))
      return json({ matches: found, videos: [], truncated: false, corrected: null, understood: true })
    if (pathname.startsWith('/api/get_video_details/')) {
      const id = pathname.split('/').at(-1) ?? ''
      const file_name = seen[id]
      if (!file_name) return new Response('{}', { status: 404 })
      const video = aVideoDetail(id, 'd', { file_name, frame_rate: rate, stream_url: `/${id}/stream` })
      return json({ ...video, collection_name: 'Reels', can: { ...video.can, share: may_share } })
    }
    if (pathname.startsWith('/api/sharing_router/')) return json({ share_links: [] })
    if (pathname.startsWith('/api/indexes/')) return json(detail)
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return json({ indexes: [collection] })
  })
})

const RESULTS = '/collections/c/search?q=ledger'
const play = async (name: string) => fireEvent.click(await screen.findByRole('button', { name: `Play ${name}` }))
const dialog = () => screen.queryByRole('dialog')
const closed = () => waitFor(() => expect(dialog()).toBeNull())
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const film = () => document.querySelector('.stage > video') as HTMLVideoElement
const clip = () => screen.getByRole('group', { name: 'Clip' }).textContent

test('a match is in the address: Back closes it, Forward opens it, and the page stays', async () => {
  const { router } = openSearch(RESULTS)
  await play('lane.mp4, 0:20 – 0:25')
  await screen.findByText('Match 1 of 4')
  expect(router.state.location.search).toBe('?q=ledger&m=lane&t=20-25')
  await act(() => router.navigate(-1))
  await closed()
  expect(router.state.location.search).toBe('?q=ledger')
  await act(() => router.navigate(1))
  await screen.findByText('Match 1 of 4')
})

test('other matches and times replace the entry, and closing leaves none behind', async () => {
  const { router } = openSearch('/home')
  await act(() => router.navigate(RESULTS))
  await play('lane.mp4, 0:20 – 0:25')
  await screen.findByText('Match 1 of 4')
  press('Next match')
  await screen.findByText('Match 2 of 4')
  expect(router.state.location.search).toBe('?q=ledger&m=pier&t=8-13')
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })
  fireEvent.keyDown(document.body, { key: 'Escape' })
  await closed()
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger'))
  // The card of the match that was shown last.
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Play pier.mp4, 0:08 – 0:13')
  await act(() => router.navigate(-1))
  expect(router.state.location.pathname).toBe('/home')
})

test('a double click on a card adds one entry', async () => {
  const { router } = openSearch(RESULTS)
  const card = await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' })
  fireEvent.click(card)
  fireEvent.click(card)
  await screen.findByText('Match 1 of 4')
  await act(() => router.navigate(-1))
  await closed()
  expect(router.state.location.search).toBe('?q=ledger')
})

test('the address keeps the trim, and the match that it came from', async () => {
  const { router, unmount } = openSearch(RESULTS)
  await play('lane.mp4, 0:20 – 0:25')
  await waitFor(() => expect(screen.getByRole('button', { name: /^In/ })).toHaveProperty('disabled', false))
  press('Loop 0:20 – 0:25')
  film().currentTime = 50.02
  key('i')
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger&m=lane&t=50-55'))
  film().currentTime = 52.02
  key('o')
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger&m=lane&t=50-52.04'))
  expect(clip()).toBe('In0:50.0Out0:52.02.0 s')
  expect(screen.getByText('Match 1 of 4')).toBeDefined()
  const { search, state } = router.state.location
  unmount()
  // As a reload: the browser keeps the state of the entry.
  const again = openSearch('/home')
  await act(() => again.router.navigate(`/collections/c/search${search}`, { state }))
  await screen.findByText('Match 1 of 4')
  expect(clip()).toBe('In0:50.0Out0:52.02.0 s')
  press('Times of the match')
  await waitFor(() => expect(again.router.state.location.search).toBe('?q=ledger&m=lane&t=20-25'))
})

test('a link opens the match of its time at any rank, and closing it clears the address', async () => {
  const { router } = openSearch(`${RESULTS}&m=lane&t=3.5-8`)
  await screen.findByText('Match 3 of 4')
  expect(clip()).toBe('In0:03.5Out0:08.04.5 s')
  press('Close')
  await closed()
  expect(router.state.location.search).toBe('?q=ledger')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Play lane.mp4, 0:03 – 0:08'))
})

test('a moment that the search does not find plays without reasons, wherever its film is now', async () => {
  const { router } = openSearch(`${RESULTS}&m=quay&t=12-15`)
  const open = await screen.findByRole('dialog', { name: 'The quay.mp4' })
  await within(open).findByText('This search does not find the moment, so there are no reasons to show.')
  expect(within(open).getByText('Reels')).toBeDefined()
  expect(within(open).queryByText(/^Match/)).toBeNull()
  expect(within(open).queryByRole('checkbox')).toBeNull()
  expect(clip()).toBe('In0:12.0Out0:15.03.0 s')
  press('Next match')
  await screen.findByText('Match 1 of 4')
  expect(router.state.location.search).toBe('?q=ledger&m=lane&t=20-25')
})

test('a match that the search no longer finds stays open', async () => {
  const { queries } = openSearch(RESULTS)
  await play('pier.mp4, 0:08 – 0:13')
  await screen.findByText('Match 2 of 4')
  const player = film()
  found = [aMatch('quay', 50), ...found]
  await act(() => queries.refetchQueries({ queryKey: ['search'] }))
  await screen.findByText('Match 3 of 5')
  found = []
  await act(() => queries.refetchQueries({ queryKey: ['search'] }))
  await screen.findByText('This search does not find the moment, so there are no reasons to show.')
  expect(film()).toBe(player)
})

test('a moment of a film that a person may not see says so over the results', async () => {
  const { router } = openSearch(`${RESULTS}&m=secret&t=1-2`)
  await screen.findByText('This moment is not here. Its video was deleted, or you may not see it.')
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' })
  expect(dialog()).toBeNull()
  press('Close')
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger'))
  expect(screen.queryByText(/^This moment is not here/)).toBeNull()
})

test.each([
  ['&m=lane&t=90-95', '?q=ledger&m=lane&t=90-95', 'In0:55.0Out1:00.05.0 s'],
  ['&m=lane&t=58-70', '?q=ledger&m=lane&t=58-70', 'In0:58.0Out1:00.02.0 s'],
  ['&m=lane&t=020.0-25.50', '?q=ledger&m=lane&t=20-25.5', 'In0:20.0Out0:25.55.5 s'],
])('times outside of the film are kept inside it: %s', async (asked, address, times) => {
  const { router } = openSearch(RESULTS + asked)
  await screen.findByRole('dialog', { name: 'lane.mp4' })
  await waitFor(() => expect(clip()).toBe(times))
  expect(router.state.location.search).toBe(address)
})

test('bad values are cleared, and the film plays as a whole', async () => {
  const { router } = openSearch(`${RESULTS}&m=quay&t=9-3`)
  await screen.findByRole('dialog', { name: 'The quay.mp4' })
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger&m=quay'))
  expect(screen.queryByRole('group', { name: 'Clip' })).toBeNull()
  await act(() => router.navigate(`${RESULTS}&m=<script>&t=1-2`))
  await closed()
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger'))
})

test('all matches of a film are numbers on its strip, and P and N lead from one to the next', async () => {
  const { router } = openSearch(RESULTS)
  await play('lane.mp4, 0:20 – 0:25')
  const others = await screen.findByRole('group', { name: 'Matches in this video' })
  expect(others.textContent).toContain('match 2 of 3 in this video')
  const player = film()
  key('n')
  await waitFor(() => expect(others.textContent).toContain('3 of 3'))
  expect(router.state.location.search).toBe('?q=ledger&m=lane&t=40-45')
  expect(screen.getByText('Match 4 of 4')).toBeDefined()
  expect(film()).toBe(player)
  expect(player.currentTime).toBeCloseTo(40.02)
  expect(within(others).getByRole('button', { name: 'Next match in this video' }).ariaDisabled).toBe('true')
  key('n')
  key('p')
  key('p')
  await waitFor(() => expect(others.textContent).toContain('1 of 3'))
  expect(router.state.location.search).toBe('?q=ledger&m=lane&t=3-8')
  // No frame was saved, and another film has one match only.
  press('Next match')
  await waitFor(() => expect(router.state.location.search).toBe('?q=ledger&m=lane&t=40-45'))
  await act(() => router.navigate(-1))
  await play('pier.mp4, 0:08 – 0:13')
  await screen.findByText('Match 2 of 4')
  expect(screen.queryByRole('group', { name: 'Matches in this video' })).toBeNull()
})

test('the link to the moment is copied, and another trim is another moment', async () => {
  openSearch(RESULTS)
  await play('lane.mp4, 0:20 – 0:25')
  await screen.findByText('Match 1 of 4')
  press('Copy link to this moment')
  await screen.findByText('Link copied')
  expect(copied).toEqual([`${location.origin}${RESULTS}&m=lane&t=20-25`])
  expect(screen.getByText(/^Opens from 0:20 to 0:25 for everyone who can see/).textContent).toMatch(/see Films\./)
  fireEvent.click(await screen.findByRole('button', { name: 'share the video' }))
  const sharing = await screen.findByRole('dialog', { name: 'Share Video' })
  fireEvent.click(within(sharing).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Share Video' })).toBeNull())
  film().currentTime = 22.02
  key('i')
  await waitFor(() => expect(screen.queryByText('Link copied')).toBeNull())
})

test('who may not share the video gets no way to share it', async () => {
  may_share = false
  openSearch(RESULTS)
  await play('lane.mp4, 0:20 – 0:25')
  await waitFor(() => expect(screen.getByRole('button', { name: /^In/ })).toHaveProperty('disabled', false))
  press('Copy link to this moment')
  await screen.findByText('Link copied')
  expect(screen.queryByRole('button', { name: 'share the video' })).toBeNull()
})

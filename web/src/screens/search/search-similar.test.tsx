import type { CollectionDetail } from '@footnote/contract/nouns/library/collections.ts'
import type { Match, ReferenceFrame } from '@footnote/contract/nouns/output/search.ts'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCollection } from '../../../../seed/answers/collections.ts'
import { aMatch } from '../../../../seed/answers/search.ts'
import { aVideo } from '../../../../seed/answers/videos.ts'
import { json } from '../../../test/json.ts'
import { openSearch } from '../../../test/search-screen.tsx'
import { playableVideo } from '../../../test/video-element.ts'

const match = (video_id: string, start_time: number): Match =>
  aMatch(video_id, start_time, {
    types: ['visual'],
    text: 'Looks like the frame',
    thumbnail_url: '/picture.jpg',
    thumbnail_time: start_time + 2.25,
    can: { review: false, comment: true },
  })
const collection = aCollection('c', 'Films')

let detail: CollectionDetail
/** Searches that were sent, newest last. */
let asked: string[]
/** Answers a search by picture. */
let look: (frame: ReferenceFrame) => Promise<Response>

beforeEach(() => {
  // jsdom does not know the element <search>, and React warns about it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  playableVideo(60)
  detail = { collection, videos: [aVideo('lane', 'c')], visual: true, ocr: false, audio: true, expired: false }
  asked = []
  look = async (frame) =>
    json({ matches: [match('pier', 30)], videos: [], truncated: false, corrected: null, understood: true, frame })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://footnote.example')
    if (pathname === '/api/image_search' && body instanceof FormData) {
      const [video_id, time] = [String(body.get('video_id')), Number(body.get('time'))]
      asked.push([video_id, time, body.get('region')].filter((part) => part !== null).join(' '))
      return look({ video_id, video_name: `${video_id}.mp4`, time, thumbnail_url: '/frame.jpg' })
    }
    if (pathname === '/api/query_index')
      return json({
        matches: [match('lane', 3), match('lane', 20)],
        videos: [],
        truncated: false,
        corrected: null,
        understood: true,
      })
    if (pathname.startsWith('/api/indexes/')) return json(detail)
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return json({ indexes: [collection] })
  })
})
afterEach(() => vi.useRealTimers())

const search = (router: ReturnType<typeof openSearch>['router']) => router.state.location.search
const PATIENCE = { timeout: 15_000 }

test('a frame is read from its address, and shown above similar moments', async () => {
  openSearch('/collections/c/search?similar=lane@12.4')
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:30 – 0:35' }, PATIENCE)
  expect(asked).toEqual(['lane 12.4'])
  const lead = screen.getByRole('region', { name: 'Looked for' })
  expect(within(lead).getByText('lane.mp4')).toBeDefined()
  expect(within(lead).getByText('0:12')).toBeDefined()
  expect(lead.querySelector('img')?.getAttribute('src')).toBe('/frame.jpg')
  fireEvent.click(screen.getByRole('button', { name: 'Remove the frame' }))
  await screen.findByText('Ask for a moment', {}, PATIENCE)
})

test('a part of a frame is read from its address, asked for, and shown above the moments', async () => {
  const { router } = openSearch('/collections/c/search?similar=lane@12.4&region=0.10,0.2,0.3,0.44444')
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:30 – 0:35' }, PATIENCE)
  expect(asked).toEqual(['lane 12.4 0.1,0.2,0.3,0.4444'])
  const lead = screen.getByRole('region', { name: 'Looked for' })
  expect(within(lead).getByRole('heading').textContent).toBe('Moments that look like this part of a frame')
  expect(screen.getByText('Part of the frame at 0:12')).toBeDefined()
  fireEvent.click(screen.getByRole('radio', { name: 'High' }))
  await waitFor(() => expect(search(router)).toContain('confidence=High'), PATIENCE)
  expect(search(router)).toContain('similar=lane@12.4')
  expect(search(router)).toContain('region=0.1,0.2,0.3,0.4444')
})

test('a card leads to moments like its picture, by keyboard, and Back to the search before', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger')
  const more = await screen.findByRole('button', { name: 'More for lane.mp4, 0:20 – 0:25' }, PATIENCE)
  fireEvent.keyDown(more, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Find similar' }, PATIENCE))
  await waitFor(() => expect(search(router)).toBe('?similar=lane@22.25'), PATIENCE)
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:30 – 0:35' }, PATIENCE)
  expect(asked).toEqual(['lane 22.25'])
  await act(() => router.navigate(-1))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' }, PATIENCE)
  expect(screen.queryByRole('region', { name: 'Looked for' })).toBeNull()
})

test('while a match plays, S searches for the frame on the screen, and the button for the match', async () => {
  const { router } = openSearch('/collections/c/search?q=ledger')
  fireEvent.click(await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' }, PATIENCE))
  const control = await screen.findByRole('button', { name: 'Find similar' }, PATIENCE)
  expect(control.title).toBe('Find similar (S)')
  const link = screen.getByRole('link', { name: 'Find similar: lane.mp4' })
  expect(link.getAttribute('href')).toBe('/collections/c/search?similar=lane@22.25')
  document.querySelector('video')!.currentTime = 21.5
  fireEvent.keyDown(control, { key: 's' })
  await waitFor(() => expect(search(router)).toBe('?similar=lane@21.5'), PATIENCE)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE)
})

test('a collection without Visual offers no search for similar moments', async () => {
  detail = { ...detail, visual: false }
  openSearch('/collections/c/search?q=ledger')
  fireEvent.click(await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' }, PATIENCE))
  await screen.findByText('Match 2 of 2', {}, PATIENCE)
  expect(screen.queryByRole('button', { name: /similar|^More for/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /similar/ })).toBeNull()
})

test('a frame of a video that is gone says so', async () => {
  look = async () => json({ status: 404, code: 'not_found', detail: 'Not found.' }, 404)
  openSearch('/collections/c/search?similar=lane@12.4')
  await screen.findByText('This frame is no longer here', {}, PATIENCE)
})

test('a search by picture says that it is running, and after a while why it takes long', async () => {
  look = () => new Promise(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  openSearch('/collections/c/search?similar=lane@12.4')
  await screen.findByText('Looking for moments like the frame.', {}, PATIENCE)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByText(/^Still looking for moments like the frame\. This takes longer/)).toBeDefined()
})

test('an address without a frame searches for nothing', async () => {
  const frames = ['lane', 'lane@', '@12', 'lane@soon', 'lane@-1', '../x@1'].map(encodeURIComponent)
  const parts = ['0,0,1', '0,0,0.01,1', '0.5,0,0.6,1', 'x'].map((region) => `lane@1&region=${region}`)
  for (const similar of [...frames, ...parts]) {
    const { unmount } = openSearch(`/collections/c/search?similar=${similar}`)
    await screen.findByText('Ask for a moment', {}, PATIENCE)
    unmount()
  }
  expect(asked).toEqual([])
})

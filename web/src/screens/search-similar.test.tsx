import type { CollectionDetail } from '@footnote/contract/collections.ts'
import type { Match, ReferenceFrame } from '@footnote/contract/search.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aVideo } from '../../test/a-video.ts'
import { playableVideo } from '../../test/video-element.ts'
import { createQueryClient } from '../lib/query-client.ts'
import SearchScreen from './search.tsx'

const match = (video_id: string, start_time: number, score = 0.9): Match => ({
  video_id,
  video_name: `${video_id}.mp4`,
  user_id: 'u',
  collection_id: 'c',
  collection_name: 'Films',
  video_duration: 60,
  start_time,
  end_time: start_time + 5,
  score,
  types: ['visual'],
  text: 'Looks like the frame',
  hits: [],
  moments: [],
  thumbnail_url: '/picture.jpg',
  thumbnail_time: start_time + 2.25,
  stream_url: `/${video_id}/stream`,
  subtitle_url: null,
  language: 'en',
  storyboard: null,
  steps: null,
  can: { review: false },
})
const collection: CollectionDetail['collection'] = {
  id: 'c',
  name: 'Films',
  user_id: 'u',
  num_videos: 1,
  total_duration: 60,
  latest_thumbnail: null,
  created_at: '2026-01-01T00:00:00.000Z',
  expired: false,
  kind: 'search',
  language: null,
  sample: false,
  can: { rename: true, delete: true, upload: true },
}
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

let detail: CollectionDetail
/** What was sent to be looked for, newest last. */
let asked: string[]
/** Answers a search by the look of something. */
let look: (frame: ReferenceFrame) => Promise<Response>

beforeEach(() => {
  // jsdom does not know the element <search>, and React complains of it.
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  playableVideo(60)
  detail = { collection, videos: [aVideo('lane', 'c')], visual: true, ocr: false, audio: true, expired: false }
  asked = []
  look = async (frame) => json({ matches: [match('pier', 30)], videos: [], truncated: false, corrected: null, frame })
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://footnote.example')
    if (pathname === '/api/image_search' && body instanceof FormData) {
      const [video_id, time] = [String(body.get('video_id')), Number(body.get('time'))]
      asked.push(`${video_id} ${time}`)
      return look({ video_id, video_name: `${video_id}.mp4`, time, thumbnail_url: '/frame.jpg' })
    }
    if (pathname === '/api/query_index')
      return json({ matches: [match('lane', 3), match('lane', 20)], videos: [], truncated: false, corrected: null })
    if (pathname.startsWith('/api/indexes/')) return json(detail)
    if (pathname === '/api/sample_indexes') return json({ indexes: [] })
    return json({ indexes: [collection] })
  })
})
afterEach(() => vi.useRealTimers())

function open(address: string) {
  const routes = [
    { path: '/collections/:id/search', element: <SearchScreen /> },
    { path: '*', element: null },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}
const search = (router: ReturnType<typeof open>) => router.state.location.search
const PATIENCE = { timeout: 15_000 }

test('a frame comes back from its address, above what looks like it', async () => {
  open('/collections/c/search?similar=lane@12.4')
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:30 – 0:35' }, PATIENCE)
  expect(asked).toEqual(['lane 12.4'])
  const lead = screen.getByRole('region', { name: 'Looked for' })
  expect(within(lead).getByText('lane.mp4')).toBeDefined()
  expect(within(lead).getByText('0:12')).toBeDefined()
  expect(lead.querySelector('img')?.getAttribute('src')).toBe('/frame.jpg')
  fireEvent.click(screen.getByRole('button', { name: 'Remove the frame' }))
  await screen.findByText('Ask for a moment', {}, PATIENCE)
})

test('a card leads to what looks like its picture, by keyboard, and Back to what was asked before', async () => {
  const router = open('/collections/c/search?q=ledger')
  const more = await screen.findByRole('button', { name: 'More for lane.mp4, 0:20 – 0:25' }, PATIENCE)
  fireEvent.keyDown(more, { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Find similar' }, PATIENCE))
  await vi.waitFor(() => expect(search(router)).toBe('?similar=lane@22.25'), PATIENCE)
  await screen.findByRole('button', { name: 'Play pier.mp4, 0:30 – 0:35' }, PATIENCE)
  expect(asked).toEqual(['lane 22.25'])
  await act(() => router.navigate(-1))
  await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' }, PATIENCE)
  expect(screen.queryByRole('region', { name: 'Looked for' })).toBeNull()
})

test('while a match plays, S looks for the frame on the screen, and the button for the match', async () => {
  const router = open('/collections/c/search?q=ledger')
  fireEvent.click(await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' }, PATIENCE))
  const control = await screen.findByRole('button', { name: 'Find similar' }, PATIENCE)
  expect(control.title).toBe('Find similar (S)')
  const link = screen.getByRole('link', { name: 'Find similar: lane.mp4' })
  expect(link.getAttribute('href')).toBe('/collections/c/search?similar=lane@22.25')
  document.querySelector('video')!.currentTime = 21.5
  fireEvent.keyDown(control, { key: 's' })
  await vi.waitFor(() => expect(search(router)).toBe('?similar=lane@21.5'), PATIENCE)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), PATIENCE)
})

test('where pictures are not searched, nothing offers to find similar ones', async () => {
  detail = { ...detail, visual: false }
  open('/collections/c/search?q=ledger')
  fireEvent.click(await screen.findByRole('button', { name: 'Play lane.mp4, 0:20 – 0:25' }, PATIENCE))
  await screen.findByText('Match 2 of 2', {}, PATIENCE)
  expect(screen.queryByRole('button', { name: /similar|^More for/ })).toBeNull()
  expect(screen.queryByRole('link', { name: /similar/ })).toBeNull()
})

test('a frame of a video that is gone says so', async () => {
  look = async () => json({ status: 404, code: 'not_found', detail: 'Not found.' }, 404)
  open('/collections/c/search?similar=lane@12.4')
  await screen.findByText('This frame is no longer here', {}, PATIENCE)
})

test('a search by the look of something says that it goes on, and after a while why', async () => {
  look = () => new Promise(() => undefined)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open('/collections/c/search?similar=lane@12.4')
  await screen.findByText('Looking for moments like the frame.', {}, PATIENCE)
  await act(() => vi.advanceTimersByTimeAsync(4_000))
  expect(screen.getByText(/^Still looking for moments like the frame\. This takes longer/)).toBeDefined()
})

test('an address that names no frame asks for nothing', async () => {
  for (const similar of ['lane', 'lane@', '@12', 'lane@soon', 'lane@-1', '../x@1']) {
    const { unmount } = render(
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider
          router={createMemoryRouter([{ path: '/collections/:id/search', element: <SearchScreen /> }], {
            initialEntries: [`/collections/c/search?similar=${encodeURIComponent(similar)}`],
          })}
        />
      </QueryClientProvider>,
    )
    await screen.findByText('Ask for a moment', {}, PATIENCE)
    unmount()
  }
  expect(asked).toEqual([])
})

import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anOpenedLink } from '../../../../seed/answers/links.ts'
import { json } from '../../../test/json.ts'
import { aRoom, aRoomVideo, openShared, problem, serveLink } from '../../../test/shared-pages.tsx'
// Loaded first, because loading takes longer than these tests wait.
import '../../features/review/review-page/ended/video-taken.tsx'
import '../../features/review/sharing/room/room-page.tsx'
import '../../features/review/sharing/room/room-ways.tsx'
import './shared-video.tsx'

const link = anOpenedLink(null, { kind: 'collection', name: 'Autumn launch', permission: 'commenter' })
const videos = [
  aRoomVideo('taproom', { version: 3, duration: 252, review_status: 'needs_review', open_comments: 9 }),
  aRoomVideo('inserts', { review_status: 'approved', resolved_comments: 2 }),
  aRoomVideo('taps', { duration: null }),
]
// Pages of one link share what they read, so each test has a link of its own.
let token = 0

beforeEach(() => {
  localStorage.clear()
  token += 1
})
const address = (video = '') => `/shared/room${token}${video && `/${video}`}`

test('a room lists its videos with version, length, status and counts; each leads to its review', async () => {
  serveLink({ link, room: () => json(aRoom(videos, { name: 'Autumn launch', shared_by: 'Mara Lindqvist' })) })
  openShared(address())
  expect(await screen.findByText('3 videos from Mara Lindqvist. You can watch and comment.')).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Autumn launch')
  const cards = screen.getAllByRole('article').map((card) => within(card).getByRole('link'))
  expect(cards.map((card) => card.textContent)).toEqual([
    '4:12taproom.mp4v3Needs review9 open',
    '1:00inserts.mp4v1Approved2 resolved',
    'taps.mp4v1In progressno comments',
  ])
  expect(cards.map((card) => card.getAttribute('href'))).toEqual(
    ['taproom', 'inserts', 'taps'].map((id) => address(id)),
  )
})

test('an empty room says so', async () => {
  serveLink({ link, room: () => json(aRoom([])) })
  openShared(address())
  expect(await screen.findByText('No videos yet')).toBeDefined()
})

test('a room that cannot be read can be tried again', async () => {
  let fails = true
  serveLink({ link, room: () => (fails ? problem(400, 'validation_failed') : json(aRoom(videos))) })
  openShared(address())
  expect(await screen.findByText('The videos could not be loaded.')).toBeDefined()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('taproom.mp4')).toBeDefined()
})

test('a video of a room leads back to it and to the videos beside it', async () => {
  serveLink({ link, room: () => json(aRoom(videos)) })
  openShared(address('inserts'))
  const ways = within(await screen.findByRole('navigation', { name: 'Videos of this link' }, { timeout: 5_000 }))
  expect((await ways.findByRole('link', { name: 'Back to Autumn launch' })).getAttribute('href')).toBe(address())
  expect((await ways.findByRole('link', { name: 'Previous video: taproom.mp4' })).getAttribute('href')).toBe(
    address('taproom'),
  )
  fireEvent.click(ways.getByRole('link', { name: 'Next video: taps.mp4' }))
  expect(await screen.findByText('3 of 3')).toBeDefined()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next video' }).disabled).toBe(true)
})

test('the counts are read again on the way back to the room', async () => {
  let open_comments = 1
  serveLink({ link, room: () => json(aRoom([aRoomVideo('taps', { open_comments })])) })
  openShared(address())
  expect(await screen.findByText('1 open')).toBeDefined()
  fireEvent.click(screen.getByRole('link', { name: /taps\.mp4/ }))
  const back = await screen.findByRole('link', { name: 'Back to Autumn launch' }, { timeout: 5_000 })
  open_comments = 2
  fireEvent.click(back)
  expect(await screen.findByText('2 open')).toBeDefined()
})

test('a video that a link no longer shows leads back to those that it shows', async () => {
  serveLink({ link, room: () => json(aRoom(videos)) })
  const server = fetch
  globalThis.fetch = async (path, init) =>
    String(path).includes('get_shared_video_details') ? problem(404, 'invalid_share_token') : server(path, init)
  openShared(address('gone'))
  expect(await screen.findByText('This video is no longer here')).toBeDefined()
  expect(screen.getByRole('link', { name: 'All videos of this link' }).getAttribute('href')).toBe(address())
  cleanup()
})

test('a room shows at once what its maker changes, and that the link has ended', async () => {
  const server = { link, room: () => json(aRoom(videos)) }
  serveLink(server)
  const rest = fetch
  const streams: ReadableStreamDefaultController<Uint8Array>[] = []
  globalThis.fetch = async (path, init) =>
    String(path).includes('/sharing_router/events')
      ? new Response(new ReadableStream({ start: (controller) => void streams.push(controller) }))
      : rest(path, init)
  const say = (text: string) => streams.at(-1)?.enqueue(new TextEncoder().encode(text))
  openShared(address())
  await screen.findByText('taproom.mp4')
  say('event: opened\ndata: {}\n\n')
  server.room = () => json(aRoom(videos.slice(1)))
  server.link = { ...link, name: 'Winter launch' }
  say('event: link\ndata: {}\n\n')
  await screen.findByRole('heading', { level: 1, name: 'Winter launch' })
  await expect.poll(() => screen.queryByText('taproom.mp4')).toBeNull()
  globalThis.fetch = async () => problem(404, 'invalid_share_token')
  say('event: ended\ndata: {"code":"invalid_share_token","detail":"No"}\n\n')
  await screen.findByText('This link has ended')
  cleanup()
})

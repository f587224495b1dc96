import { live } from '@footnote/contract/nouns/review/live.ts'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aVideoDetail } from '../../../../seed/answers/videos.ts'
import { aCommentsApi } from '../../../test/comments-api.ts'
import { createBoard } from '../../features/review/comments/drawing/board.ts'
import { VideoComments } from '../../features/review/comments/video-comments.tsx'
import { followVideo } from '../../features/review/live/follow-video.ts'
import { readSession, type StoredSession, startSession } from '../../lib/session.ts'
import { SignedInShell } from './signed-in-shell.tsx'

/** Streams in the order in which the page asked for them. */
const streams: { video_id: string | null; open: boolean }[] = []
const openOnes = () => streams.filter(({ open }) => open).map(({ video_id }) => video_id)
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

async function answer(address: string, { signal }: { signal: AbortSignal | null }): Promise<Response> {
  const { pathname, searchParams } = new URL(address, location.href)
  if (pathname !== live.person.path) {
    const page = await aCommentsApi.list(1, new AbortController().signal)
    return Response.json({ notifications: [], uploads: [], ...page })
  }
  const stream = { video_id: searchParams.get('video_id'), open: true }
  streams.push(stream)
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(': open\n\nevent: opened\nid: 0\ndata: {}\n\n'))
      signal?.addEventListener('abort', () => {
        stream.open = false
        controller.error(signal.reason)
      })
    },
  })
  return new Response(body)
}

function Review({ id }: { id: string }) {
  const [follow] = useState(() => followVideo(id, null))
  const [board] = useState(createBoard)
  return (
    <VideoComments
      video={aVideoDetail(id, 'c')}
      share={null}
      follow={follow}
      earlier={false}
      timing={null}
      playhead={{ read: () => ({ seconds: 0 }), watch: () => () => undefined }}
      board={board}
      selected={null}
      onSelect={() => undefined}
      onMarkers={() => undefined}
      onEnded={() => undefined}
    />
  )
}

function App() {
  return (
    <StrictMode>
      <MemoryRouter>
        <Link to="/">No video</Link>
        <Link to="/v">First video</Link>
        <Link to="/w">Second video</Link>
        <Routes>
          <Route element={<SignedInShell session={readSession() as StoredSession} />}>
            <Route path="/" element={<p>Nothing</p>} />
            <Route path="/v" element={<Review id="v" key="v" />} />
            <Route path="/w" element={<Review id="w" key="w" />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </StrictMode>
  )
}
const go = (name: string) => fireEvent.click(screen.getByRole('link', { name }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', answer)
  const user = { id: 'u', first_name: 'Mara', last_name: '', email: 'mara@example.com', company_id: 'c' }
  startSession({ access: 'a', refresh: 'r', user })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the pages that a signed-in person visits in a tab have one stream, which ends with the session', async () => {
  const { unmount } = render(<App />)
  await pass(5_000)
  await vi.dynamicImportSettled()
  await pass(1_000)
  expect(openOnes()).toEqual([null])
  go('First video')
  await pass(5_000)
  expect(openOnes()).toEqual(['v'])
  go('Second video')
  await pass(5_000)
  expect(openOnes()).toEqual(['w'])
  go('No video')
  await pass(5_000)
  expect(openOnes()).toEqual([null])
  expect(streams.map(({ video_id }) => video_id)).toEqual([null, 'v', 'w', null])
  unmount()
  expect(openOnes()).toEqual([])
})

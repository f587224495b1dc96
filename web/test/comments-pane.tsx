import { REVIEW_EVENTS } from '@footnote/contract/nouns/review/live.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest'
import { aComment } from '../../seed/answers/comments.ts'
import type { CommentsApi } from '../src/features/review/comments/comments-api.ts'
import { CommentsPane } from '../src/features/review/comments/comments-pane.tsx'
import { createBoard } from '../src/features/review/comments/drawing/board.ts'
import { EVERYTHING } from '../src/features/review/comments/list/filter.ts'
import { follow } from '../src/features/review/live/follow.ts'
import type { FollowVideo } from '../src/lib/calls/events.ts'
import type { Marker } from '../src/player/player-props.ts'
import { aCommentsApi } from './comments-api.ts'

export const roots = [aComment('a', 10, { reply_count: 1 }), aComment('b', 20, { number: '2' })]
/** The only page of the list. */
export const onlyPage = {
  items: roots,
  index_id: 'i',
  page: 1,
  page_size: 50,
  total: roots.length,
  counts: { open: roots.length, resolved: 0 },
}
export const reply = aComment('r', 10, { parent_comment_id: 'a', depth: 1 })
const lines = new TextEncoder()
export const KEY = expect.stringMatching(/^[0-9a-f]{48}$/)
/** A comment that starts at the frame of 47.24 s. */
export const AT_THE_FRAME = { start_time: 47.24, end_time: null, idempotency_key: KEY }
const timing = { rate: { num: 25, den: 1 }, times: null }

/** The pane with a filter, as the page's address would hold it. */
function Filtered(props: Omit<ComponentProps<typeof CommentsPane>, 'filter' | 'onFilter'>) {
  const [filter, setFilter] = useState(EVERYTHING)
  return <CommentsPane {...props} filter={filter} onFilter={setFilter} />
}

/** Opens a pane whose API gives the answers that the test passes. */
export function openPane(
  answers: Partial<CommentsApi> = {},
  props: { guest?: boolean; guest_name?: string; canComment?: boolean; compact?: boolean } = {},
) {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const api = {
    ...aCommentsApi,
    list: vi.fn(async () => onlyPage),
    replies: vi.fn(async () => [reply]),
    create: vi.fn(async ({ content, start_time, visibility = 'everyone' }) =>
      aComment('new', start_time ?? 0, { content, visibility }),
    ),
    change: vi.fn(async (id: string, _name: string, body: object) => aComment(id, 10, { ...body, is_edited: true })),
    remove: vi.fn(async () => undefined),
    ...answers,
  } satisfies CommentsApi
  const open = async () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          stream = controller
          controller.enqueue(lines.encode(': open\n\nevent: opened\nid: 0\ndata: {}\n\n'))
        },
      }),
    )
  const heard: FollowVideo = (...told) => void follow({ known: REVIEW_EVENTS, open }, ...told)
  const handlers = {
    onSelect: vi.fn(),
    onMarkers: vi.fn<(markers: readonly Marker[] | null) => void>(),
    onEnded: vi.fn(),
  }
  const time = { seconds: 47.24 }
  const board = createBoard()
  const pane = (
    <QueryClientProvider client={new QueryClient()}>
      <Filtered
        api={api}
        follow={heard}
        guest={props.guest ?? false}
        guest_name={props.guest_name ?? null}
        canComment={props.canComment ?? true}
        compact={props.compact ?? false}
        draftKey="draft"
        duration={100}
        timing={timing}
        playhead={{ read: () => time, watch: () => () => undefined }}
        board={board}
        selected={null}
        {...handlers}
      />
    </QueryClientProvider>
  )
  const { unmount } = render(pane)
  const say = (event: string, data: unknown) =>
    act(async () => stream?.enqueue(lines.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)))
  return { api, handlers, time, board, say, unmount }
}

export const box = () => screen.getByRole('textbox', { name: 'Comment' })
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
export const type = (words: string) => fireEvent.change(box(), { target: { value: words } })
export const send = () => fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
export const start = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start time (mm:ss)' })
export const end = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'End time (mm:ss)' })
export const enter = (field: HTMLInputElement, words: string) => {
  fireEvent.change(field, { target: { value: words } })
  fireEvent.blur(field)
}
export const enterStart = (words: string) => enter(start(), words)
export const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

/** Begins each test of a file with an empty storage and a clock that only the test moves. */
export function stopTheClock(): void {
  // Loads the lazy parts first, because they do not load while the fake clock is stopped.
  beforeAll(() =>
    Promise.all([
      import('../src/features/review/comments/writing/guest-name.tsx'),
      import('../src/features/review/comments/list/delete-comment.tsx'),
      import('../src/features/review/comments/writing/inline-forms.tsx'),
      import('../src/ui/overlays/menu-content.tsx'),
    ]),
  )
  beforeEach(() => {
    sessionStorage.clear()
    localStorage.clear()
    Element.prototype.scrollIntoView = () => undefined
    vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

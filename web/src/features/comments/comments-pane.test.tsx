// Past 400 lines: all tests share one API in memory, one clock and the names of the pane's fields.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { type ComponentProps, useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { aComment } from '../../../../seed/answers/comments.ts'
import { aCommentsApi } from '../../../test/comments-api.ts'
import { ApiError } from '../../lib/calls/api-error.ts'
import type { Marker } from '../../player/player-props.ts'
import type { CommentsApi } from './comments-api.ts'
import { CommentsPane } from './comments-pane.tsx'
import { createBoard } from './drawing/board.ts'
import { EVERYTHING } from './list/filter.ts'

const roots = [aComment('a', 10, { reply_count: 1 }), aComment('b', 20, { number: '2' })]
const reply = aComment('r', 10, { parent_comment_id: 'a', depth: 1 })
const lines = new TextEncoder()
const KEY = expect.stringMatching(/^[0-9a-f]{48}$/)
/** A comment that starts at the frame of 47.24 s. */
const AT_THE_FRAME = { start_time: 47.24, end_time: null, idempotency_key: KEY }
const timing = { rate: { num: 25, den: 1 }, times: null }

/** The pane with a filter, as the page's address would hold it. */
function Filtered(props: Omit<ComponentProps<typeof CommentsPane>, 'filter' | 'onFilter'>) {
  const [filter, setFilter] = useState(EVERYTHING)
  return <CommentsPane {...props} filter={filter} onFilter={setFilter} />
}

/** Opens a pane whose API gives the answers that the test passes. */
function open(
  answers: Partial<CommentsApi> = {},
  props: { guest?: boolean; guest_name?: string; canComment?: boolean; compact?: boolean } = {},
) {
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const api = {
    ...aCommentsApi,
    list: vi.fn(async () => ({
      items: roots,
      index_id: 'i',
      page: 1,
      page_size: 50,
      total: roots.length,
      counts: { open: roots.length, resolved: 0 },
    })),
    replies: vi.fn(async () => [reply]),
    create: vi.fn(async ({ content, start_time, visibility = 'everyone' }) =>
      aComment('new', start_time ?? 0, { content, visibility }),
    ),
    update: vi.fn(async (id: string, content: string) => aComment(id, 10, { content, is_edited: true })),
    remove: vi.fn(async () => undefined),
    events: async () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            stream = controller
            controller.enqueue(lines.encode(': open\n\n'))
          },
        }),
      ),
    ...answers,
  } satisfies CommentsApi
  const told = { onSelect: vi.fn(), onMarkers: vi.fn<(markers: readonly Marker[] | null) => void>(), onEnded: vi.fn() }
  const time = { seconds: 47.24 }
  const board = createBoard()
  const pane = (
    <QueryClientProvider client={new QueryClient()}>
      <Filtered
        api={api}
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
        {...told}
      />
    </QueryClientProvider>
  )
  const { unmount } = render(pane)
  const say = (event: string, data: unknown) =>
    act(async () => stream?.enqueue(lines.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)))
  return { api, told, time, board, say, unmount }
}

const box = () => screen.getByRole('textbox', { name: 'Comment' })
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const type = (words: string) => fireEvent.change(box(), { target: { value: words } })
const send = () => fireEvent.keyDown(box(), { key: 'Enter', shiftKey: true })
const start = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Start time (mm:ss)' })
const end = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'End time (mm:ss)' })
const enter = (field: HTMLInputElement, words: string) => {
  fireEvent.change(field, { target: { value: words } })
  fireEvent.blur(field)
}
const enterStart = (words: string) => enter(start(), words)
const settle = (milliseconds = 0) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

// Loads the lazy parts first, because they do not load while the fake clock is stopped.
beforeAll(() =>
  Promise.all([
    import('./writing/guest-name.tsx'),
    import('./list/delete-comment.tsx'),
    import('./writing/inline-forms.tsx'),
    import('../../ui/overlays/menu-content.tsx'),
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

test('a comment needs text and a time, and is sent with the exact frame', async () => {
  const { api, time } = open()
  await settle()
  expect(button('Comment').disabled).toBe(true)
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter a comment')
  type('Let it breathe')
  expect(button('Comment').disabled).toBe(false)
  enterStart('')
  expect(button('Comment').disabled).toBe(true)
  expect(screen.getByRole('alert').textContent).toBe('Please ensure you have a timestamp')
  fireEvent.click(button('Start at the current time'))
  // The video plays on. The typed time reads the same as the frame that was kept.
  time.seconds = 50
  enterStart('00:47')
  send()
  await settle()
  expect(api.create).toHaveBeenCalledWith({ ...AT_THE_FRAME, content: 'Let it breathe' })
  expect(box()).toHaveProperty('value', '')
  expect(screen.getByText('Let it breathe')).toBeDefined()
})

test('the start stays at the time of the first typed word, and the end may not be before it', async () => {
  const { api, time } = open()
  await settle()
  type('One')
  time.seconds = 53
  expect(start().value).toBe('00:47')
  fireEvent.click(button('End at the current time'))
  enterStart('00:55')
  send()
  expect(screen.getByRole('alert').textContent).toBe('The end must not lie before the start')
  enterStart('00:47')
  send()
  await settle()
  expect(api.create).toHaveBeenCalledWith({ content: 'One', start_time: 47, end_time: 53, idempotency_key: KEY })
})

test('the start follows the video again when the text is deleted', async () => {
  const { api, time } = open()
  await settle()
  type('x')
  type('')
  time.seconds = 53
  type('Here')
  expect(start().value).toBe('00:53')
  fireEvent.click(button('End at the current time'))
  type('')
  time.seconds = 60
  type('There')
  send()
  await settle()
  expect(api.create).toHaveBeenCalledWith({ content: 'There', start_time: 53, end_time: 53, idempotency_key: KEY })
})

test('a chosen time replaces a mistyped one', async () => {
  const { api } = open()
  await settle()
  type('One')
  enterStart('99:99')
  expect(start().value).toBe('99:99')
  fireEvent.click(button('Start at the current time'))
  expect(start().value).toBe('00:47')
  expect(screen.queryByRole('alert')).toBeNull()
  send()
  await settle()
  expect(api.create).toHaveBeenCalledWith({ content: 'One', start_time: 47.24, end_time: null, idempotency_key: KEY })
})

test('a mistyped end keeps a comment from being posted, even after the start changes', async () => {
  const { api } = open()
  await settle()
  type('One')
  enter(end(), '9:x')
  enterStart('00:50')
  expect(screen.getByRole('alert').textContent).toBe('Please ensure you have a timestamp')
  expect([start(), end()].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true'])
  send()
  await settle()
  expect(api.create).not.toHaveBeenCalled()
  fireEvent.keyDown(end(), { key: 'Escape' })
  send()
  await settle()
  expect(api.create).toHaveBeenCalledWith({ content: 'One', start_time: 50, end_time: null, idempotency_key: KEY })
})

test('a comment that fails to post is kept, even after the page is opened again', async () => {
  const { unmount } = open({
    create: () => Promise.reject(new ApiError({ status: 0, code: 'unreachable', detail: '' })),
  })
  await settle()
  type('Worth keeping')
  send()
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Failed to post comment. Please try again.')
  expect(box()).toHaveProperty('value', 'Worth keeping')
  unmount()
  const { api } = open()
  await settle()
  expect(box()).toHaveProperty('value', 'Worth keeping')
  send()
  await settle()
  expect(api.create).toHaveBeenCalledWith({ ...AT_THE_FRAME, content: 'Worth keeping' })
})

test('a comment is sent again with the same key, even after a reload; a changed comment gets a new one', async () => {
  const lost = () => Promise.reject(new ApiError({ status: 0, code: 'unreachable', detail: '' }))
  const keys = (create: Mock<CommentsApi['create']>) =>
    create.mock.calls.map(([{ idempotency_key }]) => idempotency_key)
  const before = vi.fn<CommentsApi['create']>(lost)
  const { unmount } = open({ create: before })
  await settle()
  type('Once')
  for (let time = 0; time < 2; time += 1) {
    send()
    await settle()
  }
  unmount()
  const after = vi.fn<CommentsApi['create']>(lost)
  open({ create: after })
  await settle()
  send()
  await settle()
  type('Once more')
  send()
  await settle()
  const [first, second] = keys(before)
  const [third, fourth] = keys(after)
  expect([first, second, third]).toEqual([KEY, first, first])
  expect(fourth).toEqual(KEY)
  expect(fourth).not.toBe(first)
})

test('suggestions come 150 ms after the third letter; Tab cycles, Enter takes one, Escape closes', async () => {
  const suggest = vi.fn(async (query: string) => [`${query}tering`, `${query} it be`])
  open({ suggest })
  await settle()
  type('Le')
  await settle(1000)
  expect(suggest).not.toHaveBeenCalled()
  type('Let')
  await settle(149)
  expect(suggest).not.toHaveBeenCalled()
  type('Lett')
  await settle(150)
  expect(suggest.mock.calls.map(([query]) => query)).toEqual(['Lett'])
  const active = () => screen.getByRole('option', { selected: true })
  fireEvent.keyDown(box(), { key: 'Tab' })
  expect(box().getAttribute('aria-activedescendant')).toBe(active().id)
  expect(active().textContent).toBe('Letttering')
  fireEvent.keyDown(box(), { key: 'Tab' })
  fireEvent.keyDown(box(), { key: 'Tab' })
  expect(active().textContent).toBe('Letttering')
  fireEvent.keyDown(box(), { key: 'Tab', shiftKey: true })
  fireEvent.keyDown(box(), { key: 'Enter' })
  expect(box()).toHaveProperty('value', 'Lett it be')
  expect(screen.queryByRole('listbox')).toBeNull()
  type('Lett it bee')
  await settle(150)
  expect(screen.getByRole('listbox')).toBeDefined()
  fireEvent.keyDown(box(), { key: 'Escape' })
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box()).toHaveProperty('value', 'Lett it bee')
})

test('typing cancels a request for suggestions', async () => {
  const signals: AbortSignal[] = []
  open({
    suggest: (_query, signal) => {
      signals.push(signal)
      return new Promise(() => undefined)
    },
  })
  await settle()
  type('Let')
  await settle(150)
  type('Lett')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})

test('replies load on demand, and replies by others appear among them', async () => {
  const { api, say } = open()
  await settle()
  expect(api.replies).not.toHaveBeenCalled()
  fireEvent.click(button('Show 1 reply'))
  await settle()
  expect(screen.getByText('Words of r')).toBeDefined()
  await say('comment', { kind: 'created', comment: { ...reply, id: 's', content: 'Heard of' } })
  await settle()
  expect(screen.getByText('Heard of')).toBeDefined()
  expect(button('Hide 2 replies')).toBeDefined()
})

test.each([
  ['shows its replies again', 0],
  ['can be opened again if they cannot be read', 1],
])('an open thread that goes and comes back at once %s', async (_, refusals) => {
  const { say, api } = open({ replies: vi.fn(async () => [reply]) })
  await settle()
  fireEvent.click(button('Show 1 reply'))
  await settle()
  if (refusals > 0) vi.mocked(api.replies).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  // Both events are in one piece of the stream.
  const deleted = JSON.stringify({ kind: 'deleted', comment: roots[0] })
  await say(`comment\ndata: ${deleted}\n\nevent: comment`, { kind: 'created', comment: roots[0] })
  await settle()
  if (refusals > 0) fireEvent.click(button('Show 1 reply'))
  await settle()
  expect(screen.getByText('Words of r')).toBeDefined()
  expect(button('Hide 1 reply')).toBeDefined()
})

test('the first reply to a comment arrives highlighted; earlier replies do not', async () => {
  const { say } = open()
  await settle()
  await say('comment', { kind: 'created', comment: { ...reply, id: 's', parent_comment_id: 'b' } })
  const [before, arrived] = screen.getAllByRole('button', { name: 'Show 1 reply' })
  expect(before?.classList.contains('is-arriving')).toBe(false)
  expect(arrived?.classList.contains('is-arriving')).toBe(true)
})

test('a comment by somebody else appears once, leaves the numbers of the others, and disappears when it is deleted', async () => {
  const { say, told } = open()
  await settle()
  const fresh = aComment('c', 15, { first_name: 'Grace', number: '3' })
  await say('comment', { kind: 'created', comment: fresh })
  await say('comment', { kind: 'created', comment: fresh })
  await settle()
  expect(screen.getAllByText('Words of c')).toHaveLength(1)
  expect(screen.getByRole('button', { name: /0:20.*comment 2$/ })).toBeDefined()
  expect(told.onMarkers.mock.lastCall?.[0]?.map(({ id }: { id: string }) => id)).toEqual(['a', 'c', 'b'])
  await say('comment', { kind: 'deleted', comment: { ...fresh, content: '' } })
  await settle()
  expect(screen.queryByText('Words of c')).toBeNull()
})

/** Presses the first button of a name, and types into the field that it opens. @returns the field */
async function write(action: string, field: string, text: string): Promise<HTMLElement> {
  fireEvent.click(screen.getAllByRole('button', { name: action })[0] as HTMLElement)
  await settle()
  const opened = screen.getByRole('textbox', { name: field })
  fireEvent.change(opened, { target: { value: text } })
  return opened
}

test('an edit in progress stays when somebody else changes the comment', async () => {
  const { say, api } = open()
  await settle()
  const edit = await write('Edit: comment by Ada', 'Edit comment', 'Mine')
  await say('comment', { kind: 'updated', comment: { ...roots[0], content: 'Theirs' } })
  await settle()
  expect(edit).toHaveProperty('value', 'Mine')
  expect(screen.getByText(/Meanwhile, somebody changed this comment/).textContent).toContain('Theirs')
  fireEvent.click(button('Save'))
  await settle()
  expect(api.update).toHaveBeenCalledWith('a', 'Mine', undefined)
  expect(screen.getByText('edited')).toBeDefined()
})

test('a reply in progress stays when its comment is deleted', async () => {
  const { say } = open()
  await settle()
  const answer = await write('Reply: comment by Ada', 'Reply to Ada', 'But why?')
  await say('comment', { kind: 'deleted', comment: { ...roots[0], content: '' } })
  await settle()
  expect(answer).toHaveProperty('value', 'But why?')
  expect(screen.getByText('This comment was deleted.')).toBeDefined()
  expect(button('Reply').disabled).toBe(true)
  expect(screen.getByRole('button', { name: /0:20.*comment 2$/ })).toBeDefined()
  fireEvent.click(button('Cancel'))
  await settle()
  expect(screen.queryByText('This comment was deleted.')).toBeNull()
})

test('deleting asks first, and says when it failed', async () => {
  const { api } = open({ remove: vi.fn(() => Promise.reject(new Error('no'))) })
  await settle()
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete: comment by Ada' })[1] as HTMLElement)
  await settle(10)
  expect(api.remove).not.toHaveBeenCalled()
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Failed to delete comment. Please try again.')
  expect(screen.getByText('Words of b')).toBeDefined()
})

test('a viewer link has no box and says why', async () => {
  open({}, { guest: true, canComment: false })
  await settle()
  expect(screen.getByText('Words of a')).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByText('You do not have permission to comment.')).toBeDefined()
})

test('a guest gives a name once', async () => {
  const { api } = open({ suggest: null }, { guest: true })
  await settle()
  type('Hello')
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter your name')
  fireEvent.change(screen.getByRole('textbox', { name: 'Your name' }), { target: { value: 'Mel' } })
  send()
  await settle()
  expect(api.create).toHaveBeenCalledTimes(1)
  expect(localStorage.getItem('footnote.guest_name')).toBe('Mel')
  // From then on it is one line.
  expect(screen.getByText(/^Commenting as/).textContent).toBe('Commenting as Mel')
  expect(screen.queryByRole('textbox', { name: 'Your name' })).toBeNull()
})

test('on a phone a guest is asked for a name when a comment is sent, and not before', async () => {
  const { api } = open({ suggest: null }, { guest: true, compact: true })
  const name = () => screen.queryByRole('textbox', { name: 'Your name' })
  await settle()
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter a comment')
  type('Hello')
  expect(name()).toBeNull()
  send()
  await settle()
  expect(document.activeElement).toBe(name())
  expect(screen.queryByRole('alert')).toBeNull()
  send()
  expect(screen.getByRole('alert').textContent).toBe('Please enter your name')
  fireEvent.change(name()!, { target: { value: 'Mel' } })
  fireEvent.submit(name()!.closest('form')!)
  await settle()
  expect(api.create).toHaveBeenCalledTimes(1)
  expect(name()).toBeNull()
})

test('after a comment is sent, its box leaves the keyboard of a phone, and no other field loses the focus', async () => {
  const coarse = vi.spyOn(window, 'matchMedia')
  coarse.mockImplementation((media) => Object.assign(new EventTarget(), { matches: true, media }) as MediaQueryList)
  const other = document.body.appendChild(document.createElement('input'))
  open({}, { compact: true })
  await settle()
  for (const [field, kept] of [
    [other, true],
    [box(), false],
  ] as const) {
    type('Hello')
    box().focus()
    send()
    act(() => field.focus())
    await settle()
    expect(document.activeElement === field).toBe(kept)
  }
  coarse.mockRestore()
})

test('on a phone the menu has the choice between open and resolved comments', async () => {
  open({}, { compact: true })
  await settle()
  expect(screen.queryByRole('radiogroup', { name: 'Show comments' })).toBeNull()
  fireEvent.keyDown(button('Filter'), { key: 'Enter' })
  await settle()
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Resolved 0' }))
  await settle()
  expect(screen.queryByText('Words of a')).toBeNull()
})

test('the numbers in the head are of the comments that the filter leaves', async () => {
  open()
  await settle()
  const all = () => screen.getByRole('radio', { name: /^All/ }).closest('label')?.textContent ?? ''
  const before = all()
  fireEvent.keyDown(button('Filter'), { key: 'Enter' })
  await settle()
  fireEvent.click(screen.getByRole('menuitemcheckbox', { name: 'With a drawing' }))
  await settle()
  expect([before, all()]).toEqual(['All 2', 'All 0'])
})

test('the guest for whom the link was made is not asked for a name, and cannot take another', async () => {
  localStorage.setItem('footnote.guest_name', 'Somebody Else')
  const { api } = open(
    { suggest: null, create: () => new Promise(() => undefined) },
    { guest: true, guest_name: 'Carla Client' },
  )
  await settle()
  expect(screen.getByText(/^Commenting as/).textContent).toBe('Commenting as Carla Client')
  expect(screen.queryByRole('textbox', { name: 'Your name' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change name' })).toBeNull()
  type('Hello')
  send()
  await settle()
  const sending = screen.getByText('Sending…').closest('li')!
  expect(within(sending).getByText('Carla Client')).toBeDefined()
  expect(within(sending).getByText('guest')).toBeDefined()
  expect(api.list).toHaveBeenCalled()
})

test('the end of the stream is reported with its reason', async () => {
  const { say, told } = open()
  await settle()
  const reason = { code: 'invalid_share_token', detail: 'Invalid share token' }
  await say('ended', reason)
  await settle()
  expect(told.onEnded).toHaveBeenCalledWith(reason)
})

test('a list in another order, or of other comments, starts at its top', async () => {
  open()
  await settle()
  const list = screen.getByRole('region', { name: 'List of comments' })
  list.scrollTop = 500
  fireEvent.click(screen.getByRole('radio', { name: /^Open/ }))
  expect(list.scrollTop).toBe(0)
  list.scrollTop = 500
  fireEvent.keyDown(button('Sort: Timeline'), { key: 'Enter' })
  await settle(10)
  fireEvent.click(screen.getByRole('menuitemradio', { name: 'Latest' }))
  expect(list.scrollTop).toBe(0)
})

test('a list that fails to load can be retried', async () => {
  let broken = true
  open({
    list: async () => {
      if (broken) throw new ApiError({ status: 503, code: 'unavailable', detail: '' })
      return {
        items: roots,
        index_id: 'i',
        page: 1,
        page_size: 50,
        total: roots.length,
        counts: { open: roots.length, resolved: 0 },
      }
    },
  })
  await settle()
  broken = false
  fireEvent.click(button('Retry'))
  await settle()
  expect(screen.getByText('Words of a')).toBeDefined()
})

test('a member writes for the team alone, also the next comment; guests are not offered that', async () => {
  const { api, unmount } = open()
  await settle()
  const team = screen.getByRole('switch', { name: 'Team only' })
  fireEvent.click(team)
  type('Not for the client')
  send()
  await settle()
  const visibility = 'team'
  expect(screen.getByText('Team only', { selector: 'li *' })).toBeDefined()
  expect(api.create).toHaveBeenLastCalledWith({ content: 'Not for the client', ...AT_THE_FRAME, visibility })
  expect(team.getAttribute('aria-checked')).toBe('true')
  fireEvent.click(team)
  type('For all')
  send()
  await settle()
  expect(api.create).toHaveBeenLastCalledWith({ content: 'For all', ...AT_THE_FRAME })
  unmount()
  open({}, { guest: true })
  expect(screen.queryByRole('switch', { name: 'Team only' })).toBeNull()
})

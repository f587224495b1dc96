import { fireEvent, screen } from '@testing-library/react'
import { expect, type Mock, test, vi } from 'vitest'
import {
  AT_THE_FRAME,
  box,
  button,
  end,
  enter,
  enterStart,
  KEY,
  openPane,
  send,
  settle,
  start,
  stopTheClock,
  type,
} from '../../../../../test/comments-pane.tsx'
import { ApiError } from '../../../../lib/calls/api-error.ts'
import type { CommentsApi } from '../comments-api.ts'

stopTheClock()

test('a comment needs text and a time, and is sent with the exact frame', async () => {
  const { api, time } = openPane()
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
  const { api, time } = openPane()
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
  const { api, time } = openPane()
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
  const { api } = openPane()
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
  const { api } = openPane()
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
  const { unmount } = openPane({
    create: () => Promise.reject(new ApiError({ status: 0, code: 'unreachable', detail: '' })),
  })
  await settle()
  type('Worth keeping')
  send()
  await settle()
  expect(screen.getByRole('alert').textContent).toBe('Failed to post comment. Please try again.')
  expect(box()).toHaveProperty('value', 'Worth keeping')
  unmount()
  const { api } = openPane()
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
  const { unmount } = openPane({ create: before })
  await settle()
  type('Once')
  for (let time = 0; time < 2; time += 1) {
    send()
    await settle()
  }
  unmount()
  const after = vi.fn<CommentsApi['create']>(lost)
  openPane({ create: after })
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
  openPane({ suggest })
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

test('suggestions stay while a press leaves the box, so that nothing moves under it, and go after it', async () => {
  openPane({ suggest: async (query) => [`${query}tering`] })
  await settle()
  const button = screen.getByRole('button', { name: 'Comment' })
  type('Lett')
  await settle(150)
  fireEvent.pointerDown(button)
  fireEvent.blur(box())
  await settle(500)
  expect(screen.getByRole('listbox')).toBeDefined()
  fireEvent.pointerUp(button)
  await settle()
  expect(screen.queryByRole('listbox')).toBeNull()
  // A key leaves the box without a press.
  type('Lette')
  await settle(150)
  fireEvent.blur(box())
  await settle()
  expect(screen.queryByRole('listbox')).toBeNull()
})

test('typing cancels a request for suggestions', async () => {
  const signals: AbortSignal[] = []
  openPane({
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

test('a member writes for the team alone, also the next comment; guests are not offered that', async () => {
  const { api, unmount } = openPane()
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
  openPane({}, { guest: true })
  expect(screen.queryByRole('switch', { name: 'Team only' })).toBeNull()
})
